/** The filter, the page and its size, read from the address and written to it. Defaults stay out of it; nonsense counts as the default. */
import { useAddress } from "../../ui/use-address";
import { type Filter, PAGE_SIZES, RANGES, STATUSES } from "./model";

export type Place = Filter & { readonly page: number; readonly size: number };

const USUAL = { range: "this-week", status: "all", size: 5 } as const;

export function usePlace() {
  const { words, page, step, replace } = useAddress();
  const place: Place = {
    range: RANGES.find((one) => one === words("range")) ?? USUAL.range,
    employee: words("employee") || null,
    status: STATUSES.find((one) => one === words("status")) ?? USUAL.status,
    page: page("page"),
    size: PAGE_SIZES.find((one) => String(one) === words("size")) ?? USUAL.size,
  };

  /** Another filter starts at its first page, and replaces the address; another page is a step that Back undoes. */
  const go = (change: Partial<Place>) => {
    const next = { ...place, page: 1, ...change };
    const unusual = <Name extends keyof typeof USUAL>(name: Name) =>
      next[name] === USUAL[name] ? null : next[name];
    const address = { ...next, range: unusual("range"), status: unusual("status"), size: unusual("size") };
    if (change.page === undefined) replace(address);
    else step(address, { fromTop: true });
  };
  return { place, go };
}
