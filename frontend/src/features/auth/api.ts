/** Signing in, and choosing the first password of one's own. */
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError, sentenceFor } from "../../api/error";
import { learnAnew, type Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import type { CurrentSession } from "../../session/current";
import { currentSession } from "../../session/queries";
import { sessionStore } from "../../session/store";
import { words } from "./messages";

type Credentials = {
  readonly email: string;
  readonly password: string;
  /** The way in. The choice of a first password may have taken the place of the form by then, and the way leads on behind it. */
  readonly enter: (role: string) => unknown;
  /** The portal is busy, and will be asked again. Answers false where nobody waits for that any more. */
  readonly isAwaited: () => boolean;
};

/** For how long a busy portal is asked again, in milliseconds: at nine o'clock everybody signs in. */
const PATIENCE = 30_000;

/** For how long the portal, which is busy, asks to be left alone, in milliseconds; null where something else is wrong. */
function pauseOf(error: unknown): number | null {
  const isBusy = error instanceof ApiError && error.status === 503 && error.retryAfter !== null;
  return isBusy ? Math.max(1, error.retryAfter ?? 1) * 1_000 : null;
}

async function askPatiently(body: { email: string; password: string }, isAwaited: () => boolean) {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await unwrap(api.POST("/api/auth/login", { body }));
    } catch (error) {
      const pause = pauseOf(error);
      if (pause === null || Date.now() + pause > until || !isAwaited()) throw error;
      await new Promise((soon) => setTimeout(soon, pause));
      if (!isAwaited()) throw error;
    }
  }
}

/** Signs in and waits for the session, so that the first screen stands complete. A session that cannot be read yet is the guard's to show. */
async function signIn({ enter, isAwaited, ...body }: Credentials, client: QueryClient): Promise<void> {
  const answer = await askPatiently(body, isAwaited);
  const user = { ...answer.user, isFirstLogin: answer.isFirstLogin };
  sessionStore.signIn(answer.token, user);
  await client.prefetchQuery({ ...currentSession(), retry: false });
  await enter(user.role);
}

export const signingIn: Write<Credentials, void> = {
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
