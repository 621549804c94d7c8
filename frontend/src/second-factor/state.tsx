/** Whether somebody has a second factor, since when, and when it was used last. */
import type { Schemas } from "../domain/types";
import { Moment } from "../session/current";

export function FactorState({ factor }: { factor: Schemas["SecondFactor"] | null }) {
  if (factor === null) return "Off";
  const { createdAt, lastUsedAt } = factor;
  return (
    <>
      On since <Moment at={createdAt} as="dated" />
      {lastUsedAt !== null && (
        <>
          , last used <Moment at={lastUsedAt} />
        </>
      )}
    </>
  );
}
