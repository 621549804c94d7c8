/** What the screens make of the server's rows: an ID for people without one, an order, a search, three counts. It rates nobody. */
import { formatDay, type Month, monthKey, parseMonth } from "../../domain/day";
import type { Schemas } from "../../domain/types";
import type { List } from "../../ui/use-list";

type Answered = Schemas["AttendanceRow"];
export type Row = Answered & {
  /** Its place in the server's answer, which no order and no search changes. */
  readonly place: number;
};

export const CHOICES = {
  month: "words",
  order: { of: ["name", "lowest", "highest"], usual: "name" },
} as const;
export type Order = (typeof CHOICES.order.of)[number];
export type View = List<typeof CHOICES, "page">;

/** Stands for the employee ID of people without one: the sequence of the IDs begins here. */
const FIRST_ID = 1001;

export function rowsOf(answer: readonly Answered[]): Row[] {
  return answer.map((row, place) => ({
    ...row,
    place,
    employeeId: row.employeeId || `EMP${FIRST_ID + place}`,
  }));
}

export function tallyOf(rows: readonly Row[]) {
  const good = rows.filter((row) => row.rating === "good").length;
  return { total: rows.length, good, attention: rows.length - good };
}

/** As it is compared: a reader who types "andre" means André, too. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase("en");

export function matching(rows: readonly Row[], search: string): readonly Row[] {
  const wanted = plain(search);
  if (wanted === "") return rows;
  return rows.filter((row) => plain(row.name).includes(wanted) || plain(row.employeeId).includes(wanted));
}

/** The server's own order is by name. A missing rate stands last, whichever way the others go. */
export function ordered(rows: readonly Row[], order: Order): readonly Row[] {
  if (order === "name") return rows;
  const sign = order === "lowest" ? 1 : -1;
  return [...rows].sort((one, other) => {
    if (one.attendanceRate === null || other.attendanceRate === null) {
      return Number(one.attendanceRate === null) - Number(other.attendanceRate === null);
    }
    return sign * (one.attendanceRate - other.attendanceRate);
  });
}

/** How many years before the present one can be chosen. */
const YEARS_BACK = 4;
const MONTHS = 12;

/** The newest first. */
export function yearsUntil(now: Month): number[] {
  return Array.from({ length: YEARS_BACK + 1 }, (_, back) => now.year - back);
}

/** The months of that year that have begun. */
export function monthsOf(year: number, now: Month): number[] {
  return Array.from({ length: year < now.year ? MONTHS : now.month }, (_, index) => index + 1);
}

/** The month that an address names; the present one where it names none that can be chosen. */
export function monthNamed(text: string, now: Month): Month {
  const month = parseMonth(text);
  if (month === null || month.year < now.year - YEARS_BACK || monthKey(month) > monthKey(now)) return now;
  return month;
}

/** "June 2026" */
export const nameOfMonth = (month: string): string => formatDay(`${month}-01`, "month");

/** "Jun", as it stands below a bar. */
export const labelOfMonth = (month: string): string => formatDay(`${month}-01`, "monthName").slice(0, 3);
