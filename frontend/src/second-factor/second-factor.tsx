/** The second factor in a person's own profile: whether it is on, and what they change about it. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { QueryState } from "../api/query-state";
import type { Schemas } from "../domain/types";
import { Moment } from "../session/current";
import { afterPaint } from "../ui/after-paint";
import { Button } from "../ui/button";
import { Section } from "../ui/page";
import { words } from "./messages";
import { myCredentials } from "./reads";
import styles from "./second-factor.module.css";
import { FactorState } from "./state";

/** What draws a QR code comes when somebody needs one. */
const SetUpDialog = afterPaint(
  async () => (await import("./set-up-dialog")).SetUpDialog,
  () => null,
);
const TurnOffDialog = afterPaint(
  async () => (await import("./proof-dialog")).TurnOffDialog,
  () => null,
);
const NewCodesDialog = afterPaint(
  async () => (await import("./proof-dialog")).NewCodesDialog,
  () => null,
);

type Props = {
  /** It counts for passwords: people who have none need it only to turn it off. */
  isOffered: boolean;
  children?: ReactNode;
};

/** What stands below comes with the first answer, or it would move when that is there. */
export function SecondFactor({ isOffered, children }: Props) {
  const query = useQuery(myCredentials());
  return (
    <>
      {(isOffered || query.isError || query.data?.totp) && (
        <Section title={words.title}>
          {query.data ? (
            <Present credentials={query.data} />
          ) : (
            <QueryState
              query={query}
              loading="Loading two-step sign-in..."
              failed="Failed to load two-step sign-in"
            />
          )}
        </Section>
      )}
      {!query.isPending && children}
    </>
  );
}

type Credentials = Schemas["OwnCredentials"];

function Present({ credentials }: { credentials: Credentials }) {
  const { totp, recoveryLeft, isRequired } = credentials;
  const [open, setOpen] = useState<"set-up" | "turn-off" | "new-codes" | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const close = () => {
    flushSync(() => setOpen(null));
    // The button that opened it may be gone with the state before.
    if (document.activeElement === document.body) buttons.current?.querySelector("button")?.focus();
  };
  return (
    <>
      <div className={styles.state}>
        <p>
          <FactorState factor={totp} />
        </p>
        {totp && <p>{words.codesLeft(recoveryLeft)}</p>}
        <p className="quiet">
          {isRequired ? (
            <Requirement credentials={credentials} />
          ) : (
            totp === null && "With it you also enter a code from your phone when you sign in."
          )}
        </p>
      </div>
      <div ref={buttons} className="actions">
        {totp === null ? (
          <Button onClick={() => setOpen("set-up")}>{words.setUp}</Button>
        ) : (
          <>
            <Button onClick={() => setOpen("new-codes")}>{words.newCodes}</Button>
            {/* Of somebody who has to have it, the portal would refuse it. */}
            {!isRequired && <Button onClick={() => setOpen("turn-off")}>{words.turnOff}</Button>}
          </>
        )}
      </div>
      {open === "set-up" && <SetUpDialog onClose={close} onDone={close} />}
      {open === "turn-off" && <TurnOffDialog onClose={close} />}
      {open === "new-codes" && <NewCodesDialog onClose={close} />}
    </>
  );
}

/** From when on it has to be set up, for somebody who has not done it. */
function Requirement({ credentials: { totp, requiredFrom } }: { credentials: Credentials }) {
  return totp === null && requiredFrom !== null ? (
    <>
      Two-step sign-in is required for your role. Please set it up by <Moment at={requiredFrom} as="long" />.
    </>
  ) : (
    "Two-step sign-in is required for your role."
  );
}
