import { FRESH } from "../api/query";
import { read } from "../api/read";

/** Of the organisation, or of a person. */
export const workPatternsOf = (userId?: string) =>
  read(
    "/api/work-patterns",
    { query: userId === undefined ? {} : { userId } },
    { topics: ["settings"], fresh: FRESH.calm },
  );
