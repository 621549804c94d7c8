/** The requests that wait for the reader, oldest first: each can be approved at once, or declined with a reason. */
import { type ReactNode, useState } from "react";
import { Failure } from "../../api/query-state";
import { useSend, useSending } from "../../api/send";
import { formatDay } from "../../domain/day";
import { formatNumber } from "../../domain/format";
import { fullName } from "../../domain/people";
import { Moment, useSession } from "../../session/current";
import { ForManager } from "../../substitutes/teams";
import { Button } from "../../ui/button";
import { actions, Day, Verbatim } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty } from "../../ui/empty";
import { Section } from "../../ui/page";
import { Status } from "../../ui/status";
import { pagerOf, useList, usePage } from "../../ui/use-list";
import { approveRequest, type Waiting } from "./api";
import { DeclineDialog } from "./decline-dialog";
import { words } from "./messages";
import { REQUESTS_A_PAGE, waitingRequests } from "./reads";
import styles from "./unlock.module.css";

const said = words.requests;

/** What stands below comes with the first answer, or it would move when that is there. */
export function Requests({ children }: { children: ReactNode }) {
  const list = useList({});
  const query = usePage(list, waitingRequests);
  const [declining, setDeclining] = useState<Waiting | null>(null);
  const total = query.data?.pagination.total;
  return (
    <>
      <Section title={total === undefined ? said.title : `Requests (${formatNumber(total)})`}>
        <Failure query={query} failed="Failed to load requests" />
        {(query.isPending || query.data) && (
          <DataTable
            label={said.title}
            columns={columnsOf(setDeclining)}
            rows={query.data?.requests}
            keyOf={(request) => request._id}
            loading="Loading requests..."
            isStale={query.isPlaceholderData}
            empty={
              <Empty title="No requests to unlock a day">
                <p>When an employee asks you to unlock a day, the request will appear here.</p>
              </Empty>
            }
            pages={pagerOf("Pages of requests", REQUESTS_A_PAGE, list, query.data?.pagination)}
          />
        )}
        {declining && (
          <DeclineDialog key={declining._id} request={declining} onClose={() => setDeclining(null)} />
        )}
      </Section>
      {!query.isPending && children}
    </>
  );
}

function columnsOf(onDecline: (request: Waiting) => void): Column<Waiting>[] {
  return [
    {
      head: "Employee",
      isName: true,
      width: "12rem",
      card: "lead",
      cell: (request) => <AskedBy request={request} />,
    },
    { head: "Day", width: "9.5rem", card: "line", cell: (request) => <Requested request={request} /> },
    { head: "Reason", card: "line", cell: ({ reason }) => <Verbatim>{reason}</Verbatim> },
    {
      head: "Asked On",
      width: "8.5rem",
      card: "fact",
      cell: ({ createdAt }) => <Moment at={createdAt} as="medium" />,
    },
    {
      head: "Until",
      width: "7rem",
      card: "fact",
      cell: ({ expiresOn }) => expiresOn && <Day date={expiresOn} />,
    },
    actions("15rem", (request) => <Actions request={request} onDecline={onDecline} />),
  ];
}

function AskedBy({ request: { employee, forManager } }: { request: Waiting }) {
  return (
    <span className={styles.who}>
      <bdi className="name">{fullName(employee)}</bdi>
      <span className="employee-id fine">{employee.employeeId}</span>
      <ForManager manager={forManager} />
    </span>
  );
}

function Requested({ request: { requestedDate, entryStatus } }: { request: Waiting }) {
  const { today } = useSession();
  const isThisYear = requestedDate.slice(0, 4) === today.slice(0, 4);
  return (
    <span className={styles.day}>
      <Day date={requestedDate} as={isThisYear ? "medium" : "dated"} />
      {entryStatus ? (
        <Status kind={entryStatus} word={said.entry[entryStatus] ?? entryStatus} />
      ) : (
        <span className="quiet small">No entry</span>
      )}
    </span>
  );
}

function Actions({ request, onDecline }: { request: Waiting; onDecline: (request: Waiting) => void }) {
  const { send } = useSend(approveRequest);
  const isBusy = useSending(approveRequest).some(({ _id }) => _id === request._id);
  const about = `${fullName(request.employee)}, ${formatDay(request.requestedDate, "long")}`;
  return (
    <span className={styles.acts} data-print="hide">
      <Button
        variant="primary"
        busy={isBusy}
        aria-label={`${said.approve} ${about}`}
        onClick={() => send(request)}
      >
        {said.approve}
      </Button>
      <Button
        disabled={isBusy}
        aria-label={`${said.decline.decline} ${about}`}
        onClick={() => onDecline(request)}
      >
        {said.decline.decline}
      </Button>
    </span>
  );
}
