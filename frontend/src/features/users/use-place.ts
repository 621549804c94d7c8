/** Search, filters and pages, read from the address and written to it. Defaults stay out of it; nonsense counts as the default. */
import { useSearchParams } from "react-router";
import { ROLES, type Role } from "../../domain/roles";

export const STATUSES = ["all", "active", "blocked", "inactive"] as const;
export type StatusFilter = (typeof STATUSES)[number];
export const SIZES = [5, 10, 20, 50] as const;

export type Filter = {
  readonly search: string;
  readonly status: StatusFilter;
  /** Only employees whom no manager looks after. */
  readonly unmanaged: boolean;
  readonly size: number;
};
export type Place = Filter & { readonly pages: Readonly<Record<Role, number>> };

/** The page of each section has a name of its own: they are turned one by one. */
const PAGE_NAMES: Readonly<Record<Role, string>> = {
  Employee: "employees",
  Manager: "managers",
  HR: "hr",
  Admin: "admins",
};
const DEFAULTS = { search: "", status: "all", manager: "", size: "10" } as const;

function placeIn(params: URLSearchParams): Place {
  const page = (role: Role) => Math.max(1, Number.parseInt(params.get(PAGE_NAMES[role]) ?? "", 10) || 1);
  return {
    search: params.get("search") ?? "",
    status: STATUSES.find((one) => one === params.get("status")) ?? "all",
    unmanaged: params.get("manager") === "none",
    size: SIZES.find((one) => String(one) === params.get("size")) ?? 10,
    pages: { Employee: page("Employee"), Manager: page("Manager"), HR: page("HR"), Admin: page("Admin") },
  };
}

export function usePlace() {
  const [params, setParams] = useSearchParams();
  const place = placeIn(params);

  /** Another filter or size is a step that Back undoes, and begins every section anew; a search that is still being typed is one step. */
  const filter = (change: Partial<Filter>) => {
    const typing = Boolean(change.search) && place.search !== "";
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        const { unmanaged, ...others } = change;
        const values = {
          ...others,
          ...(unmanaged === undefined ? {} : { manager: unmanaged ? "none" : "" }),
        };
        for (const [name, value] of Object.entries(values)) {
          if (String(value) === DEFAULTS[name as keyof typeof DEFAULTS]) next.delete(name);
          else next.set(name, String(value));
        }
        for (const role of ROLES) next.delete(PAGE_NAMES[role]);
        return next;
      },
      { replace: typing, preventScrollReset: true },
    );
  };

  const turn = (role: Role, page: number, { replace = false } = {}) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (page === 1) next.delete(PAGE_NAMES[role]);
        else next.set(PAGE_NAMES[role], String(page));
        return next;
      },
      { replace, preventScrollReset: true },
    );
  };

  return { place, filter, turn };
}
