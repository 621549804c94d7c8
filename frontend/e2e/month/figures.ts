/**
 * The figures of February 2028, on its last day, computed by hand from the entries beside them.
 *
 * Working days: 1–4, 7–11, 14, 15, 17, 18, 21–25 and 28 are 4 + 5 + 4 + 5 + 1 = 19; the 16th and the 29th are holidays. From
 * Дарья's first day, the 10th, on there are 2 + 4 + 5 + 1 = 12. More than 5 hours are a day, more than none half a day; rejected
 * ones none, and nothing counts on the 5th, 12th or 16th.
 */
import type { Figures } from "./book";
import type { Employee } from "./people";

/** The weeks as the screens call them. */
export const W5 = "January 31 – February 6, 2028";
export const W6 = "February 7 – 13, 2028";
export const W7 = "February 14 – 20, 2028";
export const W8 = "February 21 – 27, 2028";
export const W9 = "February 28 – March 5, 2028";

export const FIGURES: Readonly<Record<Employee, Figures>> = {
  // Present: 1 + ½ + 1 + 0, 1 + ½ + 3, 4, 5, 1 = 2½ + 4½ + 4 + 5 + 1 = 17; 17 / 19 = 0.8947.
  // Hours: 23.5 (19.5 and 4 on Saturday) + 36.5 + 35 + 45 + 9 = 149; the first week has 9 of January besides.
  amelie: {
    workingDays: 19,
    present: 17,
    rate: "89.5",
    rating: "Good",
    hours: "149",
    entries: 20,
    pending: 1,
    approved: 19,
    rejected: 0,
    approvedInAll: 20,
    weeks: {
      [W5]: ["Approved", "32.5"],
      [W6]: ["Approved", "36.5"],
      [W7]: ["Approved", "35"],
      [W8]: ["Approved", "45"],
      [W9]: ["Pending", "9"],
    },
  },
  // Present: 3, 5, 3, 3, 1 = 15; 15 / 19 = 0.7895. Hours: 27 + 42.5 + 27 + 27 + 9 = 132.5.
  vasilis: {
    workingDays: 19,
    present: 15,
    rate: "78.9",
    rating: "Needs Attention",
    hours: "132.5",
    entries: 16,
    pending: 8,
    approved: 8,
    rejected: 0,
    approvedInAll: 8,
    weeks: {
      [W5]: ["Approved", "27"],
      [W6]: ["Pending", "42.5"],
      [W7]: ["Pending", "27"],
      [W8]: ["Pending", "27"],
      [W9]: ["Pending", "9"],
    },
  },
  // Present: 4, 5, 4 without the holiday, 4 without the rejected day, 1 = 18; 18 / 19 = 0.9474.
  // Hours: 33.5 + 45 + 45 + 36 + 9 = 168.5; the first week has 9 of January besides, the fourth the 9 that were rejected.
  chloe: {
    workingDays: 19,
    present: 18,
    rate: "94.7",
    rating: "Good",
    hours: "168.5",
    entries: 20,
    pending: 11,
    approved: 8,
    rejected: 1,
    approvedInAll: 9,
    weeks: {
      [W5]: ["Pending", "42.5"],
      [W6]: ["Approved", "45"],
      [W7]: ["Pending", "45"],
      [W8]: ["Partially rejected", "45"],
      [W9]: ["Pending", "9"],
    },
  },
  // Emil left on the 18th, which still counts: 4 + 5 + 2 + 2 = 13 working days. Present: 3½ + 5 + 3 = 11½; 11.5 / 13 = 0.8846.
  // Hours: 32 + 42 + 27 = 101.
  emil: {
    workingDays: 13,
    present: 11.5,
    rate: "88.5",
    rating: "Good",
    hours: "101",
    entries: 12,
    pending: 3,
    approved: 9,
    rejected: 0,
    approvedInAll: 9,
    weeks: { [W5]: ["Approved", "32"], [W6]: ["Approved", "42"], [W7]: ["Pending", "27"] },
  },
  // Present: 4 + 2 + 3 + 4 + 1 = 14; 14 / 19 = 0.7368. Hours: 32.5 + 18 + 27 + 36 + 9 = 122.5.
  fatima: {
    workingDays: 19,
    present: 14,
    rate: "73.7",
    rating: "Needs Attention",
    hours: "122.5",
    entries: 14,
    pending: 10,
    approved: 4,
    rejected: 0,
    approvedInAll: 4,
    weeks: {
      [W5]: ["Approved", "32.5"],
      [W6]: ["Pending", "18"],
      [W7]: ["Pending", "27"],
      [W8]: ["Pending", "36"],
      [W9]: ["Pending", "9"],
    },
  },
  // Present: 2, 3½, 1 + ½ + ½ + 0 + 1 = 3, 1 makes 9½; 9.5 / 12 = 0.7917. Hours: 25 (7 on Saturday) + 31 + 28 + 9 = 93.
  darya: {
    workingDays: 12,
    present: 9.5,
    rate: "79.2",
    rating: "Needs Attention",
    hours: "93",
    entries: 13,
    pending: 10,
    approved: 3,
    rejected: 0,
    approvedInAll: 3,
    weeks: {
      [W6]: ["Approved", "25"],
      [W7]: ["Pending", "31"],
      [W8]: ["Pending", "28"],
      [W9]: ["Pending", "9"],
    },
  },
};

/** What each is told in the portal, newest first. Nobody reads it before the last day. */
export const NOTICES: Readonly<Record<Exclude<Employee, "emil">, readonly (readonly [string, string])[]>> = {
  amelie: [
    ["Days were approved", "5 days from 2028-02-21 to 2028-02-25"],
    ["Days were approved", "4 days from 2028-02-14 to 2028-02-18"],
    ["A day was unlocked", "2028-02-15 is open"],
    ["Days were approved", "5 days from 2028-02-07 to 2028-02-11"],
    ["Days were approved", "6 days from 2028-01-31 to 2028-02-05"],
    ["A day was unlocked", "2028-02-05 is open"],
  ],
  vasilis: [
    ["A day was unlocked", "2028-02-22 is open"],
    ["A day was unlocked", "2028-02-10 is open"],
    ["A day was frozen", "2028-02-22:"],
    ["A day was frozen", "2028-02-21:"],
    ["A day was frozen", "2028-02-17:"],
    ["Days were approved", "8 days from 2028-02-01 to 2028-02-11"],
    ["A day was frozen", "2028-02-10:"],
    ["A day was unlocked", "2028-02-04 is open"],
    ["A day was frozen", "2028-02-04:"],
    ["A day was unlocked", "2028-02-02 is open"],
    ["A day was frozen", "2028-02-02:"],
    ["A day was frozen", "2028-01-31:"],
  ],
  chloe: [
    ["A day was unlocked", "2028-02-26 is open"],
    ["A day was rejected", "2028-02-24:"],
    ["A day was unlocked", "2028-02-16 is open"],
    ["A day was unlocked", "2028-02-04 is open"],
    ["Days were approved", "5 days from 2028-02-07 to 2028-02-11"],
    ["Days were approved", "4 days from 2028-01-31 to 2028-02-03"],
    ["Days were rejected", "2 days from 2028-02-03 to 2028-02-04"],
  ],
  fatima: [
    ["A day was frozen", "2028-02-24:"],
    ["Days were approved", "4 days from 2028-02-01 to 2028-02-04"],
    ["A day was frozen", "2028-02-14:"],
    ["Days were rejected", "4 days from 2028-02-01 to 2028-02-04"],
  ],
  darya: [
    ["A day was rejected", "2028-02-18:"],
    ["Days were approved", "3 days from 2028-02-10 to 2028-02-12"],
    ["A day was unlocked", "2028-02-12 is open"],
  ],
};

/**
 * What some days say when they are chosen. A manager reaches back to Monday, HR to Friday, so for what lies before only an
 * administrator is named.
 */
export const WHY: Readonly<Record<Exclude<Employee, "emil">, readonly (readonly [string, string])[]>> = {
  amelie: [
    ["2028-02-29", "This date is a holiday. Contact Admin/HR/Manager if you worked."],
    ["2028-02-27", "Weekends cannot be selected. Contact Admin/HR if you worked."],
    ["2028-02-28", "Timesheet already submitted for this date"],
    ["2028-02-25", "This timesheet is already approved"],
  ],
  vasilis: [
    ["2028-02-21", "Frozen – no timesheet was submitted. Please contact an administrator to unlock it."],
    ["2028-02-22", "(Admin) until you use it."],
  ],
  chloe: [
    ["2028-02-24", "This day was rejected. You can correct it and submit it again."],
    ["2028-02-26", "Unlocked by Mara Lind (Manager) until you use it."],
  ],
  fatima: [["2028-02-09", "This date is locked. Please contact an administrator to unlock it."]],
  darya: [["2028-02-09", "You cannot access dates before your joining date (2028-02-10)"]],
};
