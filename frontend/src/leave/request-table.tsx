/** Requests for leave with what became of them, and the way to give up what is not over. */
import clsx from "clsx";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Moment } from "../session/current";
import { Button } from "../ui/button";
import { actions } from "../ui/columns";
import { type Column, DataTable } from "../ui/data-table";
import { Empty } from "../ui/empty";
import { Status } from "../ui/status";
import { leaveMark } from "../ui/status-words";
import { CancelDialog } from "./cancel-dialog";
import styles from "./leave.module.css";
import { words } from "./messages";
import { givenUpText, type LeaveRequest, partsText, periodText, stepText } from "./model";

const said = words.requests;

type Props<Request extends LeaveRequest> = Pick<
  ComponentProps<typeof DataTable<Request>>,
  "label" | "rows" | "isStale" | "error" | "pages" | "current"
> & {
  /** Stands below the sentence that there are none. */
  next: ReactNode;
  /** Stands before the others, where the requests are not all of one person. */
  first?: Column<Request>;
  /** Whether they are the reader's own; on those of others they decide. */
  isOwn?: boolean;
};

export function RequestTable<Request extends LeaveRequest>({
  next,
  first,
  isOwn = false,
  ...table
}: Props<Request>) {
  const [open, setOpen] = useState<string | null>(null);
  const columns: Column<Request>[] = [
    ...(first ? [first] : []),
    {
      head: "Period",
      isName: first === undefined,
      width: "11rem",
      card: first ? "line" : "lead",
      cell: (request) => <Period request={request} />,
    },
    { head: "Type", width: "9.5rem", card: "corner", cell: (request) => <Type request={request} /> },
    { head: "Days", width: "4rem", align: "end", card: "fact", cell: ({ days }) => days },
    { head: "Status", width: "11rem", card: "fact", cell: (request) => <State request={request} /> },
    { head: "Decided", card: "line", cell: (request) => <LastStep request={request} /> },
    actions(
      "5.5rem",
      (request) =>
        request.mayCancel !== "no" && (
          <Button
            variant="quiet"
            className={styles.act}
            aria-label={said.about(said.cancel, `${request.leaveType.name}, ${periodText(request)}`)}
            onClick={() => setOpen(request._id)}
          >
            {said.cancel}
          </Button>
        ),
      { align: "end" },
    ),
  ];
  // As it is now: what somebody else has changed meanwhile is what is given up in the end.
  const opened = table.rows?.find(({ _id }) => _id === open);
  return (
    <>
      <DataTable
        {...table}
        columns={columns}
        keyOf={({ _id }) => _id}
        stateOf={({ status }) => status}
        loading={words.loading}
        empty={<Empty title="No leave requests found">{next}</Empty>}
      />
      {opened && <CancelDialog key={open} request={opened} isOwn={isOwn} onClose={() => setOpen(null)} />}
    </>
  );
}

export function Period({ request }: { request: LeaveRequest }) {
  const parts = partsText(request);
  return (
    <span className={clsx("stack", styles.underName)}>
      <span className="figures">{periodText(request)}</span>
      {parts !== "" && <span className="quiet fine">{parts}</span>}
    </span>
  );
}

export const Type = ({ request }: { request: LeaveRequest }) => (
  <Status kind={leaveMark(request)} word={request.leaveType.name} className={styles.type} />
);

function State({ request }: { request: LeaveRequest }) {
  return (
    <span className="stack">
      <Status kind={request.status} />
      {request.status === "cancellation-asked" && <span className="quiet fine">{givenUpText(request)}</span>}
    </span>
  );
}

function LastStep({ request: { history } }: { request: LeaveRequest }) {
  const step = history.at(-1);
  if (!step) return null;
  return (
    <span className="stack">
      <span className="small">
        <bdi>{stepText(step)}</bdi>, <Moment at={step.at} as="dated" />
      </span>
      {step.comment && (
        <span className="verbatim quiet small" dir="auto">
          {step.comment}
        </span>
      )}
    </span>
  );
}
