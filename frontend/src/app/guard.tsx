/**
 * Who may see an area. It answers in the place of the page and sends nobody elsewhere. It is a courtesy only: the server refuses
 * by itself whatever a role may not do.
 */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link, Outlet, useMatches } from "react-router";
import { paths } from "../domain/paths";
import { homeOf, type Role, roleNamed } from "../domain/roles";
import { messages } from "../messages/en";
import { CurrentSessionProvider } from "../session/current";
import { currentSession } from "../session/queries";
import { useSessionState } from "../session/store";
import { buttonClass } from "../ui/button";
import { ErrorPanel } from "../ui/error-panel";
import styles from "./notice-page.module.css";
import { PublicFrame } from "./public-frame";
import { focusHeading, isHandle } from "./route-change";

const shell = () => import("./shell");
// A visitor needs none of it.
const Shell = lazy(async () => ({ default: (await shell()).Shell }));

export function Loading() {
  return (
    <p role="status" className={styles.loading}>
      {messages.guard.loading}
    </p>
  );
}

export function Guard({ allowed }: { allowed: readonly Role[] }) {
  const state = useSessionState();
  if (state.status === "signed-in") return <SignedIn allowed={allowed} />;
  // Behind the dialog that says why the session ended stands nothing of the page.
  return <PublicFrame>{state.ended === null && <AccessDenied />}</PublicFrame>;
}

/** A role that changes swaps the page where it stands: the address stays, so it is no navigation, and yet another screen. */
function useFocusAfterSwap(mayEnter: boolean | null): void {
  const shown = useRef(mayEnter);
  useEffect(() => {
    const before = shown.current;
    shown.current = mayEnter;
    if (before === null || mayEnter === null || before === mayEnter) return;
    return focusHeading();
  }, [mayEnter]);
}

/** What a badge counts that could not be asked for. */
const NOTHING = { notifications: 0 };

function SignedIn({ allowed }: { allowed: readonly Role[] }) {
  const session = useQuery(currentSession());
  const role = roleNamed(session.data?.user.role ?? "");
  const mayEnter = role !== null && allowed.includes(role);
  useFocusAfterSwap(session.data === undefined ? null : mayEnter);
  // Beside the session, not after it.
  useEffect(() => void shell(), []);
  if (session.data === undefined) {
    return (
      <PublicFrame>
        {session.isError ? (
          <div className={styles.notice}>
            <ErrorPanel
              message={messages.guard.unreachable}
              retryLabel={messages.guard.retry}
              busy={session.isFetching}
              onRetry={() => void session.refetch()}
            />
          </div>
        ) : (
          <Loading />
        )}
      </PublicFrame>
    );
  }
  return (
    <CurrentSessionProvider session={session.isError ? { ...session.data, badges: NOTHING } : session.data}>
      <Suspense
        fallback={
          <PublicFrame>
            <Loading />
          </PublicFrame>
        }
      >
        <Shell>
          {mayEnter ? (
            <Outlet />
          ) : (
            <PermissionMissing allowed={allowed} home={homeOf(session.data.user.role)} />
          )}
        </Shell>
      </Suspense>
    </CurrentSessionProvider>
  );
}

function AccessDenied() {
  const own = useMatches()
    .map((match) => match.handle)
    .filter(isHandle)
    .at(-1)?.denied;
  return (
    <div className={styles.notice}>
      <h1 tabIndex={-1}>{messages.guard.deniedTitle}</h1>
      <p>{messages.guard.denied}</p>
      {own && <p>{own}</p>}
      <div className={styles.actions}>
        <Link className={buttonClass("primary")} to={paths.login}>
          {messages.guard.goBack}
        </Link>
      </div>
    </div>
  );
}

function PermissionMissing({ allowed, home }: { allowed: readonly Role[]; home: string }) {
  return (
    <div className={clsx(styles.notice, styles.framed)}>
      <h1 tabIndex={-1}>{messages.guard.missingTitle}</h1>
      <p>{messages.guard.missing}</p>
      <p>{messages.guard.allowed}</p>
      <ul className={styles.roles}>
        {allowed.map((role) => (
          <li key={role}>{role}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Link className={buttonClass("secondary")} to={home}>
          {messages.guard.toDashboard}
        </Link>
      </div>
    </div>
  );
}
