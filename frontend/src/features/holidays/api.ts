/** The holidays of a year, and what HR and administrators change about them. */
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import type { Write } from "../../api/send";
import { unwrapBody } from "../../api/unwrap";
import type { Holiday, Schemas } from "../../domain/types";
import { words } from "./messages";

export type HolidayBody = Schemas["HolidayRequest"];

export type Saving = { readonly id: string | null; readonly body: HolidayBody };
export type Saved = { readonly message?: string | null; readonly data: Holiday };

/** A new one where there is no id. */
export const saveHoliday: Write<Saving, Saved> = {
  name: "save holiday",
  call: ({ id, body }) =>
    unwrapBody(
      id === null
        ? api.POST("/api/holidays", { body })
        : api.PUT("/api/holidays/{id}", { params: { path: { id } }, body }),
    ),
  topics: ["holidays"],
  done: ({ message, data }, { id }) => ({
    message: message ?? (id === null ? "Holiday created successfully" : "Holiday updated successfully"),
    description: data.name,
  }),
  failed: (error, { body }) => ({
    message: messageOr(error, words.saveFailed),
    description: body.name,
  }),
};

export const deleteHoliday: Write<Holiday, { readonly message?: string | null }> = {
  name: "delete holiday",
  call: ({ id }) => unwrapBody(api.DELETE("/api/holidays/{id}", { params: { path: { id } } })),
  topics: ["holidays"],
  done: ({ message }, { name }) => ({
    message: message ?? "Holiday deleted successfully",
    description: name,
  }),
  failed: (error, { name }) => ({ message: messageOr(error, words.deleteFailed), description: name }),
};
