/** The leave of one person, for those who look after people: balances, requests, and what may be entered for them. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useState } from "react";
import { Failure, QueryState } from "../api/query-state";
import { useSession } from "../session/current";
import { Button } from "../ui/button";
import { figure } from "../ui/columns";
import { type Column, DataTable } from "../ui/data-table";
import { Section } from "../ui/page";
import { AdjustDialog } from "./adjust-dialog";
import { DetailsButton, Expiring, entitlementOf, NoTypes } from "./balances";
import styles from "./leave.module.css";
import { LedgerDialog } from "./ledger-dialog";
import { words } from "./messages";
import type { LeaveBalance } from "./model";
import { leaveOf, leaveTypes } from "./reads";
import { RecordDialog } from "./record-dialog";
import { RequestTable } from "./request-table";
import { YearField } from "./year-field";

const said = words.person;
const heads = words.balance;

type Open = "adjust" | "record" | LeaveBalance | null;

export function PersonLeave({ userId }: { userId: string }) {
  const { today } = useSession();
  const [year, setYear] = useState(Number(today.slice(0, 4)));
  const [open, setOpen] = useState<Open>(null);
  const query = useQuery({ ...leaveOf(year, userId), placeholderData: keepPreviousData });
  const types = useQuery(leaveTypes());
  const close = () => setOpen(null);
  const { data } = query;
  return (
    <div className={styles.person}>
      <div className={styles.bar}>
        <YearField year={year} onChange={setYear} />
        <div className="actions">
          <Button disabled={!types.data} onClick={() => setOpen("adjust")}>
            {said.adjust}
          </Button>
          <Button disabled={!types.data} onClick={() => setOpen("record")}>
            {said.record}
          </Button>
        </div>
      </div>
      <Failure query={types} failed={words.failed} />
      <QueryState query={query} loading={words.loading} failed={words.failed} lines={6} />
      {data && (
        <>
          <Section title={said.balances}>
            <DataTable
              label={said.balances}
              columns={columnsOf(setOpen)}
              rows={data.balances}
              keyOf={({ leaveType }) => leaveType._id}
              isShort
              loading={words.loading}
              isStale={query.isPlaceholderData}
              empty={<NoTypes />}
            />
          </Section>
          <Section title={said.requests}>
            <RequestTable
              label={said.requests}
              rows={data.requests}
              next={<p>Leave that they ask for, or that you record above, will appear here.</p>}
              isStale={query.isPlaceholderData}
            />
          </Section>
        </>
      )}
      {open === "adjust" && <AdjustDialog userId={userId} types={types.data?.types ?? []} onClose={close} />}
      {open === "record" && <RecordDialog userId={userId} types={types.data?.types ?? []} onClose={close} />}
      {open !== null && typeof open === "object" && (
        <LedgerDialog balance={open} userId={userId} onClose={close} />
      )}
    </div>
  );
}

function columnsOf(onOpen: (balance: LeaveBalance) => void): Column<LeaveBalance>[] {
  const days = (head: string, width: string, daysOf: (balance: LeaveBalance) => number) =>
    figure(head, daysOf, String, width);
  return [
    {
      head: "Leave Type",
      isName: true,
      card: "lead",
      cell: (balance) => (
        <span className={clsx("stack", styles.underName)}>
          <bdi>{balance.leaveType.name}</bdi>
          <Expiring balance={balance} />
          <DetailsButton balance={balance} onOpen={onOpen} />
        </span>
      ),
    },
    days(heads.entitlement, "6rem", entitlementOf),
    days("Adjusted", "5rem", ({ adjusted }) => adjusted),
    days(heads.carriedOver, "4.5rem", ({ carriedIn }) => carriedIn),
    days(heads.taken, "3.75rem", ({ used }) => used),
    days(heads.planned, "4.75rem", ({ planned }) => planned),
    days(heads.pending, "4.75rem", ({ pending }) => pending),
    days(heads.lapsed, "4.25rem", ({ expired }) => expired),
    {
      head: heads.leftHead,
      width: "3.75rem",
      align: "end",
      card: "fact",
      cell: ({ left }) => <strong>{left ?? words.noLimit}</strong>,
    },
  ];
}
