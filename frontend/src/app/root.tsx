/**
 * What stands around every screen: the live session, what a person has to do before everything else, the focus after a navigation,
 * and the messages that may come from anywhere.
 */
import { lazy, Suspense, useState } from "react";
import { Outlet, ScrollRestoration } from "react-router";
import { duties } from "../features/auth/duties";
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

const SecondFactorPage = lazy(async () => ({
  default: (await orReload(import("../features/auth/second-factor-page"))).SecondFactorPage,
}));

export function Root() {
  const [showsCodes, setShowsCodes] = useState(false);
  const session = useSessionState();
  const signedIn = session.status === "signed-in";
  const mustChangePassword = signedIn && session.user.isFirstLogin;
  const mustSetUp = signedIn && (session.user.mustSetUpSecondFactor || showsCodes);
  const duty = mustChangePassword ? duties.firstLogin : mustSetUp ? duties.secondFactor : null;
  return (
    <>
      {signedIn && (
        <Suspense fallback={null}>
          <SessionKeeper token={session.token} />
        </Suspense>
      )}
      <ProgressBar />
      <OfflineNote />
      {duty ? (
        <PublicFrame plain>
          <Suspense fallback={<Loading />}>
            {mustChangePassword ? <FirstLoginPage /> : <SecondFactorPage onCodes={setShowsCodes} />}
          </Suspense>
        </PublicFrame>
      ) : (
        <Outlet />
      )}
      <RouteChange instead={duty} />
      <ScrollRestoration />
      {session.status === "anonymous" && session.ended !== null && (
        <SessionEndedDialog message={session.ended} />
      )}
      <Toaster />
    </>
  );
}
