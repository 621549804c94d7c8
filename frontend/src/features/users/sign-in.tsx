/** What somebody signs in with beside the password, for administrators, who help a person without their phone. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FRESH } from "../../api/query";
import { QueryState } from "../../api/query-state";
import { read } from "../../api/read";
import type { Schemas } from "../../domain/types";
import { Account as LinkedAccount } from "../../linked-accounts/account";
import { FactorState } from "../../second-factor/state";
import { usePortal } from "../../session/portal";
import { afterPaint } from "../../ui/after-paint";
import { Button } from "../../ui/button";
import { Section } from "../../ui/page";
import type { Account } from "./api";
import { Fact } from "./profile-view";
import type { Step } from "./sign-in-dialog";
import styles from "./users.module.css";

const identitiesOf = (id: string) =>
  read("/api/users/{id}/identities", { path: { id } }, { topics: ["users"], fresh: FRESH.work });

const SignInDialog = afterPaint(
  async () => (await import("./sign-in-dialog")).SignInDialog,
  () => null,
);

/** Nobody resets their own second factor: they turn it off in their profile. */
export function SignIn({ user, isSelf }: { user: Account; isSelf: boolean }) {
  const query = useQuery(identitiesOf(user._id));
  const [step, setStep] = useState<Step | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const ways = query.data;
  const close = () => {
    flushSync(() => setStep(null));
    // With what was taken away its button is gone.
    if (document.activeElement === document.body)
      section.current?.closest("dialog")?.querySelector("h2")?.focus();
  };
  const mark = ways && markOf(user, ways);
  const mayReset = ways?.secondFactor && !isSelf;
  return (
    <Section
      title="Sign-In"
      className={styles.part}
      aside={
        (mark || mayReset) && (
          <div className="actions">
            {mark && (
              <Button onClick={() => setStep({ kind: mark })}>
                {mark === "mark" ? "Mark as Break-Glass" : "Remove Break-Glass Mark"}
              </Button>
            )}
            {mayReset && (
              <Button onClick={() => setStep({ kind: "reset" })}>
                Reset <span className="visually-hidden">two-step sign-in</span>
              </Button>
            )}
          </div>
        )
      }
    >
      <div ref={section}>
        {ways === undefined ? (
          <QueryState query={query} loading="Loading sign-in..." failed="Failed to load the sign-in" />
        ) : (
          <>
            <dl>
              <Fact label="Two-step">
                <FactorState factor={ways.secondFactor} />
              </Fact>
              {ways.isBreakGlass !== undefined && (
                <Fact label="Break-glass">
                  {ways.isBreakGlass ? "May sign in with a password in an emergency" : "No"}
                </Fact>
              )}
            </dl>
            <Links
              identities={ways.identities}
              onRemove={(identity) => setStep({ kind: "remove", identity })}
            />
          </>
        )}
      </div>
      {step && <SignInDialog user={user} step={step} onClose={close} />}
    </Section>
  );
}

/** What can be done about the mark of an account for emergencies: it is for administrators with a second factor. */
function markOf({ role }: Account, { isBreakGlass, secondFactor }: Schemas["WaysIn"]) {
  if (isBreakGlass === true) return "unmark";
  return isBreakGlass === false && role === "Admin" && secondFactor !== null ? "mark" : null;
}

type LinksProps = {
  identities: readonly Schemas["Identity"][];
  onRemove: (identity: Schemas["Identity"]) => void;
};

function Links({ identities, onRemove }: LinksProps) {
  const hasProviders = usePortal()?.providers !== undefined;
  if (identities.length === 0)
    return hasProviders && <p className={`quiet ${styles.links}`}>No linked accounts</p>;
  return (
    <ul className={styles.links} aria-label="Linked accounts">
      {identities.map((identity) => {
        const { provider: name, name: label } = identity;
        return (
          <LinkedAccount key={name} provider={{ name, label }} identity={identity}>
            <Button onClick={() => onRemove(identity)}>
              Remove <span className="visually-hidden">{label}</span>
            </Button>
          </LinkedAccount>
        );
      })}
    </ul>
  );
}
