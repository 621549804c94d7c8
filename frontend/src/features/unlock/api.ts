/** Whose days can be opened, which of them, and the opening itself. */
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import type { components } from "../../api/schema";
import type { Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import { formatDay } from "../../domain/day";
import { accountsOf } from "../../domain/people";
import { words } from "./messages";
import { helpedList } from "./reads";

type Schemas = components["schemas"];
export type Account = Schemas["User"];
export type UnlockWindow = Schemas["UnlockWindow"];
export type Unlocking = Schemas["DirectUnlockRequest"];
export type Unlocked = Schemas["DirectUnlock"];

export const employeesToHelp = (search: string) => ({
  ...helpedList(search),
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
