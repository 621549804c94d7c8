/**
 * May 2028, worked out by hand. Amélie and Emil work by the organisation's pattern: Monday to Friday, a full day 9 hours and half a
 * day 5, from Monday the 15th on 8 and 4. Βασίλης works Tuesday to Saturday, 8 and 4. Chloé works Tuesday to Friday, 6 and 3, and from
 * Monday the 22nd on as the organisation does. Saturday the 13th and Thursday the 25th are holidays.
 */
import type { Book, Page } from "./book";

export type Crew = "amelie" | "chloe" | "emil" | "vasilis";

const may = (...days: readonly number[]) => days.map((day) => `2028-05-${String(day).padStart(2, "0")}`);

export const M1 = "May 1 – 7, 2028";
export const M2 = "May 8 – 14, 2028";
export const M3 = "May 15 – 21, 2028";
export const M4 = "May 22 – 28, 2028";
export const M5 = "May 29 – June 4, 2028";

export const WHICH_BUOY = "Which buoy was it?";

const DIARY: readonly Page<Crew>[] = [
  { date: "2028-04-30", hours: {}, frozen: {} },
  { date: "2028-05-01", hours: { amelie: 9, emil: 9 }, frozen: {} },
  { date: "2028-05-02", hours: { amelie: 9, chloe: 6, emil: 5, vasilis: 8 }, frozen: {} },
  { date: "2028-05-03", hours: { amelie: 9, chloe: 3.5, vasilis: 4 }, frozen: {} },
  {
    date: "2028-05-04",
    hours: { amelie: 9, chloe: 3, emil: 9, vasilis: 8 },
    frozen: { emil: may(3) },
    mailed: { emil: may(3) },
  },
  {
    date: "2028-05-05",
    hours: { amelie: 9, chloe: 6, emil: 9, vasilis: 8 },
    frozen: { emil: may(3) },
  },
  { date: "2028-05-06", hours: { vasilis: 5 }, frozen: { emil: may(3) } },
  { date: "2028-05-08", hours: { amelie: 9, emil: 9 }, frozen: { emil: may(3) } },
  { date: "2028-05-09", hours: { amelie: 9, chloe: 6, emil: 9, vasilis: 8 }, frozen: {} },
  { date: "2028-05-10", hours: { amelie: 9, chloe: 6, emil: 9, vasilis: 8 }, frozen: {} },
  { date: "2028-05-11", hours: { chloe: 6, emil: 9, vasilis: 8 }, frozen: {} },
  {
    date: "2028-05-12",
    hours: { amelie: 9, emil: 9, vasilis: 8 },
    frozen: { amelie: may(11) },
    mailed: { amelie: may(11) },
  },
  { date: "2028-05-13", hours: {}, frozen: { chloe: may(12) }, mailed: { chloe: may(12) } },
  { date: "2028-05-15", hours: { amelie: 8, emil: 4.5 }, frozen: { chloe: may(12) } },
  {
    date: "2028-05-16",
    hours: { amelie: 8, chloe: 6, emil: 8, vasilis: 8 },
    frozen: { chloe: may(12) },
  },
  { date: "2028-05-17", hours: { amelie: 4, chloe: 3, emil: 8, vasilis: 8 }, frozen: {} },
  { date: "2028-05-18", hours: { amelie: 8, chloe: 6, emil: 8 }, frozen: {} },
  {
    date: "2028-05-19",
    hours: { amelie: 8, chloe: 6, emil: 8, vasilis: 8 },
    frozen: { vasilis: may(18) },
    mailed: { vasilis: may(18) },
  },
  { date: "2028-05-20", hours: { vasilis: 8 }, frozen: {} },
  { date: "2028-05-22", hours: { amelie: 8, chloe: 8 }, frozen: {} },
  {
    date: "2028-05-23",
    hours: { amelie: 8, chloe: 8, emil: 8, vasilis: 8 },
    frozen: { emil: may(22) },
    mailed: { emil: may(22) },
  },
  {
    date: "2028-05-24",
    hours: { amelie: 8, chloe: 4, emil: 8, vasilis: 8 },
    frozen: { emil: may(22) },
  },
  { date: "2028-05-25", hours: {}, frozen: {} },
  { date: "2028-05-26", hours: { amelie: 8, chloe: 8, vasilis: 8 }, frozen: {} },
  { date: "2028-05-27", hours: { vasilis: 4 }, frozen: { emil: may(26) } },
  { date: "2028-05-29", hours: { amelie: 8, chloe: 8, emil: 0 }, frozen: { emil: may(26) } },
  // A week after the last mail, though nothing new is frozen.
  {
    date: "2028-05-30",
    hours: { amelie: 8, chloe: 8, vasilis: 8 },
    frozen: { emil: may(26) },
    mailed: { emil: may(26) },
  },
  {
    date: "2028-05-31",
    hours: { amelie: 8, chloe: 8, emil: 8, vasilis: 8 },
    frozen: { emil: may(26, 30) },
  },
  { date: "2028-06-01", hours: {}, frozen: { emil: may(26, 30) } },
];

export const MAY: Book<Crew> = {
  month: "2028-05",
  name: "May 2028",
  morning: "T09:00:00+12:00",
  people: ["amelie", "chloe", "emil", "vasilis"],
  diary: DIARY,
  // Weeks from Monday to Sunday; d is a day off that is no weekend.
  pictures: {
    amelie: "aaaaaww aaaaahw aaaaaww ppphpww ppp",
    chloe: "daaaaww daaaphw dppppww ppphpww ppp",
    emil: "aaaaaww araaahw pppppww ppphfww pfp",
    vasilis: "daaaaaw daaaahw daaaaaw dpppppw dpp",
  },
  entries: {
    amelie: [
      ["2028-05-01", "Monday", 9, "approved"],
      ["2028-05-02", "Tuesday", 9, "approved"],
      ["2028-05-03", "Wednesday", 9, "approved"],
      ["2028-05-04", "Thursday", 9, "approved"],
      ["2028-05-05", "Friday", 9, "approved"],
      ["2028-05-08", "Monday", 9, "approved"],
      ["2028-05-09", "Tuesday", 9, "approved"],
      ["2028-05-10", "Wednesday", 9, "approved"],
      ["2028-05-11", "Thursday", 9, "approved"],
      ["2028-05-12", "Friday", 9, "approved"],
      ["2028-05-15", "Monday", 8, "approved"],
      ["2028-05-16", "Tuesday", 8, "approved"],
      ["2028-05-17", "Wednesday", 4, "approved"],
      ["2028-05-18", "Thursday", 8, "approved"],
      ["2028-05-19", "Friday", 8, "approved"],
      ["2028-05-22", "Monday", 8, "pending"],
      ["2028-05-23", "Tuesday", 8, "pending"],
      ["2028-05-24", "Wednesday", 8, "pending"],
      ["2028-05-26", "Friday", 8, "pending"],
      ["2028-05-29", "Monday", 8, "pending"],
      ["2028-05-30", "Tuesday", 8, "pending"],
      ["2028-05-31", "Wednesday", 8, "pending"],
    ],
    chloe: [
      ["2028-05-02", "Tuesday", 6, "approved"],
      ["2028-05-03", "Wednesday", 3.5, "approved"],
      ["2028-05-04", "Thursday", 3, "approved"],
      ["2028-05-05", "Friday", 6, "approved"],
      ["2028-05-09", "Tuesday", 6, "approved"],
      ["2028-05-10", "Wednesday", 6, "approved"],
      ["2028-05-11", "Thursday", 6, "approved"],
      ["2028-05-12", "Friday", 6, "pending"],
      ["2028-05-16", "Tuesday", 6, "pending"],
      ["2028-05-17", "Wednesday", 3, "pending"],
      ["2028-05-18", "Thursday", 6, "pending"],
      ["2028-05-19", "Friday", 6, "pending"],
      ["2028-05-22", "Monday", 8, "pending"],
      ["2028-05-23", "Tuesday", 8, "pending"],
      ["2028-05-24", "Wednesday", 4, "pending"],
      ["2028-05-26", "Friday", 8, "pending"],
      ["2028-05-29", "Monday", 8, "pending"],
      ["2028-05-30", "Tuesday", 8, "pending"],
      ["2028-05-31", "Wednesday", 8, "pending"],
    ],
    emil: [
      ["2028-05-01", "Monday", 9, "approved"],
      ["2028-05-02", "Tuesday", 5, "approved"],
      ["2028-05-03", "Wednesday", 9, "approved"],
      ["2028-05-04", "Thursday", 9, "approved"],
      ["2028-05-05", "Friday", 9, "approved"],
      ["2028-05-08", "Monday", 9, "approved"],
      ["2028-05-09", "Tuesday", 9, "rejected"],
      ["2028-05-10", "Wednesday", 9, "approved"],
      ["2028-05-11", "Thursday", 9, "approved"],
      ["2028-05-12", "Friday", 9, "approved"],
      ["2028-05-15", "Monday", 4.5, "pending"],
      ["2028-05-16", "Tuesday", 8, "pending"],
      ["2028-05-17", "Wednesday", 8, "pending"],
      ["2028-05-18", "Thursday", 8, "pending"],
      ["2028-05-19", "Friday", 8, "pending"],
      ["2028-05-22", "Monday", 8, "pending"],
      ["2028-05-23", "Tuesday", 8, "pending"],
      ["2028-05-24", "Wednesday", 8, "pending"],
      ["2028-05-29", "Monday", 0, "pending"],
      ["2028-05-31", "Wednesday", 8, "pending"],
    ],
    vasilis: [
      ["2028-05-02", "Tuesday", 8, "approved"],
      ["2028-05-03", "Wednesday", 4, "approved"],
      ["2028-05-04", "Thursday", 8, "approved"],
      ["2028-05-05", "Friday", 8, "approved"],
      ["2028-05-06", "Saturday", 5, "approved"],
      ["2028-05-09", "Tuesday", 8, "approved"],
      ["2028-05-10", "Wednesday", 8, "approved"],
      ["2028-05-11", "Thursday", 8, "approved"],
      ["2028-05-12", "Friday", 8, "approved"],
      ["2028-05-16", "Tuesday", 8, "approved"],
      ["2028-05-17", "Wednesday", 8, "approved"],
      ["2028-05-18", "Thursday", 8, "approved"],
      ["2028-05-19", "Friday", 8, "approved"],
      ["2028-05-20", "Saturday", 8, "approved"],
      ["2028-05-23", "Tuesday", 8, "pending"],
      ["2028-05-24", "Wednesday", 8, "pending"],
      ["2028-05-25", "Thursday", 8, "pending"],
      ["2028-05-26", "Friday", 8, "pending"],
      ["2028-05-27", "Saturday", 4, "pending"],
      ["2028-05-30", "Tuesday", 8, "pending"],
      ["2028-05-31", "Wednesday", 8, "pending"],
    ],
  },
  comments: { "emil 2028-05-09": WHICH_BUOY },
  figures: {
    // Working days: 5 + 5 + 5 + 4 + 3 = 22. Present: 5, 5, 4½ (4 hours are half of 8), 4, 3 = 21½; 21.5 / 22 = 0.9773.
    // Hours: 45 + 45 + 36 + 32 + 24 = 182.
    amelie: {
      workingDays: 22,
      present: 21.5,
      rate: "97.7",
      rating: "Good",
      hours: "182",
      entries: 22,
      pending: 7,
      approved: 15,
      rejected: 0,
      approvedInAll: 15,
      weeks: {
        [M1]: ["Approved", "45"],
        [M2]: ["Approved", "45"],
        [M3]: ["Approved", "36"],
        [M4]: ["Pending", "32"],
        [M5]: ["Pending", "24"],
      },
    },
    // Working days: 4 + 4 + 4 as a part-timer, 4 + 3 after that = 19. Present: 3½ (3 hours are half a day, 3.5 a whole one), 4, 3½,
    // 3½ (4 hours are half of 8), 3 = 17½; 17.5 / 19 = 0.9211. Hours: 18.5 + 24 + 21 + 28 + 24 = 115.5.
    chloe: {
      workingDays: 19,
      present: 17.5,
      rate: "92.1",
      rating: "Good",
      hours: "115.5",
      entries: 19,
      pending: 12,
      approved: 7,
      rejected: 0,
      approvedInAll: 7,
      weeks: {
        [M1]: ["Approved", "18.5"],
        [M2]: ["Pending", "24"],
        [M3]: ["Pending", "21"],
        [M4]: ["Pending", "28"],
        [M5]: ["Pending", "24"],
      },
    },
    // Present: 4½ (5 hours are half of 9), 4 without the rejected day, 5 (4.5 hours are more than half of 8), 3, 1 without hours on the
    // 29th = 17½; 17.5 / 22 = 0.7955. Hours: 41 + 36 + 36.5 + 24 + 8 = 145.5; the second week has the 9 that were rejected besides.
    emil: {
      workingDays: 22,
      present: 17.5,
      rate: "79.5",
      rating: "Needs Attention",
      hours: "145.5",
      entries: 20,
      pending: 10,
      approved: 9,
      rejected: 1,
      approvedInAll: 9,
      weeks: {
        [M1]: ["Approved", "41"],
        [M2]: ["Partially rejected", "45"],
        [M3]: ["Pending", "36.5"],
        [M4]: ["Pending", "24"],
        [M5]: ["Pending", "8"],
      },
    },
    // Working days: 5, 4 without the holiday on Saturday, 5, 4 without that on Thursday, 2 = 20. Present: 4½ (4 hours are half of 8, the
    // 5 of Saturday a whole day), 4, 5, 3½ (the holiday counts nothing, Saturday half a day), 2 = 19; 19 / 20 = 0.95.
    // Hours: 33 + 32 + 40 + 36 + 16 = 157.
    vasilis: {
      workingDays: 20,
      present: 19,
      rate: "95.0",
      rating: "Good",
      hours: "157",
      entries: 21,
      pending: 7,
      approved: 14,
      rejected: 0,
      approvedInAll: 14,
      weeks: {
        [M1]: ["Approved", "33"],
        [M2]: ["Approved", "32"],
        [M3]: ["Approved", "40"],
        [M4]: ["Pending", "36"],
        [M5]: ["Pending", "16"],
      },
    },
  },
  notices: {
    amelie: [
      ["Days were approved", "5 days from 2028-05-15 to 2028-05-19"],
      ["Days were approved", "5 days from 2028-05-08 to 2028-05-12 (Nils Öberg for Mara Lind)"],
      ["A day was unlocked", "2028-05-11 is open"],
      ["A day was frozen", "2028-05-11:"],
      ["Days were approved", "5 days from 2028-05-01 to 2028-05-05"],
    ],
    chloe: [
      ["Your working days change", "From 2028-05-22: Monday to Friday, full day 8 h, half day 4 h."],
      ["Days were approved", "3 days from 2028-05-09 to 2028-05-11"],
      ["A day was unlocked", "2028-05-12 is open"],
      ["A day was frozen", "2028-05-12:"],
      ["Days were approved", "4 days from 2028-05-02 to 2028-05-05"],
      ["Your working days change", "From 2028-05-01: Tuesday to Friday, full day 6 h, half day 3 h."],
    ],
    emil: [
      ["A day was frozen", "2028-05-30:"],
      ["A day was frozen", "2028-05-26:"],
      ["A day was unlocked", "2028-05-22 is open"],
      ["A day was frozen", "2028-05-22:"],
      ["Days were approved", "5 days from 2028-05-03 to 2028-05-12 (Nils Öberg for Mara Lind)"],
      ["A day was rejected", `2028-05-09: ${WHICH_BUOY} (Nils Öberg for Mara Lind)`],
      ["A day was unlocked", "2028-05-03 is open for you to fill in, as you asked."],
      ["Days were approved", "4 days from 2028-05-01 to 2028-05-05"],
      ["A day was frozen", "2028-05-03:"],
    ],
    vasilis: [
      ["A day was unlocked", "2028-05-25 is open"],
      ["Days were approved", "5 days from 2028-05-16 to 2028-05-20"],
      ["A day was unlocked", "2028-05-18 is open for you to fill in, as you asked."],
      ["A day was frozen", "2028-05-18:"],
      ["Days were approved", "4 days from 2028-05-09 to 2028-05-12 (Nils Öberg for Mara Lind)"],
      ["Days were approved", "5 days from 2028-05-02 to 2028-05-06"],
      ["Your working days change", "From 2028-05-01: Tuesday to Saturday, full day 8 h, half day 4 h."],
    ],
  },
  // On Wednesday the 31st, when managers reach two working days back as HR does: for Emil to Monday the 29th, for Βασίλης to Saturday
  // the 27th.
  why: {
    amelie: [["2028-05-27", "Weekends cannot be selected. Contact Admin if you worked."]],
    chloe: [["2028-05-15", "This is not one of your working days. Contact Admin if you worked."]],
    emil: [
      ["2028-05-30", "Frozen – no timesheet was submitted. Please contact your manager to unlock it."],
      ["2028-05-26", "Frozen – no timesheet was submitted. Please contact an administrator to unlock it."],
      ["2028-05-09", "This rejected timesheet requires approval to unlock."],
    ],
    vasilis: [
      ["2028-05-29", "This is not one of your working days. Contact Admin/HR/Manager if you worked."],
      ["2028-05-22", "This is not one of your working days. Contact Admin if you worked."],
    ],
  },
};
