/** Adds a leave type, or changes one. What goes wrong is said beside what was typed, which stays. */
import { useEffect, useState } from "react";
import { ApiError } from "../../api/error";
import { useForm } from "../../api/use-form";
import { useSession } from "../../session/current";
import { Checkbox } from "../../ui/checkbox";
import { TextField } from "../../ui/field";
import { FormDialog } from "../../ui/form-dialog";
import { Select } from "../../ui/select";
import { type LeaveType, saveLeaveType } from "./api";
import { changedMeanwhile, draftOf, laidOver, mistakesIn, savingOf, untilText } from "./leave-type-draft";
import { words } from "./leave-type-words";
import styles from "./leave-types.module.css";

const said = words.form;

const MONTHS = Array.from({ length: 13 }, (_, month) => {
  const value = month === 0 ? "" : String(month);
  return { value, label: untilText(value) };
});

type Props = {
  /** As it is now; absent: a new one. */
  type: LeaveType | null;
  onClose: () => void;
};

export function LeaveTypeDialog({ type, onClose }: Props) {
  const { today } = useSession();
  const thisYear = Number(today.slice(0, 4));
  /** What the form began with, and what the draft stands on: somebody who was told of a change goes on from that. */
  const [opened] = useState(type);
  const [base, setBase] = useState(type);
  const [isTold, setTold] = useState(false);
  const form = useForm({
    initial: draftOf(type, String(thisYear)),
    write: saveLeaveType,
    check: (draft) => ({ mistakes: mistakesIn(draft) }),
    variablesOf: (draft) => savingOf(base, draftOf(base, draft.fromYear), draft),
    done: (): void => onClose(),
    refusalOf: (error, usual) => {
      if (error instanceof ApiError && error.status === 409 && usual.sentence !== null) setTold(true);
      return usual;
    },
  });
  const { draft, change, relay } = form;

  useEffect(() => {
    if (!isTold || type === null || type.version === base?.version) return;
    relay(laidOver(draft, draftOf(base, draft.fromYear), draftOf(type, draft.fromYear)));
    setBase(type);
  }, [isTold, type, base, draft, relay]);

  const inYear = (year: string) =>
    change(laidOver(draft, draftOf(base, draft.fromYear), draftOf(base, year)));
  const hints = isTold
    ? changedMeanwhile(draft, draftOf(opened, draft.fromYear), draftOf(base, draft.fromYear))
    : {};
  const field = (
    name: "name" | "annualDays" | "carryOverDays" | "backdateDays",
    label: string,
    hint?: string,
  ) => ({
    ...form.field(name),
    label,
    hint: hints[name] ?? hint,
    autoComplete: "off",
  });
  const days = { inputMode: "decimal", aside: said.unit } as const;
  const box = (name: "isLimited" | "isPaid" | "needsApproval" | "isActive", hint: string) => ({
    ...form.tick(name),
    label: said[name],
    hint: hints[name] ?? hint,
  });

  return (
    <FormDialog
      title={type ? said.editing : words.add}
      subtitle={opened && <bdi>{opened.name}</bdi>}
      form={form}
      send={said.save}
      sending={said.saving}
      onClose={onClose}
    >
      <TextField {...field("name", said.name)} aria-required />
      {opened === null && (
        <div className={styles.pair}>
          <Checkbox {...box("isLimited", said.settled)} />
          <Checkbox {...box("isPaid", said.settled)} />
        </div>
      )}
      {draft.isLimited && (
        <>
          <div className={styles.pair}>
            <TextField {...field("annualDays", said.days)} {...days} aria-required />
            <TextField
              {...field("carryOverDays", said.carryOver, said.carryOverHint)}
              {...days}
              aria-required
            />
          </div>
          <div className={styles.pair}>
            <Select
              {...form.choice("carryOverUntil")}
              label={said.until}
              options={MONTHS}
              hint={hints.carryOverUntil}
            />
            {opened !== null && (
              <Select
                {...form.choice("fromYear")}
                label={said.fromYear}
                options={[thisYear, thisYear + 1].map(String).map((value) => ({ value, label: value }))}
                hint={said.fromYearHint}
                onChange={inYear}
              />
            )}
          </div>
        </>
      )}
      <TextField {...field("backdateDays", said.back, said.backHint)} {...days} aria-required />
      <Checkbox {...box("needsApproval", said.needsApprovalHint)} />
      <Checkbox {...box("isActive", said.isActiveHint)} />
    </FormDialog>
  );
}
