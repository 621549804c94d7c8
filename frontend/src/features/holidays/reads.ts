import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { upcomingHolidays } from "../../api/reads";

export const holidaysOf = (year: number) =>
  read("/api/holidays", { query: { year } }, { topics: ["holidays"], fresh: FRESH.calm });

export const reads: Reads = ({ today, search }) => {
  const year = search.get("year") ?? "";
  return [holidaysOf(Number((/^\d{4}$/.test(year) ? year : today).slice(0, 4))), upcomingHolidays()];
};
