/** The file of a month, and whose it is. */
import { downloadFile } from "../../api/download";
import type { components } from "../../api/schema";
import type { Write } from "../../api/send";
import { firstDay, formatDay, type Month } from "../../domain/day";
import { whyNoFile, words } from "./messages";

export type Person = components["schemas"]["User"];

export const downloadMonth: Write<{ person: Person; month: Month }, string> = {
  name: "download month",
  call: ({ person, month: { month, year } }) => {
    const name = formatDay(firstDay({ month, year }), "monthName");
    return downloadFile(
      "/api/timesheets/download",
      { userId: person._id, month, year },
      `${person.firstName}_${person.lastName}_timesheet_${name}_${year}.csv`,
    );
  },
  done: () => words.downloaded,
  failed: whyNoFile,
};
