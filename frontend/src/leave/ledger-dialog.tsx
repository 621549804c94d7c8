/** How a balance came about: its rows, of which it is the sum. */
import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../api/query-state";
import type { Schemas } from "../domain/types";
import { Button } from "../ui/button";
import { Day, Verbatim } from "../ui/columns";
import { type Column, DataTable } from "../ui/data-table";
import { Dialog } from "../ui/dialog";
import { Empty } from "../ui/empty";
import { words } from "./messages";
import { type LeaveBalance, signed } from "./model";
import { leaveLedger } from "./reads";

const said = words.details;

type Props = { balance: LeaveBalance; userId?: string | undefined; onClose: () => void };

export function LedgerDialog({ balance: { leaveType, year, left }, userId, onClose }: Props) {
  const query = useQuery(leaveLedger(year, leaveType._id, userId));
  const columns: Column<Schemas["LedgerRow"]>[] = [
    {
      head: "Date",
      isName: true,
      width: "8rem",
      card: "lead",
      cell: ({ date }) => <Day date={date} as="dated" />,
      ...(left !== null && { total: words.balance.leftHead }),
    },
    { head: "What", width: "8rem", card: "fact", cell: ({ kind }) => said.kinds[kind] ?? kind },
    {
      head: "Days",
      width: "5rem",
      align: "end",
      card: "corner",
      cell: ({ days }) => <span className="figures">{signed(days)}</span>,
      ...(left !== null && { total: left }),
    },
    { head: "Note", card: "line", cell: ({ note }) => note && <Verbatim>{note}</Verbatim> },
  ];
  return (
    <Dialog
      wide
      title={<bdi>{`${leaveType.name} ${year}`}</bdi>}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.cancel.close}</Button>}
    >
      <DataTable
        label="Ledger"
        columns={columns}
        rows={query.data?.rows}
        keyOf={({ _id }) => _id}
        loading={words.loading}
        empty={
          <Empty title="Nothing has been entered">
            <p>Entitlements, leave and adjustments of the year will appear here.</p>
          </Empty>
        }
        error={query.data === undefined && failureOf(query, words.failed)}
      />
    </Dialog>
  );
}
