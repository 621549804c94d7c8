/** A plan: what was read, what is still to be answered, what each row would do, and the import itself. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { ApiError } from "../../api/error";
import { QueryState } from "../../api/query-state";
import { useSend, useSending } from "../../api/send";
import { Button } from "../../ui/button";
import { FormError } from "../../ui/form-message";
import { Section } from "../../ui/page";
import { applyPlan, planOf } from "./api";
import { ApplyForm } from "./apply-form";
import { ChangeDialog, type Changing } from "./change-dialog";
import styles from "./import.module.css";
import { keepOpen } from "./kept";
import { words } from "./messages";
import { dueIn, type OpenPlan, type Plan } from "./model";
import { Outcome } from "./outcome";
import { PlanFacts } from "./plan-facts";
import { PlanRows } from "./plan-rows";
import { Progress } from "./progress";
import { Questions } from "./questions";

type Props = {
  id: string;
  /** Somebody was just led here. */
  led: { readonly why: string | null } | null;
  onPlan: OpenPlan;
  onLeave: () => void;
};

export function PlanView({ id, led, onPlan, onLeave }: Props) {
  const query = useQuery(planOf(id));
  const plan = query.data?.plan;
  // The server forgets a plan after a day.
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  useEffect(() => {
    if (isGone) keepOpen(null);
  }, [isGone]);
  if (plan) return <Planned plan={plan} led={led} onPlan={onPlan} onLeave={onLeave} />;
  return (
    <>
      <QueryState query={query} loading={words.loading} failed="Failed to load the plan" />
      {query.isError && (
        <div className="actions">
          <Button onClick={onLeave}>Choose Another File</Button>
        </div>
      )}
    </>
  );
}

type PlannedProps = Omit<Props, "id"> & { plan: Plan };

function Planned({ plan, led, onPlan, onLeave }: PlannedProps) {
  const heading = useRef<HTMLSpanElement>(null);
  const why = useRef<HTMLParagraphElement>(null);
  const [changing, setChanging] = useState<Changing | null>(null);
  const isApplying = useFollowed(plan);
  // What failed can be tried again.
  const isReady = (plan.state === "ready" || plan.state === "failed") && !isApplying;
  const isEmpty = plan.state === "ready" && dueIn(plan) + plan.counts.refuse === 0;

  // What was pressed is gone. Somebody who has gone on meanwhile keeps the focus.
  useLayoutEffect(() => {
    if (led && document.activeElement === document.body) (why.current ?? heading.current)?.focus();
  }, [led]);

  return (
    <Section
      className={styles.plan}
      title={
        <span ref={heading} tabIndex={-1} dir="auto" className={styles.file}>
          {plan.fileName}
        </span>
      }
    >
      <FormError message={led?.why ?? null} ref={why} />
      <PlanFacts
        plan={plan}
        onChange={plan.state === "asking" || isReady ? () => setChanging("reading") : undefined}
      />
      {plan.state === "asking" && <Questions plan={plan} onPlan={onPlan} onLeave={onLeave} />}
      {plan.state !== "asking" && (
        <>
          <Outcome plan={plan} isEmpty={isEmpty} onLeave={onLeave} />
          {isApplying && <Progress plan={plan} />}
          {(isReady || isApplying) && !isEmpty && (
            <ApplyForm
              plan={plan}
              isApplying={isApplying}
              onRecordsFrom={() => setChanging("records")}
              onPlan={onPlan}
              onLeave={onLeave}
            />
          )}
          <PlanRows plan={plan} />
        </>
      )}
      {changing && (
        <ChangeDialog plan={plan} what={changing} onClose={() => setChanging(null)} onPlan={onPlan} />
      )}
    </Section>
  );
}

/** Whether it is being applied. One that was begun before this page was loaded is followed from here on. */
function useFollowed({ _id: id, state }: Plan): boolean {
  const isSent = useSending(applyPlan).some((sent) => sent.id === id);
  const { send } = useSend(applyPlan);
  const isUnheard = state === "applying" && !isSent;
  const isFollowed = useRef(false);
  useEffect(() => {
    if (!isUnheard || isFollowed.current) return;
    isFollowed.current = true;
    send({ id, how: null });
  });
  return isSent || state === "applying";
}
