/** Signing in, and choosing the first password of one's own. */
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError, sentenceFor } from "../../api/error";
import { learnAnew, type Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import type { Schemas } from "../../domain/types";
import type { CurrentSession } from "../../session/current";
import { currentSession } from "../../session/queries";
import { sessionStore } from "../../session/store";
import { words } from "./messages";

/** What a screen has to do with a login beside what is typed. */
export type Way = {
  /** The way in. The choice of a first password may have taken the place of the form by then, and the way leads on behind it. */
  readonly enter: (role: string) => unknown;
  /** The portal is busy, and will be asked again. Answers false where nobody waits for that any more. */
  readonly isAwaited: () => boolean;
};
type Credentials = Way & { readonly email: string; readonly password: string };
/** What the second step of a login is sent with. */
export type Ticket = Schemas["SecondStepTicket"]["ticket"];

/** For how long a busy portal is asked again, in milliseconds: at nine o'clock everybody signs in. */
const PATIENCE = 30_000;

/** For how long the portal, which is busy, asks to be left alone, in milliseconds; null where something else is wrong. */
function pauseOf(error: unknown): number | null {
  const isBusy = error instanceof ApiError && error.status === 503 && error.retryAfter !== null;
  return isBusy ? Math.max(1, error.retryAfter ?? 1) * 1_000 : null;
}

export async function askPatiently<Answer>(
  ask: () => Promise<Answer>,
  isAwaited: Way["isAwaited"],
): Promise<Answer> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const pause = pauseOf(error);
      if (pause === null || Date.now() + pause > until || !isAwaited()) throw error;
      await new Promise((soon) => setTimeout(soon, pause));
      if (!isAwaited()) throw error;
    }
  }
}

/** Signs in and waits for the session, so that the first screen stands complete. A session that cannot be read yet is the guard's to show. */
export async function enterWith(
  { token, user, ...duties }: Schemas["LoginData"],
  enter: Way["enter"],
  client: QueryClient,
): Promise<void> {
  sessionStore.signIn(token, { ...user, ...duties });
  await client.prefetchQuery({ ...currentSession(), retry: false });
  await enter(user.role);
}

/** Answers with a ticket where a second step follows. */
async function signIn(
  { enter, isAwaited, ...body }: Credentials,
  client: QueryClient,
): Promise<Ticket | null> {
  const answer = await askPatiently(() => unwrap(api.POST("/api/auth/login", { body })), isAwaited);
  if ("secondFactor" in answer) return answer.secondFactor.ticket;
  await enterWith(answer, enter, client);
  return null;
}

export const signingIn: Write<Credentials, Ticket | null> = {
  name: "sign in",
  call: signIn,
  isSecret: true,
  failed: (error) => sentenceFor(error, words.login),
};

export type NewPassword = { readonly newPassword: string; readonly confirmPassword: string };

export const setFirstPassword: Write<NewPassword, unknown> = {
  name: "first password",
  call: (body) => unwrap(api.PUT("/api/auth/change-first-login-password", { body })),
  isSecret: true,
  learn: async (client) => {
    await learnAnew<CurrentSession>(
      client,
      currentSession().queryKey,
      (known) => known && { ...known, user: { ...known.user, isFirstLogin: false } },
    );
    const session = sessionStore.get();
    if (session.status === "signed-in") sessionStore.replaceUser({ ...session.user, isFirstLogin: false });
  },
  failed: (error) => sentenceFor(error, words.firstLogin),
};
