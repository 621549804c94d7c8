/** Since when somebody has a way to sign in beside the password, and when it was used last. */
import type { Schemas } from "../domain/types";
import { Moment } from "../session/current";

export function FactorState({ factor }: { factor: Schemas["SecondFactor"] | null }) {
  if (factor === null) return "Off";
  return <Since word="On" from={factor.createdAt} lastUsedAt={factor.lastUsedAt} />;
}

type Props = { word: string; from: string; lastUsedAt: string | null };

export function Since({ word, from, lastUsedAt }: Props) {
  return (
    <>
      {word} since <Moment at={from} as="dated" />
      {lastUsedAt !== null && (
        <>
          , last used <Moment at={lastUsedAt} />
        </>
      )}
    </>
  );
}
