/** Shown instead of every other page where somebody has to set up a second factor and is late. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { learnAnew } from "../../api/send";
import type { CurrentSession } from "../../session/current";
import { currentSession } from "../../session/queries";
import { type SessionUser, sessionStore } from "../../session/store";
import { afterPaint } from "../../ui/after-paint";
import { Button } from "../../ui/button";
import { AuthForm } from "./auth-form";
import { duties } from "./duties";

/** The first script names what this page imports, and every visitor fetches it. */
const SetUpDialog = afterPaint(
  async () => (await import("../../second-factor/set-up-dialog")).SetUpDialog,
  () => null,
);

type Props = {
  /** The recovery codes are on the screen: the portal asks for nothing more by then, but they are not stored yet. */
  onCodes: (areShown: boolean) => void;
};

export function SecondFactorPage({ onCodes }: Props) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  // A session that ends here ends this, too.
  useEffect(() => () => onCodes(false), [onCodes]);
  const finish = async () => {
    await learnAnew<CurrentSession>(
      client,
      currentSession().queryKey,
      (known) => known && { ...known, user: released(known.user) },
    );
    const session = sessionStore.get();
    if (session.status === "signed-in") sessionStore.replaceUser(released(session.user));
    onCodes(false);
  };
  return (
    <>
      <AuthForm
        title={duties.secondFactor}
        lead="Two-step sign-in is required for your role. Set it up before you continue."
        onSubmit={() => setOpen(true)}
      >
        <Button type="submit" variant="primary">
          Set Up
        </Button>
      </AuthForm>
      {isOpen && (
        <SetUpDialog
          onClose={() => setOpen(false)}
          onSet={() => onCodes(true)}
          onDone={() => void finish()}
        />
      )}
    </>
  );
}

function released({ mustSetUpSecondFactor: _set, ...user }: SessionUser): SessionUser {
  return user;
}
