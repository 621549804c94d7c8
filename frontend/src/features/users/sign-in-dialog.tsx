/** Asks for the reason of a change to the way somebody signs in, and says what it means for them. */
import type { ReactNode } from "react";
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import type { Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import { useForm } from "../../api/use-form";
import { fullName } from "../../domain/people";
import { mistakeInReason, REASON_MAX, reasonLength } from "../../domain/reason";
import type { Schemas } from "../../domain/types";
import { TextArea } from "../../ui/field";
import { FormDialog } from "../../ui/form-dialog";
import { refusalAt } from "../../ui/use-refusal";
import type { Account } from "./api";

export type Step =
  | { readonly kind: "reset" }
  | { readonly kind: "remove"; readonly identity: Schemas["Identity"] }
  | { readonly kind: "mark" | "unmark" };

type Change = { readonly id: string; readonly step: Step; readonly reason: string };

const SAID: Readonly<Record<Step["kind"], { readonly done: string; readonly failed: string }>> = {
  reset: {
    done: "Two-step sign-in was reset",
    failed: "Failed to reset two-step sign-in. Please try again.",
  },
  remove: { done: "Link removed", failed: "Failed to remove the link. Please try again." },
  mark: { done: "Break-glass account marked", failed: "Failed to mark the account. Please try again." },
  unmark: { done: "Mark removed", failed: "Failed to remove the mark. Please try again." },
};

async function change({ id, step, reason }: Change): Promise<unknown> {
  const path = { id };
  if (step.kind === "reset")
    return unwrap(api.DELETE("/api/users/{id}/second-factor", { params: { path }, body: { reason } }));
  if (step.kind === "remove") {
    const params = { path: { id, name: step.identity.provider } };
    return unwrap(api.DELETE("/api/users/{id}/identities/{name}", { params, body: { reason } }));
  }
  const body = { isBreakGlass: step.kind === "mark", reason };
  return unwrap(api.PUT("/api/users/{id}/break-glass", { params: { path }, body }));
}

const changeSignIn: Write<Change, unknown> = {
  name: "change sign-in of",
  call: change,
  topics: ["users"],
  learn: (client, _answer, { id }) =>
    client.invalidateQueries({ queryKey: ["GET", "/api/users/{id}/identities", { path: { id } }] }),
  done: (_answer, { step }) => SAID[step.kind].done,
  failed: (error, { step }) => messageOr(error, SAID[step.kind].failed),
};

type Props = { user: Account; step: Step; onClose: () => void };

export function SignInDialog({ user, step, onClose }: Props) {
  const form = useForm({
    initial: { reason: "" },
    write: changeSignIn,
    check: ({ reason }) => refusalAt("reason", mistakeInReason(reason)),
    variablesOf: ({ reason }) => ({ id: user._id, step, reason: reason.trim() }),
    done: onClose,
  });
  const { text, ...words } = wordsOf(step);
  return (
    <FormDialog
      {...words}
      subtitle={
        <>
          <bdi>{fullName(user)}</bdi>, {user.employeeId}
        </>
      }
      form={form}
      variant="danger"
      onClose={onClose}
    >
      <p>{text}</p>
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

type Words = { title: string; send: string; sending: string; text: ReactNode };

function wordsOf(step: Step): Words {
  switch (step.kind) {
    case "reset":
      return {
        title: "Reset Two-Step Sign-In",
        send: "Reset",
        sending: "Resetting...",
        text: "This person will be signed out at once, and signs in with their password alone until they set it up again. We will tell them by email.",
      };
    case "remove":
      return {
        title: "Remove Link",
        send: "Remove",
        sending: "Removing...",
        text: (
          <>
            This person will no longer be able to sign in with <bdi>{step.identity.name}</bdi>. If they signed
            in with it now, they will be signed out at once.
          </>
        ),
      };
    case "mark":
      return {
        title: "Mark Break-Glass Account",
        send: "Mark",
        sending: "Marking...",
        text: "In an emergency, this person signs in with their password and a code. All administrators get an email each time.",
      };
    case "unmark":
      return {
        title: "Remove Break-Glass Mark",
        send: "Remove",
        sending: "Removing...",
        text: "This person will no longer be able to sign in with their password.",
      };
  }
}
