/** Approvals: what waits for which manager, for how long, and how soon they decide. */
import { formatNumber } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { NobodyYet } from "../../people/nobody-yet";
import { Day, employee, figure, person } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty, Nothing } from "../../ui/empty";
import { pagerOf, useList, usePage } from "../../ui/use-list";
import { WaitingByAge } from "./ages";
import { files, systemApprovals } from "./api";
import { words } from "./messages";
import { PAGE_SIZE } from "./report";
import { said } from "./system-messages";
import { SystemReport } from "./system-report";

const { approvals } = said;

type Row = Schemas["ManagerRow"];

const COLUMNS: readonly Column<Row>[] = [
  employee("Manager"),
  figure("Team", ({ team }) => team),
  figure(words.report.waiting, ({ waiting }) => waiting),
  {
    head: "Oldest",
    width: "7.5rem",
    card: "fact",
    cell: ({ oldest }) => (oldest === null ? <Nothing /> : <Day date={oldest} as="dated" />),
  },
  figure("Leave Waiting", ({ leaveWaiting }) => leaveWaiting, formatNumber, "8rem"),
  figure(words.report.daysToDecide, ({ daysToDecide }) => daysToDecide, formatNumber, "8rem"),
  person("Substitute", ({ substitute }) => substitute, { card: "field", none: <Nothing /> }),
];

export function SystemApprovals() {
  const list = useList({});
  const query = usePage(list, systemApprovals);
  return (
    <SystemReport query={query} file={files.approvals}>
      {({ rows, ages, nobody, pagination }) => (
        <>
          <WaitingByAge ages={ages} />
          <Nobody {...nobody} />
          <DataTable
            label="Approvals by manager"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ managerId }) => managerId}
            loading={words.report.loading}
            isStale={query.isPlaceholderData}
            empty={
              <Empty title={words.none}>
                <NobodyYet of="Manager" />
              </Empty>
            }
            pages={pagerOf("Pages of managers", PAGE_SIZE, list, pagination)}
          />
        </>
      )}
    </SystemReport>
  );
}

function Nobody({ waiting, oldest }: Schemas["SystemApprovals"]["nobody"]) {
  if (oldest === null) return null;
  return (
    <p>
      {approvals.nobody(waiting)} <Day date={oldest} as="dated" />.
    </p>
  );
}
