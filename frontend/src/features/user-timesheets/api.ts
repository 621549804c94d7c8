/** The file of a month, and whose it is. */
import { downloadFile } from "../../api/download";
import type { components } from "../../api/schema";
import { firstDay, formatDay, type Month } from "../../domain/day";

export type Person = components["schemas"]["User"];

export const downloadMonth = (person: Person) => ({
  mutationFn: ({ month, year }: Month) => {
    const name = formatDay(firstDay({ month, year }), "monthName");
    return downloadFile(
      "/api/timesheets/download",
      { userId: person._id, month, year },
      `${person.firstName}_${person.lastName}_timesheet_${name}_${year}.csv`,
    );
  },
});
