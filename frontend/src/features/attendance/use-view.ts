/** Month, search, order and page, read from the address and written to it. Defaults stay out of it; nonsense counts as the default. */
import { type Month, monthKey } from "../../domain/day";
import { useAddress } from "../../ui/use-address";
import { monthNamed, ORDERS, type Order } from "./model";

export function useView(now: Month) {
  const { words, page, step, replace } = useAddress();
  const month = monthNamed(words("month"), now);
  const search = words("search");
  return {
    month,
    search,
    order: ORDERS.find((one) => one === words("order")) ?? "name",
    page: page("page"),
    /** Another month is a step that Back undoes; whom one looks for goes with it. */
    showMonth: (next: Month) =>
      step({ month: monthKey(next) === monthKey(now) ? null : monthKey(next), page: null }),
    /** A search that is still being typed is one step. */
    find: (text: string) =>
      (text !== "" && search !== "" ? replace : step)({ search: text || null, page: null }),
    arrange: (order: Order) => step({ order: order === "name" ? null : order, page: null }),
    turn: (to: number) => step({ page: to }, { fromTop: true }),
    /** From a page that does not exist; no step of anybody's. */
    putRight: (to: number) => replace({ page: to }),
  } as const;
}
