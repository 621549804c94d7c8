/** Signs out: goes to the start page, clears this browser, and tells the server. */
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { api } from "../api/client";
import { sendHeld } from "../api/undo";
import { paths } from "../domain/paths";
import { sessionStore } from "../session/store";
import { toast } from "../ui/toast";

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    // Decisions that were made are sent, although they could still be undone.
    await sendHeld();
    const token = sessionStore.token();
    // First away from the page, then signed out, or the guard would deny the page for a moment. It takes the page's place: nothing
    // that is typed there holds a sign-out up, and Back does not lead to a page that is denied.
    await navigate(paths.landing, { replace: true });
    sessionStore.signOut();
    if (token !== null) {
      const headers = { Authorization: `Bearer ${token}` };
      // Only now, so that other tabs of this browser see a sign-out and not a session that has ended.
      // This browser is signed out even if the server does not hear of it: an unused session expires.
      void api
        .POST("/api/auth/logout", { headers })
        .then(({ data }) => {
          // The provider's own logout, unless somebody has signed in meanwhile.
          const at = data?.data.continueAt;
          if (at !== undefined && sessionStore.token() === null) location.assign(at);
        })
        .catch(() => undefined);
    }
    toast.clear();
  }, [navigate]);
}
