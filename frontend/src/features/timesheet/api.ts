/** The submission of one day, and the unlocks that were given for days. */
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import type { Write } from "../../api/send";
import { unwrapBody } from "../../api/unwrap";
import { formatDay } from "../../domain/day";
import type { Schemas } from "../../domain/types";
import { writeDraft } from "./draft";
import { words } from "./messages";

export type Submission = Schemas["SubmitRequest"];
export type Unlock = Schemas["UnlockRequest"];
export type Asking = Schemas["AskForUnlockRequest"];

const submit = (body: Submission) => unwrapBody(api.POST("/api/timesheets/my", { body }));

export const submitDay = (userId: string): Write<Submission, Awaited<ReturnType<typeof submit>>> => ({
  name: "submit",
  call: submit,
  topics: ["timesheets"],
  untilFetched: true,
  learn: (_client, _answer, { date }) => writeDraft(userId, date, null),
  done: ({ message }) => message ?? "Timesheet submitted successfully!",
  failed: (error, { date }) => ({
    message: messageOr(error, words.entry.failed),
    description: formatDay(date, "long"),
  }),
});

const ask = (body: Asking) => unwrapBody(api.POST("/api/timesheet-unlock/request", { body }));
export type Asked = Awaited<ReturnType<typeof ask>>;

export const askForUnlock: Write<Asking, Asked> = {
  name: "ask for unlock",
  call: ask,
  topics: ["timesheets"],
  done: ({ message }) => message ?? "Unlock request sent",
  failed: (error, { requestedDate }) => ({
    message: messageOr(error, words.ask.failed),
    description: formatDay(requestedDate, "long"),
  }),
};
