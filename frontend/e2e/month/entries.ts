/**
 * What stands in the portal at the end of the month, entry by entry, worked out by hand from the diary and the story: the day, its
 * weekday, the hours, the status. A description stands where it is not the person's usual one.
 *
 * Beside it each month as a picture, a letter for each day from Tuesday the 1st to Tuesday the 29th, in the groups
 * `1–4 5–6 7–11 12–13 14–18 19–20 21–25 26–27 28–29`: a approved, p pending, r rejected, u unlocked, h holiday, w weekend, f frozen,
 * l past (locked), b before joining. A day with an entry is of the entry, be it a holiday or not.
 */
import type { Entry } from "./book";
import type { Employee } from "./people";

/** What a spreadsheet would compute. In the file an apostrophe stands in front of it. */
export const FORMULA = '=SUM(B2:B9) "north", east\nand the west quay 🚢';
export const TOO_THIN = "Which quays? And what with?";
export const LATE = "The timetable of the islands, at last";

export const PICTURES: Readonly<Record<Employee, string>> = {
  amelie: "aaaa aw aaaaa hw aahaa ww aaaaa ww ph",
  vasilis: "aaaa ww aaapa hw pphfp ww fuppp ww ph",
  chloe: "aaap ww aaaaa hw ppppp ww ppprp uw ph",
  emil: "aaaa ww aaaaa hw pphpl ww lllll ww lh",
  fatima: "aaaa ww plllp hw fphpp ww pppfp ww ph",
  darya: "bbbb bb bbbaa aw pphpp ww ppppp ww ph",
};

/** Those of January, which no figure of February may count. */
export const JANUARY: Readonly<Partial<Record<Employee, Entry>>> = {
  amelie: ["2028-01-31", "Monday", 9, "approved"],
  chloe: ["2028-01-31", "Monday", 9, "approved"],
};

export const ENTRIES: Readonly<Record<Employee, readonly Entry[]>> = {
  amelie: [
    ["2028-02-01", "Tuesday", 9, "approved", FORMULA],
    ["2028-02-02", "Wednesday", 5, "approved"],
    ["2028-02-03", "Thursday", 5.5, "approved"],
    ["2028-02-04", "Friday", 0, "approved"],
    ["2028-02-05", "Saturday", 4, "approved", "The storm took two bollards"],
    ["2028-02-07", "Monday", 9, "approved"],
    ["2028-02-08", "Tuesday", 0.5, "approved"],
    ["2028-02-09", "Wednesday", 9, "approved"],
    ["2028-02-10", "Thursday", 9, "approved"],
    ["2028-02-11", "Friday", 9, "approved"],
    ["2028-02-14", "Monday", 9, "approved"],
    ["2028-02-15", "Tuesday", 8, "approved", "Survey of the north quay, until four"],
    ["2028-02-17", "Thursday", 9, "approved"],
    ["2028-02-18", "Friday", 9, "approved"],
    ["2028-02-21", "Monday", 9, "approved"],
    ["2028-02-22", "Tuesday", 9, "approved"],
    ["2028-02-23", "Wednesday", 9, "approved"],
    ["2028-02-24", "Thursday", 9, "approved"],
    ["2028-02-25", "Friday", 9, "approved"],
    ["2028-02-28", "Monday", 9, "pending"],
  ],
  vasilis: [
    ["2028-02-01", "Tuesday", 9, "approved"],
    ["2028-02-02", "Wednesday", 9, "approved", "Was up on crane 4 without a network"],
    ["2028-02-03", "Thursday", 0, "approved"],
    ["2028-02-04", "Friday", 9, "approved", "Greased crane 5"],
    ["2028-02-07", "Monday", 8.5, "approved"],
    ["2028-02-08", "Tuesday", 9, "approved"],
    ["2028-02-09", "Wednesday", 7, "approved"],
    ["2028-02-10", "Thursday", 9, "pending", "Inspection of crane 2"],
    ["2028-02-11", "Friday", 9, "approved"],
    ["2028-02-14", "Monday", 9, "pending"],
    ["2028-02-15", "Tuesday", 9, "pending"],
    ["2028-02-18", "Friday", 9, "pending"],
    ["2028-02-23", "Wednesday", 9, "pending"],
    ["2028-02-24", "Thursday", 9, "pending"],
    ["2028-02-25", "Friday", 9, "pending"],
    ["2028-02-28", "Monday", 9, "pending"],
  ],
  chloe: [
    ["2028-02-01", "Tuesday", 9, "approved"],
    ["2028-02-02", "Wednesday", 9, "approved"],
    ["2028-02-03", "Thursday", 8, "approved", "The timetable of the ferries, without the islands"],
    ["2028-02-04", "Friday", 7.5, "pending", LATE],
    ["2028-02-07", "Monday", 9, "approved"],
    ["2028-02-08", "Tuesday", 9, "approved"],
    ["2028-02-09", "Wednesday", 9, "approved"],
    ["2028-02-10", "Thursday", 9, "approved"],
    ["2028-02-11", "Friday", 9, "approved"],
    ["2028-02-14", "Monday", 9, "pending"],
    ["2028-02-15", "Tuesday", 9, "pending"],
    ["2028-02-16", "Wednesday", 9, "pending", "Notices of the holiday timetable"],
    ["2028-02-17", "Thursday", 9, "pending"],
    ["2028-02-18", "Friday", 9, "pending"],
    ["2028-02-21", "Monday", 9, "pending"],
    ["2028-02-22", "Tuesday", 9, "pending"],
    ["2028-02-23", "Wednesday", 9, "pending"],
    ["2028-02-24", "Thursday", 9, "rejected"],
    ["2028-02-25", "Friday", 9, "pending"],
    ["2028-02-28", "Monday", 9, "pending"],
  ],
  emil: [
    ["2028-02-01", "Tuesday", 9, "approved"],
    ["2028-02-02", "Wednesday", 9, "approved"],
    ["2028-02-03", "Thursday", 5, "approved"],
    ["2028-02-04", "Friday", 9, "approved"],
    ["2028-02-07", "Monday", 9, "approved"],
    ["2028-02-08", "Tuesday", 6, "approved", "Scraped the green buoy"],
    ["2028-02-09", "Wednesday", 9, "approved"],
    ["2028-02-10", "Thursday", 9, "approved"],
    ["2028-02-11", "Friday", 9, "approved"],
    ["2028-02-14", "Monday", 9, "pending"],
    ["2028-02-15", "Tuesday", 9, "pending"],
    ["2028-02-17", "Thursday", 9, "pending"],
  ],
  fatima: [
    ["2028-02-01", "Tuesday", 8, "approved", "Letters to the shipping lines, 12 of them"],
    ["2028-02-02", "Wednesday", 8, "approved", "Letters to the shipping lines, 9 of them"],
    ["2028-02-03", "Thursday", 8, "approved", "Letters to the shipping lines, 14 of them"],
    ["2028-02-04", "Friday", 8.5, "approved", "Letters to the shipping lines, 15 of them"],
    ["2028-02-07", "Monday", 9, "pending"],
    ["2028-02-11", "Friday", 9, "pending"],
    ["2028-02-15", "Tuesday", 9, "pending"],
    ["2028-02-17", "Thursday", 9, "pending"],
    ["2028-02-18", "Friday", 9, "pending"],
    ["2028-02-21", "Monday", 9, "pending"],
    ["2028-02-22", "Tuesday", 9, "pending"],
    ["2028-02-23", "Wednesday", 9, "pending"],
    ["2028-02-25", "Friday", 9, "pending"],
    ["2028-02-28", "Monday", 9, "pending"],
  ],
  darya: [
    ["2028-02-10", "Thursday", 9, "approved"],
    ["2028-02-11", "Friday", 9, "approved"],
    ["2028-02-12", "Saturday", 7, "approved", "Дежурство в праздник"],
    ["2028-02-14", "Monday", 9, "pending"],
    ["2028-02-15", "Tuesday", 9, "pending"],
    ["2028-02-17", "Thursday", 9, "pending"],
    ["2028-02-18", "Friday", 4, "pending", "Сметы для нового причала, без свай"],
    ["2028-02-21", "Monday", 9, "pending"],
    ["2028-02-22", "Tuesday", 5, "pending"],
    ["2028-02-23", "Wednesday", 5, "pending"],
    ["2028-02-24", "Thursday", 0, "pending"],
    ["2028-02-25", "Friday", 9, "pending"],
    ["2028-02-28", "Monday", 9, "pending"],
  ],
};

/** What still stands as the manager's comment: of all rejections only the one that nobody has corrected. */
export const COMMENTS: Readonly<Record<string, string>> = { "chloe 2028-02-24": TOO_THIN };
