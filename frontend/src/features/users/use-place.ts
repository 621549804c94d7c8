/** Search, filters and pages, read from the address and written to it. Defaults stay out of it; nonsense counts as the default. */
import { ROLES, type Role } from "../../domain/roles";
import { useAddress } from "../../ui/use-address";

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
const FIRST_PAGES = Object.fromEntries(ROLES.map((role) => [PAGE_NAMES[role], null]));
const USUAL_SIZE = 10;

export function usePlace() {
  const { words, page, step, replace } = useAddress();
  const place: Place = {
    search: words("search"),
    status: STATUSES.find((one) => one === words("status")) ?? "all",
    unmanaged: words("manager") === "none",
    size: SIZES.find((one) => String(one) === words("size")) ?? USUAL_SIZE,
    pages: {
      Employee: page(PAGE_NAMES.Employee),
      Manager: page(PAGE_NAMES.Manager),
      HR: page(PAGE_NAMES.HR),
      Admin: page(PAGE_NAMES.Admin),
    },
  };

  /** Another filter or size is a step that Back undoes, and begins every section anew; a search that is still being typed is one step. */
  const filter = (change: Partial<Filter>) => {
    const { search, status, unmanaged, size } = { ...place, ...change };
    const isStillTyped = Boolean(change.search) && place.search !== "";
    (isStillTyped ? replace : step)({
      ...FIRST_PAGES,
      search,
      status: status === "all" ? null : status,
      manager: unmanaged ? "none" : null,
      size: size === USUAL_SIZE ? null : size,
    });
  };

  return {
    place,
    filter,
    turn: (role: Role, to: number) => step({ [PAGE_NAMES[role]]: to }),
    /** From a page that does not exist; no step of anybody's. */
    putRight: (role: Role, to: number) => replace({ [PAGE_NAMES[role]]: to }),
  };
}
