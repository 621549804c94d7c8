/** Getting back in after a password was forgotten. Apart from the sign-in, whose script is loaded first of all. */
import { api } from "../../api/client";
import type { Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import { sessionStore } from "../../session/store";
import { words } from "./reset-messages";

export const askForReset: Write<string, unknown> = {
  name: "forgot password",
  call: (email) => unwrap(api.POST("/api/auth/forgot-password", { body: { email } })),
  done: words.forgot.sent,
  failed: words.forgot.failed,
};

export type Reset = { readonly token: string; readonly password: string };

export const resetPassword: Write<Reset, void> = {
  name: "reset password",
  call: async ({ token, password }) => {
    const params = { path: { token } };
    await unwrap(api.POST("/api/auth/reset-password/{token}", { params, body: { password } }));
    leaveSession();
  },
  isSecret: true,
  done: words.reset.done,
  failed: words.reset.failed,
};

/** The same with the link of an invitation. */
export const setInvitedPassword: Write<Reset, void> = {
  ...resetPassword,
  done: words.welcome.done,
  failed: words.welcome.failed,
};

/**
 * After a reset the next step is to sign in. The server has ended the sessions of the person whose link it was; a session that this
 * browser still has, theirs or somebody else's, would stand in the way, and so would the news that it is over.
 */
function leaveSession(): void {
  const token = sessionStore.token();
  if (token !== null) {
    const headers = { Authorization: `Bearer ${token}` };
    // Most likely it is over already, which is as good as an answer.
    void api.POST("/api/auth/logout", { headers }).catch(() => undefined);
  }
  sessionStore.signOut();
}
