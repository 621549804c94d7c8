/** Signing in, choosing the first password of one's own, and getting back in after one was forgotten. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { unwrap } from "../../api/unwrap";
import { sessionQueries } from "../../session/queries";
import { sessionStore } from "../../session/store";

export type Credentials = { readonly email: string; readonly password: string };

/** Signs in and waits for the session, so that the first screen stands complete. A session that cannot be read yet is the guard's to show. */
async function signIn(client: QueryClient, credentials: Credentials) {
  const answer = await unwrap(api.POST("/api/auth/login", { body: credentials }));
  const user = { ...answer.user, isFirstLogin: answer.isFirstLogin };
  sessionStore.signIn(answer.token, user);
  await client.prefetchQuery({ ...sessionQueries.current(), retry: false });
  return user;
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({ mutationFn: (credentials: Credentials) => signIn(client, credentials), gcTime: 0 });
}

export type NewPassword = { readonly newPassword: string; readonly confirmPassword: string };

export function useSetFirstPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPassword) => unwrap(api.PUT("/api/auth/change-first-login-password", { body })),
    // The passwords do not stay in memory longer than the call.
    gcTime: 0,
    onSuccess: async () => {
      const { queryKey } = sessionQueries.current();
      // A poll under way may still bring the old state.
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (known) => known && { ...known, user: { ...known.user, isFirstLogin: false } },
      );
      const session = sessionStore.get();
      if (session.status === "signed-in") sessionStore.replaceUser({ ...session.user, isFirstLogin: false });
    },
  });
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST("/api/auth/forgot-password", { body: { email } })),
    gcTime: 0,
  });
}

export type Reset = { readonly token: string; readonly password: string };

export function useResetPassword() {
  return useMutation({
    mutationFn: ({ token, password }: Reset) =>
      unwrap(
        api.POST("/api/auth/reset-password/{token}", { params: { path: { token } }, body: { password } }),
      ),
    gcTime: 0,
  });
}

/**
 * After a reset the next step is to sign in. The server has ended the sessions of the person whose link it was; a session that this
 * browser still has, theirs or somebody else's, would stand in the way, and so would the news that it is over.
 */
export function leaveSession(): void {
  const session = sessionStore.get();
  if (session.status === "signed-in") {
    const headers = { Authorization: `Bearer ${session.token}` };
    // Most likely it is over already, which is as good as an answer.
    void api.POST("/api/auth/logout", { headers }).catch(() => undefined);
  }
  sessionStore.signOut();
}
