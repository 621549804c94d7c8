/** What somebody has of each kind of leave, as cards, and how it came about. */
import { useState } from "react";
import { Link } from "react-router";
import { formatDay } from "../domain/day";
import { paths } from "../domain/paths";
import { useSession } from "../session/current";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import styles from "./leave.module.css";
import { LedgerDialog } from "./ledger-dialog";
import { words } from "./messages";
import type { LeaveBalance } from "./model";

const said = words.balance;

export function Balances({ balances }: { balances: readonly LeaveBalance[] }) {
  const [open, setOpen] = useState<LeaveBalance | null>(null);
  if (balances.length === 0) return <NoTypes />;
  return (
    <>
      <ul className={styles.cards}>
        {balances.map((balance) => (
          <li key={balance.leaveType._id} className={styles.card}>
            <h3 dir="auto">{balance.leaveType.name}</h3>
            <p className="hours">{leftText(balance)}</p>
            <Facts balance={balance} />
            <Expiring balance={balance} />
            <DetailsButton balance={balance} onOpen={setOpen} />
          </li>
        ))}
      </ul>
      {open && <LedgerDialog balance={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Those who keep the kinds of leave are led there. */
export function NoTypes() {
  const { user, can } = useSession();
  return (
    <Empty title="No leave types">
      {can.includes("keep-leave-types") ? (
        <Link to={paths.area(user.role).settings}>Add a leave type</Link>
      ) : (
        <p>HR can add them.</p>
      )}
    </Empty>
  );
}

const leftText = ({ left }: LeaveBalance) => (left === null ? words.noLimit : said.left(left));

type ButtonProps = { balance: LeaveBalance; onOpen: (balance: LeaveBalance) => void };

export const DetailsButton = ({ balance, onOpen }: ButtonProps) => (
  <Button
    variant="quiet"
    className={styles.act}
    aria-haspopup="dialog"
    aria-label={`Details: ${balance.leaveType.name}`}
    onClick={() => onOpen(balance)}
  >
    Details
  </Button>
);

export const Expiring = ({ balance: { expiring } }: { balance: LeaveBalance }) =>
  expiring && <p className="quiet small">{said.lapse(expiring.days, formatDay(expiring.on, "week"))}</p>;

/** What it is made of, without what is nothing. */
function Facts({ balance }: { balance: LeaveBalance }) {
  const facts: readonly [string, number][] = [
    [said.entitlement, entitlementOf(balance)],
    [said.carriedOver, balance.carriedIn],
    [said.taken, balance.used],
    [said.planned, balance.planned],
    [said.pending, balance.pending],
    [said.lapsed, balance.expired],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, days]) => days !== 0)
        .map(([label, days]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{days}</dd>
          </div>
        ))}
    </dl>
  );
}

export const entitlementOf = ({ allocated, adjusted }: LeaveBalance) => allocated + adjusted;
