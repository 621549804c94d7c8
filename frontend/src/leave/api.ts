/** What people change about leave: asking for it or recording it, giving it up, and adjusting a balance. */
import { api } from "../api/client";
import type { Write } from "../api/send";
import { unwrapBody } from "../api/unwrap";
import type { Schemas } from "../domain/types";
import { words } from "./messages";
import type { LeaveRequest } from "./model";

type Changed = { readonly message?: string; readonly data: { readonly request: LeaveRequest } };

const changes = {
  topics: ["leave"],
  done: ({ message }: { readonly message?: string }) => message ?? null,
  failed: words.changeFailed,
} as const;

export type Asking = Schemas["NewLeaveRequest"];
export type Asked = Changed;

export const askForLeave: Write<Asking, Asked> = {
  ...changes,
  name: "ask for leave",
  call: (body) => unwrapBody(api.POST("/api/leave/requests", { body })),
};

export type Cancelling = { readonly id: string } & Schemas["CancelLeaveRequest"];
export type Cancelled = Changed;

export const cancelLeave: Write<Cancelling, Cancelled> = {
  ...changes,
  name: "cancel leave",
  call: ({ id, ...body }) =>
    unwrapBody(api.POST("/api/leave/requests/{id}/cancel", { params: { path: { id } }, body })),
};

export type Adjusting = Schemas["AdjustmentRequest"];
export type Adjusted = {
  readonly message?: string;
  readonly data: { readonly balance: Schemas["LeaveBalance"] };
};

export const adjustBalance: Write<Adjusting, Adjusted> = {
  ...changes,
  name: "adjust balance",
  call: (body) => unwrapBody(api.POST("/api/leave/adjustments", { body })),
};
