/** What somebody signs in with beside the password, for administrators, who help a person without their phone. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../api/client";
import { FRESH } from "../../api/query";
import { QueryState } from "../../api/query-state";
import { read } from "../../api/read";
import type { Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import { useForm } from "../../api/use-form";
import { fullName } from "../../domain/people";
import { mistakeInReason, REASON_MAX, reasonLength } from "../../domain/reason";
import { FactorState } from "../../second-factor/state";
import { Button } from "../../ui/button";
import { TextArea } from "../../ui/field";
import { FormDialog } from "../../ui/form-dialog";
import { Section } from "../../ui/page";
import { refusalAt } from "../../ui/use-refusal";
import type { Account } from "./api";
import { Fact } from "./profile-view";
import styles from "./users.module.css";

const identitiesOf = (id: string) =>
  read("/api/users/{id}/identities", { path: { id } }, { topics: ["users"], fresh: FRESH.work });

const resetSecondFactor: Write<{ id: string; reason: string }, unknown> = {
  name: "reset second factor of",
  call: ({ id, reason }) =>
    unwrap(api.DELETE("/api/users/{id}/second-factor", { params: { path: { id } }, body: { reason } })),
  topics: ["users"],
  learn: (client, _answer, { id }) => client.invalidateQueries({ queryKey: identitiesOf(id).queryKey }),
  done: "Two-step sign-in was reset",
  failed: "Failed to reset two-step sign-in. Please try again.",
};

/** Nobody resets their own: they turn it off in their profile. */
export function SignIn({ user, isSelf }: { user: Account; isSelf: boolean }) {
  const query = useQuery(identitiesOf(user._id));
  const [isResetting, setResetting] = useState(false);
  const section = useRef<HTMLDivElement>(null);
  const factor = query.data?.secondFactor;
  const close = () => {
    flushSync(() => setResetting(false));
    // With the factor its button is gone.
    if (document.activeElement === document.body)
      section.current?.closest("dialog")?.querySelector("h2")?.focus();
  };
  return (
    <Section
      title="Sign-In"
      className={styles.part}
      aside={
        factor &&
        !isSelf && (
          <Button onClick={() => setResetting(true)}>
            Reset <span className="visually-hidden">two-step sign-in</span>
          </Button>
        )
      }
    >
      <div ref={section}>
        {factor === undefined ? (
          <QueryState query={query} loading="Loading sign-in..." failed="Failed to load the sign-in" />
        ) : (
          <dl>
            <Fact label="Two-step">
              <FactorState factor={factor} />
            </Fact>
          </dl>
        )}
      </div>
      {isResetting && <ResetDialog user={user} onClose={close} />}
    </Section>
  );
}

function ResetDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  const form = useForm({
    initial: { reason: "" },
    write: resetSecondFactor,
    check: ({ reason }) => refusalAt("reason", mistakeInReason(reason)),
    variablesOf: ({ reason }) => ({ id: user._id, reason: reason.trim() }),
    done: onClose,
  });
  return (
    <FormDialog
      title="Reset Two-Step Sign-In"
      subtitle={
        <>
          <bdi>{fullName(user)}</bdi>, {user.employeeId}
        </>
      }
      form={form}
      send="Reset"
      sending="Resetting..."
      variant="danger"
      onClose={onClose}
    >
      <p>
        This person will be signed out at once, and signs in with their password alone until they set it up
        again. We will tell them by email.
      </p>
      <TextArea
        {...form.field("reason")}
        label="Reason"
        hint="It is kept in the audit log."
        required
        rows={3}
        aside={`${reasonLength(form.draft.reason)} / ${REASON_MAX}`}
      />
    </FormDialog>
  );
}
