/** What is changed about settings and leave types. */
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import { learnAnew, type Write } from "../../api/send";
import { unwrapBody } from "../../api/unwrap";
import type { Schemas } from "../../domain/types";
import { leaveTypes } from "../../leave/reads";
import { words as leaveWords } from "./leave-type-words";
import { words } from "./messages";
import { settingsOf } from "./reads";

export type Setting = Schemas["Setting"];
export type Operator = Schemas["Operator"];

export type Saving = { readonly setting: Setting; readonly body: Schemas["SettingRequest"] };
export type Saved = { readonly message?: string | null; readonly data: Schemas["SettingData"] };

export const saveSetting: Write<Saving, Saved> = {
  name: "save setting",
  call: ({ setting: { key }, body }) =>
    unwrapBody(api.PUT("/api/settings/{key}", { params: { path: { key } }, body })),
  topics: ["settings"],
  // The old value must not show while the page is fetched anew.
  learn: (client, { data: { setting } }) =>
    learnAnew<Schemas["Settings"]>(client, settingsOf(setting.scope).queryKey, (known) =>
      known === undefined
        ? known
        : { ...known, settings: known.settings.map((one) => (one.key === setting.key ? setting : one)) },
    ),
  done: ({ message, data }) => ({ message: message ?? "Setting saved", description: data.setting.label }),
  failed: (error, { setting }) => ({
    message: messageOr(error, words.saveFailed),
    description: setting.label,
  }),
};

export type LeaveType = Schemas["LeaveType"];
/** A new type, or what is to be changed of one. */
export type LeaveTypeSaving =
  | { readonly body: Schemas["NewLeaveTypeRequest"] }
  | { readonly type: LeaveType; readonly edit: Schemas["LeaveTypeRequest"] };
export type LeaveTypeSaved = { readonly message?: string | null; readonly data: Schemas["LeaveTypeData"] };

export const saveLeaveType: Write<LeaveTypeSaving, LeaveTypeSaved> = {
  name: "save leave type",
  call: (saving) =>
    unwrapBody<LeaveTypeSaved>(
      "body" in saving
        ? api.POST("/api/leave/types", { body: saving.body })
        : api.PUT("/api/leave/types/{id}", { params: { path: { id: saving.type._id } }, body: saving.edit }),
    ),
  topics: ["leave"],
  // The old type must not show while the list is fetched anew. A new one finds its place in the list there.
  learn: (client, { data: { leaveType } }) =>
    learnAnew<Schemas["LeaveTypes"]>(client, leaveTypes().queryKey, (known) =>
      known === undefined
        ? known
        : { types: known.types.map((one) => (one._id === leaveType._id ? leaveType : one)) },
    ),
  done: ({ message, data }, saving) => ({
    message:
      message ?? ("body" in saving ? "Leave type added successfully!" : "Leave type updated successfully!"),
    description: data.leaveType.name,
  }),
  failed: (error, saving) => ({
    message: messageOr(error, leaveWords.saveFailed),
    description: "body" in saving ? saving.body.name : saving.type.name,
  }),
};
