/** What people read who stand in for a manager, and a manager for whom somebody stands in. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatDay } from "../domain/day";
import { fullName } from "../domain/people";
import { roleNamed } from "../domain/roles";
import { useSession } from "../session/current";
import { runningSubstitutions } from "./reads";
import styles from "./substitutes.module.css";

/** The sentences for the signed-in person, and whether they are known: what stands below them waits, or it would be pushed down. */
export function useStandingIn(): { readonly sentences: readonly string[]; readonly isKnown: boolean } {
  const { user, substituteFor } = useSession();
  const isManager = roleNamed(user.role) === "Manager";
  const running = useQuery({ ...runningSubstitutions(), enabled: isManager });
  const own = running.data?.substitutions.filter(({ manager }) => manager._id === user.id) ?? [];
  return {
    sentences: [
      ...substituteFor.map(
        (one) => `You are standing in for ${fullName(one)} until ${formatDay(one.to, "week")}.`,
      ),
      ...own.map(
        ({ substitute, to }) => `${fullName(substitute)} is your substitute until ${formatDay(to, "week")}.`,
      ),
    ],
    isKnown: !isManager || !running.isPending,
  };
}

type Props = {
  sentences: readonly string[];
  /** The way to what one can do about it. */
  way?: ReactNode;
};

export function StandingIn({ sentences, way }: Props) {
  if (sentences.length === 0) return null;
  return (
    <div className={styles.standing}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {way}
    </div>
  );
}
