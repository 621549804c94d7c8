/** What the portal knows of the signed-in person, and what of it that person changes. */
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import { learnAnew, type Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import type { Schemas } from "../../domain/types";
import { words } from "./messages";
import { myMailChoices, myProfile } from "./reads";

export type Saved = { user: Schemas["User"] };
export type Saving = {
  readonly profile: Schemas["UpdateProfileRequest"];
  /** `null` keeps the present one. */
  readonly passwords: Schemas["ChangePasswordRequest"] | null;
  /** By an earlier attempt, of which the rest failed. */
  readonly isPasswordChanged: boolean;
};

/** The password is changed, the rest is not. The cause says why. */
export class OnlyPasswordChanged extends Error {}

/**
 * One write of two calls, so that nobody who leaves in between saves only half. The password goes first: if the current one is
 * wrong, nothing has happened yet.
 */
export const saveProfile: Write<Saving, Saved> = {
  name: "save profile",
  call: async ({ profile, passwords }) => {
    if (passwords) await unwrap(api.PATCH("/api/users/change-password", { body: passwords }));
    try {
      return await unwrap(api.PUT("/api/auth/profile", { body: profile }));
    } catch (cause) {
      throw passwords ? new OnlyPasswordChanged("", { cause }) : cause;
    }
  },
  topics: ["users"],
  isSecret: true,
  learn: (client, answer) => learnAnew(client, myProfile().queryKey, () => answer),
  done: (_answer, { passwords, isPasswordChanged }) =>
    passwords || isPasswordChanged ? words.form.bothDone : words.form.done,
  failed: (error) =>
    error instanceof OnlyPasswordChanged
      ? { message: messageOr(error.cause, words.form.failed), description: words.form.passwordDone }
      : messageOr(error, words.form.failed),
};

export type Choices = Schemas["MailChoices"];
export type Chosen = Schemas["MailChoicesRequest"];

export const saveMailChoices: Write<Chosen, Choices> = {
  name: "choose mails",
  call: (body) => unwrap(api.PUT("/api/notifications/preferences", { body })),
  topics: [],
  learn: (client, answer) => learnAnew(client, myMailChoices().queryKey, () => answer),
  done: "Notification settings saved",
  failed: words.mails.failed,
};
