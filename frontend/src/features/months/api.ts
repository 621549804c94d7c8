/** What HR and administrators ask of the months, and what they do with one. */
import { api } from "../../api/client";
import { downloadFile } from "../../api/download";
import { FRESH } from "../../api/query";
import { read } from "../../api/read";
import type { Write } from "../../api/send";
import { unwrap, unwrapBody } from "../../api/unwrap";
import type { Schemas } from "../../domain/types";
import { words } from "./messages";
import { type Blocker, monthName, PAGE_SIZE } from "./model";

const paged = (page: number, search = "") => ({
  ...(search === "" ? {} : { search }),
  page,
  limit: PAGE_SIZE,
});

/** The people of a month that is not closed, those first who are not ready. */
export const readinessOf = (month: string, blocker: Blocker, search: string, page: number) =>
  read(
    "/api/months/{month}/readiness",
    { path: { month }, query: { ...(blocker === "all" ? {} : { blocker }), ...paged(page, search) } },
    { topics: ["months", "timesheets", "leave", "users"], fresh: FRESH.work },
  );

/** A revision, or the newest one where none is named. */
export const payrollOf = (month: string, revision: number, search: string, page: number) =>
  read(
    "/api/months/{month}/payroll",
    { path: { month }, query: { ...(revision === 0 ? {} : { revision }), ...paged(page, search) } },
    { topics: ["months"], fresh: FRESH.work },
  );

/** Revisions never change, and neither does what differs between two of them. */
export const differencesOf = (month: string, from: number, to: number, page: number) =>
  read(
    "/api/months/{month}/differences",
    { path: { month }, query: { from, to, ...paged(page) } },
    { topics: [], fresh: Number.POSITIVE_INFINITY },
  );

const at = (month: string) => ({ params: { path: { month } } });

export type Reminding = {
  readonly month: string;
  readonly kind: Schemas["ReminderKind"];
  /** Everybody where it is empty. */
  readonly userIds: readonly string[];
};

export const remind: Write<Reminding, Schemas["Reminded"]> = {
  name: "remind about month",
  call: ({ month, kind, userIds }) =>
    unwrap(
      api.POST("/api/months/{month}/remind", {
        ...at(month),
        body: { kind, ...(userIds.length > 0 && { userIds: [...userIds] }) },
      }),
    ),
  topics: ["months"],
  done: ({ reminded, unreachable }) => ({
    message: reminded > 0 ? words.open.told(reminded) : "Nobody left to remind today",
    ...(unreachable > 0 && { description: words.open.unreachable(unreachable) }),
  }),
  failed: "Failed to remind",
};

export type Accepting = {
  readonly month: string;
  readonly items: Schemas["AcceptItem"][];
  readonly note: string;
};

export const acceptAsAbsent: Write<Accepting, Schemas["AcceptedDays"]> = {
  name: "accept as absent",
  call: ({ month, ...body }) => unwrap(api.POST("/api/months/{month}/accept", { ...at(month), body })),
  topics: ["months"],
  done: ({ accepted }) => words.accept.accepted(accepted),
  failed: words.accept.failed,
};

export type MonthAnswer = { readonly message?: string; readonly data: Schemas["MonthData"] };

/** With a reason where somebody is not ready. */
export type Closing = { readonly month: string; readonly reason: string | null };

export const closeMonth: Write<Closing, MonthAnswer> = {
  name: "close month",
  call: ({ month, reason }) =>
    unwrapBody(
      api.POST("/api/months/{month}/close", {
        ...at(month),
        body: reason === null ? {} : { force: true, reason },
      }),
    ),
  topics: ["months"],
  done: ({ message, data: { month } }) =>
    message ?? `${monthName(month.month)} is closed (revision ${month.revision})`,
  failed: words.close.failed,
};

export type Reopening = { readonly month: string; readonly reason: string };

export const reopenMonth: Write<Reopening, MonthAnswer> = {
  name: "reopen month",
  call: ({ month, reason }) =>
    unwrapBody(api.POST("/api/months/{month}/reopen", { ...at(month), body: { reason } })),
  topics: ["months"],
  done: ({ message }, { month }) => message ?? `${monthName(month)} is open again`,
  failed: words.shut.reopenFailed,
};

type Exporting = {
  readonly month: string;
  readonly format: Schemas["PayrollFormat"];
  /** Null: the newest one of a closed month, on which it is noted. */
  readonly revision: number | null;
  readonly fallbackName: string;
};

export const exportPayroll: Write<Exporting, string> = {
  name: "export payroll",
  call: ({ month, format, revision, fallbackName }) =>
    downloadFile(
      api.POST("/api/months/{month}/export", {
        ...at(month),
        body: { format, ...(revision !== null && { revision }) },
        parseAs: "blob",
      }),
      fallbackName,
    ),
  topics: ["months"],
  done: "Payroll exported",
  failed: "Failed to export payroll",
};

/** The words of a checksum, or a file, whose bytes are sent as they are. */
export type Checking = { readonly checksum: string } | { readonly file: File };

export const check: Write<Checking, Schemas["CheckedChecksum"]> = {
  name: "check checksum",
  call: (asked) =>
    unwrap(
      "file" in asked
        ? api.POST("/api/months/check", {
            body: "",
            bodySerializer: () => asked.file,
            headers: { "Content-Type": "text/csv" },
          })
        : api.POST("/api/months/check", { body: asked }),
    ),
  failed: words.check.failed,
};
