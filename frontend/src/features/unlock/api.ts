/** Whose days can be opened, which of them, and the opening itself. */
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import { personQueries } from "../../api/reads";
import type { components } from "../../api/schema";
import type { Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import { formatDay } from "../../domain/day";
import { accountsOf } from "../../domain/people";
import { words } from "./messages";

type Schemas = components["schemas"];
export type Account = Schemas["User"];
export type UnlockWindow = Schemas["UnlockWindow"];
export type Unlocking = Schemas["DirectUnlockRequest"];
export type Unlocked = Schemas["DirectUnlock"];

/** As many people as are fetched at once. Where there are more, the server searches among them. */
export const LIST_LIMIT = 100;

/** Those who can be helped: a blocked or inactive account cannot fill in anything. */
export const employeesToHelp = (search: string) => ({
  ...personQueries.list({ role: "Employee", status: "active", page: 1, limit: LIST_LIMIT, search }),
  select: accountsOf,
});

export const directUnlock: Write<Unlocking, Unlocked> = {
  name: "unlock",
  call: (body) => unwrap(api.POST("/api/timesheet-unlock/direct-unlock", { body })),
  topics: ["timesheets"],
  done: ({ employee, unlockRequest }) => ({
    message: words.done,
    description: words.doneFor(employee.name, formatDay(unlockRequest.requestedDate, "long")),
    durationMs: 6000,
  }),
  failed: (error) => ({
    message: words.failed,
    description: messageOr(error, words.failedWhy),
    durationMs: 8000,
  }),
};
