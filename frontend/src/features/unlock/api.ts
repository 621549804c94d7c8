/** Whose days can be opened, which of them, and the opening itself. */
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import type { Write } from "../../api/send";
import { unwrap, unwrapBody } from "../../api/unwrap";
import { formatDay } from "../../domain/day";
import { accountsOf } from "../../domain/people";
import type { Schemas } from "../../domain/types";
import { words } from "./messages";
import { helpedList } from "./reads";

export type Account = Schemas["User"];
export type UnlockWindow = Schemas["UnlockWindow"];
export type Unlocking = Schemas["DirectUnlockRequest"];
export type Unlocked = Schemas["DirectUnlock"];
export type Waiting = Schemas["WaitingRequest"];
export type Declining = { id: string } & Schemas["DeclineUnlockRequest"];

export const employeesToHelp = (search: string) => ({
  ...helpedList(search),
  select: accountsOf,
});

const unlocked = ({ employee, unlockRequest }: Unlocked) => ({
  message: "Timesheet Unlocked Successfully!",
  description: `${employee.name} can now fill in ${formatDay(unlockRequest.requestedDate, "long")}.`,
  durationMs: 6000,
});

const notUnlocked = (error: Error) => ({
  message: "Unlock Failed",
  description: messageOr(error, words.failedWhy),
  durationMs: 8000,
});

export const directUnlock: Write<Unlocking, Unlocked> = {
  name: "unlock",
  call: (body) => unwrap(api.POST("/api/timesheet-unlock/direct-unlock", { body })),
  topics: ["timesheets"],
  done: unlocked,
  failed: notUnlocked,
};

export const approveRequest: Write<Waiting, Unlocked> = {
  name: "approve request",
  call: ({ _id: id }) =>
    unwrap(api.POST("/api/timesheet-unlock/requests/{id}/approve", { params: { path: { id } } })),
  topics: ["timesheets"],
  // It stays out of use until it is gone from the list.
  untilFetched: true,
  done: unlocked,
  failed: notUnlocked,
};

const decline = ({ id, ...body }: Declining) =>
  unwrapBody(api.POST("/api/timesheet-unlock/requests/{id}/decline", { params: { path: { id } }, body }));

export type Declined = Awaited<ReturnType<typeof decline>>;

export const declineRequest: Write<Declining, Declined> = {
  name: "decline request",
  call: decline,
  topics: ["timesheets"],
  done: ({ message }) => message ?? "Request declined",
  failed: words.requests.decline.failed,
};
