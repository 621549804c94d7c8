/**
 * What stands around every screen: the live session, the forced password change in front of everything, the focus after a
 * navigation, and the messages that may come from anywhere.
 */
import { lazy, Suspense } from "react";
import { Outlet, ScrollRestoration } from "react-router";
import { words } from "../features/auth/messages";
import { useSessionState } from "../session/store";
import { Toaster } from "../ui/toast";
import { orReload } from "./fresh-build";
import { Loading } from "./loading";
import { OfflineNote } from "./offline-note";
import { ProgressBar } from "./progress-bar";
import { PublicFrame } from "./public-frame";
import { RouteChange } from "./route-change";
import { SessionEndedDialog } from "./session-ended-dialog";

// Visitors have no session, so no connection and no poll.
const SessionKeeper = lazy(() => orReload(import("./session-keeper")));
const FirstLoginPage = lazy(async () => ({
  default: (await orReload(import("../features/auth/first-login-page"))).FirstLoginPage,
}));

export function Root() {
  const session = useSessionState();
  const signedIn = session.status === "signed-in";
  const mustChangePassword = signedIn && session.user.isFirstLogin;
  return (
    <>
      {signedIn && (
        <Suspense fallback={null}>
          <SessionKeeper token={session.token} />
        </Suspense>
      )}
      <ProgressBar />
      <OfflineNote />
      {mustChangePassword ? (
        <PublicFrame plain>
          <Suspense fallback={<Loading />}>
            <FirstLoginPage />
          </Suspense>
        </PublicFrame>
      ) : (
        <Outlet />
      )}
      <RouteChange instead={mustChangePassword ? words.firstLogin.title : null} />
      <ScrollRestoration />
      {session.status === "anonymous" && session.ended !== null && (
        <SessionEndedDialog message={session.ended} />
      )}
      <Toaster />
    </>
  );
}
