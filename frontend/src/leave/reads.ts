import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client";
import { FRESH } from "../api/query";
import { read } from "../api/read";
import { unwrap } from "../api/unwrap";
import { chosenIn } from "../domain/address";
import type { Schemas } from "../domain/types";

/** The kinds of leave; for HR and administrators those that are no longer in use, too. */
export const leaveTypes = () => read("/api/leave/types", {}, { topics: ["leave"], fresh: FRESH.calm });

/** Somebody's balances of a leave year, and the requests that touch it; the signed-in person's own where nobody is named. */
export const leaveOf = (year: number, userId?: string) =>
  read(
    "/api/leave/my",
    { query: { year, ...(userId === undefined ? {} : { userId }) } },
    // Whether somebody can decide hangs on their manager, of which the person is told as of their days, and on substitutions.
    { topics: ["leave", "timesheets", "settings"], fresh: FRESH.work },
  );

/** The rows of which a balance is the sum. */
export const leaveLedger = (year: number, leaveTypeId: string, userId?: string) =>
  read(
    "/api/leave/ledger",
    { query: { year, leaveTypeId, ...(userId === undefined ? {} : { userId }) } },
    { topics: ["leave"], fresh: FRESH.work },
  );

/** What a request would take, and what stands in its way. It saves nothing, so that it is a read although its parameters are a body. */
export const leavePreview = (body: Schemas["NewLeaveRequest"]) =>
  queryOptions({
    queryKey: ["POST", "/api/leave/preview", body] as const,
    queryFn: ({ signal }) => unwrap(api.POST("/api/leave/preview", { body, signal })),
    staleTime: FRESH.work,
    meta: { topics: ["leave", "timesheets", "holidays", "settings", "months"] },
  });

export const LEAVE_A_PAGE = 20;

/** The leave years that can be chosen. */
export const leaveYears = (today: string): readonly number[] => {
  const present = Number(today.slice(0, 4));
  return [present - 1, present, present + 1];
};

/** The leave year that an address names; this one where it names none that can be chosen. */
export const leaveYearIn = (search: URLSearchParams, today: string): number =>
  chosenIn(search, "year", { of: leaveYears(today), usual: Number(today.slice(0, 4)) });
