/** The kinds of leave: to read, to add, to change, and to take out of use. */
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { failureOf } from "../../api/query-state";
import { useSend } from "../../api/send";
import { leaveTypes } from "../../leave/reads";
import { afterPaint } from "../../ui/after-paint";
import { Button } from "../../ui/button";
import { actions, named } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Dialog } from "../../ui/dialog";
import { Section } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Status } from "../../ui/status";
import { type LeaveType, saveLeaveType } from "./api";
import type { LeaveTypeDialog as Editing } from "./leave-type-dialog";
import { monthName } from "./leave-type-draft";
import { words } from "./leave-type-words";
import styles from "./leave-types.module.css";

/** It comes when somebody adds or edits a type: the settings around the list do without. */
const LeaveTypeDialog = afterPaint<ComponentProps<typeof Editing>>(
  async () => (await import("./leave-type-dialog")).LeaveTypeDialog,
  ({ type, onClose }) => (
    <Dialog title={type ? words.form.editing : words.add} onClose={onClose}>
      <Skeleton label={words.form.loading} lines={7} />
    </Dialog>
  ),
);

export function LeaveTypes() {
  const query = useQuery(leaveTypes());
  const [open, setOpen] = useState<"adding" | LeaveType["_id"] | null>(null);
  const { send, isSending } = useSend(saveLeaveType);
  const types = query.data?.types;

  const action = (type: LeaveType, label: string, onClick: () => void) => (
    <Button variant="quiet" disabled={isSending} aria-label={`${label}: ${type.name}`} onClick={onClick}>
      {label}
    </Button>
  );
  const all: readonly Column<LeaveType>[] = [
    named("Name", ({ name }) => name, { isName: true, card: "lead" }),
    { head: "Days per Year", width: "9rem", card: "fact", cell: (type) => <Days type={type} /> },
    { head: "Paid", width: "3.25rem", card: "fact", cell: ({ isPaid }) => (isPaid ? words.yes : words.no) },
    {
      head: "Approval",
      width: "6.75rem",
      card: "fact",
      cell: ({ needsApproval }) => (needsApproval ? "Needed" : "Not needed"),
    },
    { head: "Carry-over", width: "7.5rem", card: "fact", cell: (type) => <CarryOver type={type} /> },
    { head: "Days Back", width: "5.25rem", card: "fact", cell: ({ backdateDays }) => backdateDays },
    {
      head: "Status",
      width: "6rem",
      card: "fact",
      cell: ({ isActive }) => (isActive ? "Active" : <Status kind="inactive" />),
    },
    actions(
      "11rem",
      (type) => (
        <span className={styles.actions}>
          {action(type, "Edit", () => setOpen(type._id))}
          {action(type, type.isActive ? "Deactivate" : "Activate", () =>
            send({ type, edit: { isActive: !type.isActive, version: type.version } }),
          )}
        </span>
      ),
      { align: "end" },
    ),
  ];

  const edited = types?.find(({ _id }) => _id === open) ?? null;
  return (
    <Section title="Leave Types" aside={<Button onClick={() => setOpen("adding")}>{words.add}</Button>}>
      <DataTable
        label="Leave types"
        columns={all}
        rows={types}
        keyOf={({ _id }) => _id}
        stateOf={({ isActive }) => (isActive ? "active" : "inactive")}
        loading="Loading leave types..."
        error={types === undefined && failureOf(query, "Failed to load leave types")}
      />
      {(open === "adding" || edited) && <LeaveTypeDialog type={edited} onClose={() => setOpen(null)} />}
    </Section>
  );
}

const daysText = (days: number | null) => (days === null ? words.noLimit : words.days(days));

function Days({ type: { annualDays, next } }: { type: LeaveType }) {
  return (
    <span className={styles.terms}>
      {annualDays ?? words.noLimit}
      {next !== null && next.annualDays !== annualDays && (
        <span className="quiet fine">{words.from(next.fromYear, daysText(next.annualDays))}</span>
      )}
    </span>
  );
}

type Carried = Pick<LeaveType, "carryOverDays" | "carryOverUntil">;

function CarryOver({ type }: { type: LeaveType }) {
  const { next } = type;
  const isOther =
    next !== null &&
    (next.carryOverDays !== type.carryOverDays || next.carryOverUntil !== type.carryOverUntil);
  return (
    <span className={styles.terms}>
      {carriedText(type)}
      <Until carried={type} />
      {isOther && (
        <>
          <span className="quiet fine">{words.from(next.fromYear, carriedText(next))}</span>
          <Until carried={next} />
        </>
      )}
    </span>
  );
}

const carriedText = ({ carryOverDays }: Carried) =>
  carryOverDays === 0 ? "None" : words.days(carryOverDays);

const Until = ({ carried: { carryOverDays, carryOverUntil } }: { carried: Carried }) =>
  carryOverDays > 0 &&
  carryOverUntil !== null && <span className="quiet fine">{`until ${monthName(carryOverUntil)}`}</span>;
