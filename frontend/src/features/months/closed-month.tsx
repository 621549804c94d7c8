/** A closed month: what was handed over, whether it still agrees, and the way to open it again. */
import { useRef, useState } from "react";
import { Link } from "react-router";
import { formatDayOf, formatInstant } from "../../domain/day";
import { formatNumber } from "../../domain/format";
import { Moment, useSession } from "../../session/current";
import { Button, buttonClass } from "../../ui/button";
import { employee } from "../../ui/columns";
import { CopyButton } from "../../ui/copy-button";
import { type Column, DataTable } from "../../ui/data-table";
import { Status } from "../../ui/status";
import { words } from "./messages";
import { foundBy, type MonthCheck, nameOf, type PayrollMonth, type Revision } from "./model";
import styles from "./months.module.css";
import { ReopenDialog } from "./reopen-dialog";

const said = words.shut;

export function ClosedMonth({ month }: { month: PayrollMonth }) {
  const { newest } = month;
  if (newest === null) return null;
  return (
    <>
      <Facts month={month} newest={newest} />
      {month.check && month.check.samples.length > 0 && <Samples samples={month.check.samples} />}
      <div className={styles.acts} data-print="hide">
        <Link className={buttonClass("primary")} to={`?tab=payroll&month=${month.month}`}>
          Open Payroll
        </Link>
        <Reopen month={month.month} newest={newest} />
      </div>
    </>
  );
}

function Facts({ month, newest }: { month: PayrollMonth; newest: Revision }) {
  const { timezone } = useSession();
  const checksum = useRef<HTMLElement>(null);
  const found = foundBy(month.check);
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{words.revision}</dt>
          <dd>{newest.revision}</dd>
        </div>
        <div>
          <dt>{said.closed}</dt>
          <dd>
            <time dateTime={newest.closedAt}>
              {`${formatInstant(newest.closedAt, timezone)} by ${nameOf(newest.closedBy)}`}
            </time>
          </dd>
        </div>
        <div>
          <dt>{words.employees}</dt>
          <dd>{formatNumber(newest.employees)}</dd>
        </div>
        <div>
          <dt>Checksum</dt>
          <dd className={styles.copied}>
            <code ref={checksum} className={styles.checksum}>
              {newest.checksum}
            </code>
            <CopyButton label="Copy" from={checksum} />
          </dd>
        </div>
        <div>
          <dt>Last Check</dt>
          <dd>
            {month.check && found ? (
              <span className={styles.copied}>
                <Status {...found} />
                <Moment className="quiet small" at={month.check.checkedAt} />
              </span>
            ) : (
              <span className="quiet">Not checked yet</span>
            )}
          </dd>
        </div>
      </dl>
      {newest.blocked > 0 && (
        <p className={styles.warning} dir="auto">
          {said.withBlocked(newest.blocked, newest.reason ?? words.none)}
        </p>
      )}
    </>
  );
}

type Sample = MonthCheck["samples"][number];

const SAMPLES: readonly Column<Sample>[] = [
  employee(words.employee),
  { head: "What", card: "corner", cell: ({ field }) => field },
  { head: said.closed, align: "end", card: "fact", cell: ({ closed }) => closed || words.none },
  { head: "Now", align: "end", card: "fact", cell: ({ now }) => now || words.none },
];

function Samples({ samples }: { samples: readonly Sample[] }) {
  return (
    <DataTable
      label="What has changed"
      columns={SAMPLES}
      rows={samples}
      keyOf={({ employeeId, field }) => `${employeeId} ${field}`}
      loading={words.loading}
      isShort
    />
  );
}

/** HR may reopen a month until its payroll has been exported, an administrator always. */
function Reopen({ month, newest }: { month: string; newest: Revision }) {
  const { user, timezone } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (newest.exportedAt !== null && user.role !== "Admin")
    return <p className="quiet">{said.onlyAdmin(formatDayOf(newest.exportedAt, timezone, "week"))}</p>;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{said.reopen}</Button>
      {isOpen && <ReopenDialog month={month} onClose={() => setOpen(false)} />}
    </>
  );
}
