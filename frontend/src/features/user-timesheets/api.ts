/** The file of a month, and whose it is. */
import { api } from "../../api/client";
import { downloadFile } from "../../api/download";
import type { Write } from "../../api/send";
import { firstDay, formatDay, type Month } from "../../domain/day";
import type { Schemas } from "../../domain/types";
import { whyNoFile } from "./messages";

export type Person = Schemas["User"];

export const downloadMonth: Write<{ person: Person; month: Month }, string> = {
  name: "download month",
  call: ({ person, month: { month, year } }) => {
    const name = formatDay(firstDay({ month, year }), "monthName");
    const query = { userId: person._id, month, year };
    return downloadFile(
      api.GET("/api/timesheets/download", { params: { query }, parseAs: "blob" }),
      `${person.firstName}_${person.lastName}_timesheet_${name}_${year}.csv`,
    );
  },
  done: "Timesheet downloaded successfully!",
  failed: whyNoFile,
};
