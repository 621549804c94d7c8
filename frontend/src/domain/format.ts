/** How figures are written, on every screen and whatever the language of the browser. Dates and times are in `day`. */
const money = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "12,345" */
export const formatNumber = (value: number): string => value.toLocaleString("en-US");

/** "48,000.00 EUR": the code says more than a sign that five currencies share. */
export const formatMoney = (amount: number, currency: string | null | undefined): string =>
  `${money.format(amount)} ${currency ?? ""}`.trim();

const TYPED = /^[-−+]?\d{1,6}([.,]\d{1,6})?$/;

/** A number as people type it, with a point or a comma; null where it is none. */
export function numberIn(typed: string): number | null {
  const text = typed.trim();
  return TYPED.test(text) ? Number(text.replace(",", ".").replace("−", "-")) : null;
}

/** "66.7" */
export const formatTenths = (value: number): string => value.toFixed(1);

/** "66.7%" */
export const formatPercent = (value: number): string => `${formatTenths(value)}%`;

/** "9", "7.5": hours as they stand in their field. */
export const hoursFigure = (hours: number): string => String(Math.round(hours * 100) / 100);

/** "7.5 h", "1,240 h" */
export const formatHours = (hours: number): string => `${formatNumber(Math.round(hours * 100) / 100)} h`;
