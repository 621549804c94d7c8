/** What stands around a screen for somebody who is signed in, once the server has said who that is. */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { Link, Outlet } from "react-router";
import { homeOf, type Role, roleNamed } from "../domain/roles";
import { CurrentSessionProvider } from "../session/current";
import { currentSession } from "../session/queries";
import { buttonClass } from "../ui/button";
import { ErrorPanel } from "../ui/error-panel";
import { Loading } from "./loading";
import styles from "./notice-page.module.css";
import { PublicFrame } from "./public-frame";
import { focusHeading } from "./route-change";
import { Shell } from "./shell";

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
const NOTHING = { notifications: 0, leave: 0 };

export default function SignedIn({ allowed }: { allowed: readonly Role[] }) {
  const session = useQuery(currentSession());
  const role = roleNamed(session.data?.user.role ?? "");
  const mayEnter = role !== null && allowed.includes(role);
  useFocusAfterSwap(session.data === undefined ? null : mayEnter);
  if (session.data === undefined) {
    return (
      <PublicFrame>
        {session.isError ? (
          <div className={styles.notice}>
            <ErrorPanel
              message="The portal could not be reached. Please check your connection and try again."
              retry={session}
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
      <Shell>
        {mayEnter ? (
          <Outlet />
        ) : (
          <PermissionMissing allowed={allowed} home={homeOf(session.data.user.role)} />
        )}
      </Shell>
    </CurrentSessionProvider>
  );
}

function PermissionMissing({ allowed, home }: { allowed: readonly Role[]; home: string }) {
  return (
    <div className={clsx(styles.notice, styles.framed)}>
      <h1 tabIndex={-1}>Permission Missing</h1>
      <p>You do not have permission to see this page.</p>
      <p>Allowed roles:</p>
      <ul className={styles.roles}>
        {allowed.map((role) => (
          <li key={role}>{role}</li>
        ))}
      </ul>
      <div className={clsx("actions", styles.actions)}>
        <Link className={buttonClass("secondary")} to={home}>
          Go to Dashboard
        </Link>
      </div>
    </div>
  );
}
