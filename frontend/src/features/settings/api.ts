/** What is changed about a setting. */
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import type { components } from "../../api/schema";
import { learnAnew, type Write } from "../../api/send";
import { unwrapBody } from "../../api/unwrap";
import { words } from "./messages";
import { type Scope, settingsOf } from "./reads";

type Schemas = components["schemas"];
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
    learnAnew<Schemas["Settings"]>(client, settingsOf(setting.scope satisfies Scope).queryKey, (known) =>
      known === undefined
        ? known
        : { ...known, settings: known.settings.map((one) => (one.key === setting.key ? setting : one)) },
    ),
  done: ({ message, data }) => ({ message: message ?? words.saved, description: data.setting.label }),
  failed: (error, { setting }) => ({
    message: messageOr(error, words.saveFailed),
    description: setting.label,
  }),
};
