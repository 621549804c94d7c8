/**
 * Who may see a screen. It answers in the place of the page and sends nobody elsewhere. It is a courtesy only: the server refuses
 * by itself whatever a role may not do.
 */
import { type QueryClient, useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from "react";
import { Link, Navigate, Outlet, useLocation } from "react-router";
import { paths } from "../domain/paths";
import { ROLES } from "../domain/roles";
import { currentSession } from "../session/queries";
import { sessionStore, useSessionState } from "../session/store";
import { buttonClass } from "../ui/button";
import { useScreenHandle } from "../ui/screen-handle";
import { orReload } from "./fresh-build";
import { Loading } from "./loading";
import styles from "./notice-page.module.css";
import { PublicFrame } from "./public-frame";

// A visitor needs none of it.
const loadFrame = () => orReload(import("./signed-in"));
const FrameToCome = lazy(loadFrame);
let frame: ComponentType<ComponentProps<typeof FrameToCome>> = FrameToCome;

/** What every screen behind the guard asks for, beside the screen itself. */
export function askForSession(client: QueryClient): void {
  if (sessionStore.token() !== null) void client.prefetchQuery(currentSession());
}

/** The guard, with the frame that it puts around a screen: both come in one step. */
export async function loadGuard(): Promise<{ Component: typeof Guard }> {
  // Where it fails, the guard asks again, and the page says so.
  if (sessionStore.token() !== null)
    await loadFrame().then(
      (loaded) => {
        frame = loaded.default;
      },
      () => undefined,
    );
  return { Component: Guard };
}

function Guard() {
  const state = useSessionState();
  const screen = useScreenHandle();
  // One and the same as long as this stands: with another, all that is in it would begin anew.
  const [SignedIn] = useState(() => frame);
  if (state.status === "signed-in") {
    return (
      <Suspense
        fallback={
          <PublicFrame>
            <Loading />
          </PublicFrame>
        }
      >
        <SignedIn allowed={screen?.roles ?? ROLES} />
      </Suspense>
    );
  }
  // Nothing of the page stays behind the dialog that says why the session ended.
  return <PublicFrame>{state.ended === null && <AccessDenied more={screen?.denied} />}</PublicFrame>;
}

/** The screens that need no sign-in. One that needs an ability is for visitors and for people who have it. */
export function OpenDoor() {
  const isSignedIn = useSessionState().status === "signed-in";
  const needs = useScreenHandle()?.needs;
  const isAsked = isSignedIn && needs !== undefined;
  const { data, isPending } = useQuery({ ...currentSession(), enabled: isAsked });
  const mayEnter = !isAsked || data?.can.includes(needs);
  return (
    <PublicFrame>
      {isAsked && isPending ? null : mayEnter ? <Outlet /> : <Navigate to={paths.landing} replace />}
    </PublicFrame>
  );
}

function AccessDenied({ more }: { more: string | undefined }) {
  const { pathname, search } = useLocation();
  return (
    <div className={styles.notice}>
      <h1 tabIndex={-1}>Access Denied</h1>
      <p>Please Login to access this page.</p>
      {more && <p>{more}</p>}
      <div className={clsx("actions", styles.actions)}>
        <Link className={buttonClass("primary")} to={paths.login} state={{ to: pathname + search }}>
          Go Back
        </Link>
      </div>
    </div>
  );
}
