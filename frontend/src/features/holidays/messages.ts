/** The sentences of Holiday Management. */
export const words = {
  failed: "Failed to fetch holidays",
  count: (count: number) => (count === 1 ? "1 holiday" : `${count} holidays`),
  /** The last year is there where it has ended. */
  since: (first: string, last: number | null) => {
    if (last === null) return `every year since ${first}`;
    return first === String(last) ? `in ${first} only` : `every year from ${first} to ${last}`;
  },
  saveFailed: "Failed to save holiday",
  deleteFailed: "Failed to delete holiday",
  ask: {
    everyYear: (year: string) =>
      `It will be deleted from every year since ${year}, including past years. If its date is in a closed month, it is kept up to and including that year.`,
  },
} as const;
