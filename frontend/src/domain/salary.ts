/** A yearly salary between its field and the API: a number with at most two decimals. */

/** Digits, and at most two decimals behind a point: nothing that could be read in two ways. */
const AMOUNT = /^\d+(\.\d{1,2})?$/;

/** The amount that was typed: null if nothing was, undefined if it is not an amount. */
export function parseSalary(text: string): number | null | undefined {
  const amount = text.trim();
  if (amount === "") return null;
  return AMOUNT.test(amount) ? Number(amount) : undefined;
}

/** As it stands in the field. */
export function salaryText(salary: number | null | undefined): string {
  return salary === null || salary === undefined ? "" : String(salary);
}
