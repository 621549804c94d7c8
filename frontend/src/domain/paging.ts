/** The arithmetic of pages. */

export type Page<Item> = {
  readonly items: readonly Item[];
  readonly page: number;
  readonly pages: number;
  /** The first and last item on the page, counted from 1; 0 where there is none. */
  readonly from: number;
  readonly to: number;
};

/** A page of a list that is here already. A page that does not exist becomes the nearest that does. */
export function pageOf<Item>(list: readonly Item[], wanted: number, size: number): Page<Item> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(Math.max(1, Math.trunc(wanted) || 1), pages);
  const start = (page - 1) * size;
  const items = list.slice(start, start + size);
  return { items, page, pages, from: items.length === 0 ? 0 : start + 1, to: start + items.length };
}

/** "Showing 11 to 20 of 32 results", of a page that the server cut. */
export function showingResults(page: number, size: number, total: number): string {
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  return `Showing ${from} to ${Math.min(page * size, total)} of ${total} results`;
}

/** The page numbers to offer: a run of at most `most` with the present one in its middle, or as near to it as the ends allow. */
export function pageNumbers(page: number, pages: number, most = 5): number[] {
  const count = Math.min(most, pages);
  const first = Math.min(Math.max(1, page - Math.floor(most / 2)), pages - count + 1);
  return Array.from({ length: count }, (_, index) => first + index);
}
