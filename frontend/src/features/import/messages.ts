/** The sentences of imports and exports. */
import type { DateForm, DecimalSign, Encoding, Kind, Separator } from "./model";

const people = (count: number) => (count === 1 ? "1 person" : `${count} people`);
const balances = (count: number) => (count === 1 ? "1 balance" : `${count} balances`);
const holidays = (count: number) => (count === 1 ? "1 holiday" : `${count} holidays`);

export const words = {
  readFailed: "Failed to read the file. Please try again.",
  applyFailed: "Failed to import. Please try again.",
  exportFailed: "Failed to export. Please try again.",
  loading: "Loading plan...",
  tooLarge: "The file is larger than 16 MiB",
  several: "Please drop one file only.",
  titles: { people: "People", balances: "Leave Balances", holidays: "Holidays" } satisfies Record<
    Kind,
    string
  >,
  leads: {
    people: "New people with their managers, salaries and working days, and changes of known people.",
    balances: "The days of leave that people bring along, by type and year.",
    holidays: "Holidays from a spreadsheet, from a calendar file, or from the table of a country.",
  } satisfies Record<Kind, string>,
  of: { people, balances, holidays } satisfies Record<Kind, (count: number) => string>,
  encodings: {
    "utf-8": "UTF-8",
    "utf-16le": "UTF-16 LE",
    "utf-16be": "UTF-16 BE",
    "windows-1252": "Windows-1252",
  } satisfies Record<Encoding, string>,
  separators: { comma: "commas", semicolon: "semicolons", tab: "tabs" } satisfies Record<Separator, string>,
  dates: {
    ymd: "Year first: 2026-04-03",
    dmy: "Day first: 03.04.2026 or 03/04/2026",
    mdy: "Month first: 04/03/2026",
  } satisfies Record<DateForm, string>,
  decimals: { comma: "Comma: 1.234,50", point: "Point: 1,234.50" } satisfies Record<DecimalSign, string>,
  datesRead: {
    ymd: "dates with the year first",
    dmy: "dates with the day first",
    mdy: "dates with the month first",
  } satisfies Record<DateForm, string>,
  decimalRead: { comma: "decimal comma", point: "decimal point" } satisfies Record<DecimalSign, string>,
  noFile: "Please choose the file.",
  change: {
    detected: "As detected",
    encodings: ["utf-8", "utf-16le", "utf-16be", "windows-1252"],
    separators: ["comma", "semicolon", "tab"],
    separatorNames: { comma: "Comma", semicolon: "Semicolon", tab: "Tab" },
  },
  questions: {
    unanswered: "Please choose one of them.",
    dates: { ymd: "The year comes first", dmy: "The day comes first", mdy: "The month comes first" },
    decimals: { comma: "The comma is the decimal sign", point: "The point is the decimal sign" },
  },
  rows: {
    tabs: { added: "Added", changed: "Changed", same: "Same", refused: "Refused" },
    label: { added: "Added rows", changed: "Changed rows", same: "Same rows", refused: "Refused rows" },
    none: {
      added: "No row is added",
      changed: "No row changes anything",
      same: "No row is there already",
      refused: "No row is refused",
    },
    who: "Who or What",
    what: { added: "Values", changed: "What Changes", same: "Note", refused: "Problem" },
    loading: "Loading rows...",
    failed: "Failed to load the rows",
    masked: "not shown",
    nothing: "–",
  },
  willInvite: (count: number) =>
    count === 1
      ? "One person gets an email with a link to set the first password. A link that was sent before ends."
      : `${count} people get an email with a link to set the first password. Links that were sent before end.`,
  apply: {
    importing: "Importing...",
    dayOfImport: "The day of the import",
    noDate: "Please choose a date.",
  },
} as const;
