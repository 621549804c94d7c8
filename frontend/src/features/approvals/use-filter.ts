/** The filter, the page and its size, read from the address and written to it. Defaults stay out of it; nonsense counts as the default. */
import { useSearchParams } from "react-router";
import { type Filter, PAGE_SIZES, RANGES, STATUSES } from "./model";

function oneOf<Value extends string | number>(
  values: readonly [Value, ...Value[]] | readonly Value[],
  text: string | null,
  fallback: Value,
): Value {
  return values.find((value) => String(value) === text) ?? fallback;
}

export type Place = Filter & { readonly page: number; readonly size: number };

export function usePlace() {
  const [params, setParams] = useSearchParams();
  const place: Place = {
    range: oneOf(RANGES, params.get("range"), "this-week"),
    employee: params.get("employee") || null,
    status: oneOf(STATUSES, params.get("status"), "all"),
    page: Math.max(1, Number.parseInt(params.get("page") ?? "", 10) || 1),
    size: oneOf<number>(PAGE_SIZES, params.get("size"), 5),
  };
  const defaults: Record<keyof Place, string> = {
    range: "this-week",
    employee: "",
    status: "all",
    page: "1",
    size: "5",
  };

  /** Another filter starts at its first page, and replaces the address; another page is a step that Back undoes. */
  const go = (change: Partial<Place>) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({
          ...(change.page === undefined ? { page: 1 } : {}),
          ...change,
        })) {
          const text = value === null ? "" : String(value);
          if (text === "" || text === defaults[name as keyof Place]) next.delete(name);
          else next.set(name, text);
        }
        return next;
      },
      { replace: change.page === undefined, preventScrollReset: change.page === undefined },
    );
  };
  return { place, go };
}
