/** The requests that wait for the reader, the earliest leave first: one by one, or several at once. */
import { useMemo, useState } from "react";
import { progressOf } from "../../api/query-state";
import { useSend } from "../../api/send";
import { words as leaveWords } from "../../leave/messages";
import { LEAVE_A_PAGE } from "../../leave/reads";
import { UnlessNobody } from "../../people/nobody-yet";
import { Button } from "../../ui/button";
import { DataTable, SelectAll } from "../../ui/data-table";
import { Empty } from "../../ui/empty";
import { ReasonDialog } from "../../ui/reason-dialog";
import { Skeleton } from "../../ui/skeleton";
import { pagerOf, useList, usePage } from "../../ui/use-list";
import { aboutOf, decideLeave, leaveFailure } from "./api";
import styles from "./leave.module.css";
import { words } from "./messages";
import { type Decision, isPending, type TeamLeave, waits } from "./model";
import { columnsOf } from "./pending-columns";
import { waitingLeave } from "./reads";

const said = words.approvals;

type Asking = { readonly requests: readonly TeamLeave[]; readonly decision: "reject" | "keep" };

export function Pending() {
  const list = useList({});
  const query = usePage(list, waitingLeave);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Asking | null>(null);
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const { send } = useSend(decideLeave, {
    refused: (error, { requests }) => setFailures(withSentence(failures, requests, leaveFailure(error))),
  });
  const { data } = query;
  // What is decided is gone at once.
  const rows = useMemo(() => data?.requests.filter(waits), [data]);
  const keys = rows?.filter(isPending).map(({ _id }) => _id) ?? [];
  const selected = rows?.filter((request) => isPending(request) && chosen.has(request._id)) ?? [];

  const decide = (requests: readonly TeamLeave[], decision: Decision, comment = "") => {
    const ids = new Set(requests.map(({ _id }) => _id));
    setChosen(new Set([...chosen].filter((id) => !ids.has(id))));
    setFailures(withSentence(failures, requests, null));
    send({ requests, decision, comment });
  };
  const ask = (requests: readonly TeamLeave[], decision: Asking["decision"]) =>
    setAsking({ requests, decision });

  // The bar above the table is there with the requests alone, and would push it down.
  if (query.isPending) return <Skeleton label={leaveWords.loading} lines={6} height="2.75rem" />;
  return (
    <section className={styles.panel} aria-label={said.tabs.pending}>
      {keys.length > 0 && (
        <fieldset className={styles.bulk} data-print="hide">
          <legend className="visually-hidden">Actions for the selected requests</legend>
          <SelectAll keys={keys} chosen={chosen} onChange={setChosen} />
          <Button
            variant="primary"
            disabled={selected.length === 0}
            onClick={() => decide(selected, "approve")}
          >
            Approve Selected
          </Button>
          <Button variant="danger" disabled={selected.length === 0} onClick={() => ask(selected, "reject")}>
            Reject Selected
          </Button>
        </fieldset>
      )}
      <DataTable
        label="Pending requests"
        columns={columnsOf({ failures, onDecide: decide, onAsk: ask })}
        rows={rows}
        keyOf={({ _id }) => _id}
        stateOf={({ status }) => status}
        loading={leaveWords.loading}
        {...progressOf(query, leaveWords.failed)}
        empty={
          <Empty title="No leave requests to review.">
            <UnlessNobody>
              <p>When somebody in your team asks for leave, the request will appear here.</p>
            </UnlessNobody>
          </Empty>
        }
        selection={{
          chosen,
          onChange: setChosen,
          labelOf: (request) => `Select ${aboutOf(request)}`,
          canChoose: isPending,
        }}
        pages={pagerOf(said.pages, LEAVE_A_PAGE, list, data?.pagination)}
      />
      {asking && (
        <ReasonDialog
          title={asking.decision === "keep" ? said.keep : "Reject Leave"}
          subtitle={subjectOf(asking.requests)}
          hint="The employee will see this in a notice."
          action={asking.decision === "keep" ? said.keep : said.reject}
          variant={asking.decision === "keep" ? "primary" : "danger"}
          onClose={() => setAsking(null)}
          onDecide={(reason) => {
            setAsking(null);
            decide(asking.requests, asking.decision, reason);
          }}
        />
      )}
    </section>
  );
}

function subjectOf([request, ...others]: readonly TeamLeave[]): string {
  if (!request || others.length > 0) return said.rejection.requests(others.length + 1);
  return aboutOf(request);
}

function withSentence(
  failures: ReadonlyMap<string, string>,
  requests: readonly TeamLeave[],
  sentence: string | null,
): ReadonlyMap<string, string> {
  const next = new Map(failures);
  for (const { _id } of requests) {
    if (sentence === null) next.delete(_id);
    else next.set(_id, sentence);
  }
  return next;
}
