/** What is decided before an import, and its buttons. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { refusalOf } from "../../api/error";
import { refusalSentence, useSend } from "../../api/send";
import { formatDay, parseDay } from "../../domain/day";
import type { Schemas } from "../../domain/types";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { TextField } from "../../ui/field";
import { Form } from "../../ui/form";
import { FormError } from "../../ui/form-message";
import { RadioGroup } from "../../ui/radio-group";
import { useRefusal } from "../../ui/use-refusal";
import { applyPlan, PlanChanged } from "./api";
import styles from "./import.module.css";
import { words } from "./messages";
import { dueIn, type OpenPlan, type Plan } from "./model";
import { RefusedRows } from "./refused-rows";

const said = words.apply;

/** How many days ahead invitations can be sent. */
const AHEAD = 60;

type Props = {
  plan: Plan;
  isApplying: boolean;
  onRecordsFrom: () => void;
  onPlan: OpenPlan;
  onLeave: () => void;
};

export function ApplyForm({ plan, isApplying, onRecordsFrom, onPlan, onLeave }: Props) {
  const { today } = useSession();
  const tomorrow = parseDay(today)?.add({ days: 1 }).toString() ?? "";
  const last = parseDay(today)?.add({ days: AHEAD }).toString() ?? "";
  const [isInviting, setInviting] = useState(false);
  const [when, setWhen] = useState<"now" | "later">("now");
  const [date, setDate] = useState("");
  const { mistakes, sentence, box, within, refuse, forgive } = useRefusal<"invite">();
  const { send } = useSend(applyPlan, {
    refused: (error, sent, isWaiting) => {
      if (error instanceof PlanChanged) {
        onPlan(error.plan._id, error.message);
        return true;
      }
      return refuse(refusalOf(error, { invite: date }, refusalSentence(applyPlan, error, sent)), isWaiting);
    },
  });
  const place = useRef<HTMLDivElement>(null);
  useFocusOfOutcome(place);

  const { create, refuse: refused } = plan.counts;
  const hasNewPeople = plan.kind === "people" && create > 0;
  const failure = plan.state === "failed" && !isApplying ? (plan.reason ?? words.applyFailed) : null;
  const invite = !hasNewPeople || !isInviting ? "no" : when === "now" ? "now" : date;
  const apply = (mode: Schemas["ImportMode"]) => {
    if (isApplying) return;
    forgive();
    if (invite === "") return void refuse({ mistakes: { invite: said.noDate } });
    send({ id: plan._id, how: { mode, invite } });
  };
  return (
    <div ref={place}>
      <Form onSubmit={() => apply("all")} className={styles.apply}>
        <div ref={within} className={styles.options}>
          {hasNewPeople && (
            <div className={styles.invite}>
              <Checkbox
                name="invite"
                label="Send invitations"
                hint="Each new active person gets an email with a link to set the first password."
                checked={isInviting}
                disabled={isApplying}
                onChange={setInviting}
              />
              {isInviting && (
                <div className={styles.when}>
                  <RadioGroup
                    legend="When the invitations are sent"
                    isLegendHidden
                    name="when"
                    value={when}
                    disabled={isApplying}
                    options={[
                      { value: "now", label: "Now" },
                      { value: "later", label: "On a date" },
                    ]}
                    onChange={(chosen) => {
                      setWhen(chosen);
                      forgive("invite");
                    }}
                  />
                  {when === "later" && (
                    <TextField
                      label="Date"
                      type="date"
                      name="inviteOn"
                      value={date}
                      min={tomorrow}
                      max={last}
                      aria-required
                      readOnly={isApplying}
                      error={mistakes.invite}
                      fieldClassName={styles.date}
                      onChange={(event) => {
                        setDate(event.target.value);
                        forgive("invite");
                      }}
                    />
                  )}
                </div>
              )}
            </div>
          )}
          {hasNewPeople && (
            <div className={styles.records}>
              <span className="name">Records From</span>
              <span>{plan.recordsFrom ? formatDay(plan.recordsFrom, "week") : said.dayOfImport}</span>
              <Button variant="quiet" disabled={isApplying} onClick={onRecordsFrom}>
                Change <span className="visually-hidden">Records From</span>
              </Button>
            </div>
          )}
        </div>
        <FormError message={sentence ?? failure} ref={box} />
        <div className="actions">
          {dueIn(plan) > 0 && (
            <>
              <Button type="submit" variant={refused === 0 ? "primary" : "secondary"} busy={isApplying}>
                {isApplying ? said.importing : "Import"}
              </Button>
              {refused > 0 && (
                <Button variant="primary" busy={isApplying} onClick={() => apply("good")}>
                  Import the good rows only
                </Button>
              )}
            </>
          )}
          <RefusedRows plan={plan} />
          {!isApplying && <Button onClick={onLeave}>Discard</Button>}
        </div>
      </Form>
    </div>
  );
}

/** The buttons go when the import is done. The focus goes on to what is said of it. */
function useFocusOfOutcome(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = place.current;
    const section = element?.closest("section");
    return () => {
      if (!element?.contains(document.activeElement)) return;
      queueMicrotask(() => section?.querySelector<HTMLElement>("[data-outcome] [tabindex]")?.focus());
    };
  }, [place]);
}
