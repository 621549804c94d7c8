/** What somebody who decides wants to know about a request, and what they can do with it. */
import clsx from "clsx";
import { formatDay } from "../../domain/day";
import { fullName } from "../../domain/people";
import { words as leaveWords } from "../../leave/messages";
import { givenUpText } from "../../leave/model";
import { Period, Type } from "../../leave/request-table";
import { ForManager } from "../../substitutes/teams";
import { Button } from "../../ui/button";
import { actions, Verbatim } from "../../ui/columns";
import type { Column } from "../../ui/data-table";
import { Status } from "../../ui/status";
import { aboutOf } from "./api";
import styles from "./leave.module.css";
import { words } from "./messages";
import { commentOf, type Decision, type TeamLeave } from "./model";

const said = words.approvals;
const { columns } = said;

type Props = {
  /** Why the last decision on a request does not stand. */
  failures: ReadonlyMap<string, string>;
  onDecide: (requests: readonly TeamLeave[], decision: Decision) => void;
  /** Asks for a reason first. */
  onAsk: (requests: readonly TeamLeave[], decision: "reject" | "keep") => void;
};

export const columnsOf = (props: Props): Column<TeamLeave>[] => [
  {
    head: columns.employee,
    isName: true,
    width: "9rem",
    card: "lead",
    cell: (request) => <Requester request={request} />,
  },
  { head: "Type", width: "7.25rem", card: "corner", cell: (request) => <Type request={request} /> },
  { head: "Period", width: "9rem", card: "line", cell: (request) => <Period request={request} /> },
  { head: "Days", width: "3.25rem", align: "end", card: "fact", cell: ({ days }) => days },
  {
    head: "Left",
    width: "5.5rem",
    align: "end",
    card: "fact",
    cell: (request) => <Left request={request} />,
  },
  { head: "Also Away", width: "10rem", card: "line", cell: (request) => <AlsoAway request={request} /> },
  { head: "Reason", card: "line", cell: (request) => <Reason request={request} /> },
  actions("12.75rem", (request) => <Actions request={request} {...props} />),
];

export const Requester = ({ request: { user, forManager } }: { request: TeamLeave }) => (
  <span className={clsx("stack", styles.apart)}>
    <bdi className="name">{fullName(user)}</bdi>
    <span className="employee-id fine">{user.employeeId}</span>
    <ForManager manager={forManager} />
  </span>
);

function Left({ request: { years } }: { request: TeamLeave }) {
  const textOf = (left: number | null) => (left === null ? leaveWords.noLimit : String(left));
  return years.length === 1
    ? years.map(({ left }) => textOf(left))
    : years.map(({ year, left }) => <div key={year}>{`${year}: ${textOf(left)}`}</div>);
}

function AlsoAway({ request: { alsoAway, coverage } }: { request: TeamLeave }) {
  if (alsoAway.length === 0 && coverage === null) return null;
  return (
    <div className={styles.away}>
      {alsoAway.length > 0 && (
        <ul className={styles.names}>
          {alsoAway.map((one) => (
            <li key={`${fullName(one)} ${one.startDate}`}>
              <bdi>{fullName(one)}</bdi>
              {one.status === "pending" && <span className="quiet"> (pending)</span>}
            </li>
          ))}
        </ul>
      )}
      {coverage && (
        <span className="quiet fine">
          {`${coverage.away} of ${coverage.members} away on ${formatDay(coverage.date, "short")}`}
        </span>
      )}
    </div>
  );
}

/** Of leave that is to be cancelled, what is given up, and why. */
function Reason({ request }: { request: TeamLeave }) {
  const isAsked = request.status === "cancellation-asked";
  const text = isAsked ? commentOf(request) : request.reason;
  return (
    <span className={clsx("stack", styles.apart)}>
      {isAsked && (
        <>
          <Status kind="cancellation-asked" word="Asks to cancel" />
          <span className="small">{givenUpText(request)}</span>
        </>
      )}
      {text && <Verbatim>{text}</Verbatim>}
    </span>
  );
}

function Actions({ request, failures, onDecide, onAsk }: Props & { request: TeamLeave }) {
  const about = aboutOf(request);
  const failure = failures.get(request._id);
  const named = (action: string) => ({ "aria-label": `${action}: ${about}`, children: action });
  const isAsked = request.status === "cancellation-asked";
  return (
    <div className={styles.acts} data-print="hide">
      <div>
        <Button
          {...named(isAsked ? "Accept Cancellation" : "Approve")}
          variant="primary"
          // The next request takes the place of a decided one, so the second click of a double click would decide it unread.
          onClick={({ detail }) => detail < 2 && onDecide([request], isAsked ? "accept" : "approve")}
        />
        <Button
          {...named(isAsked ? said.keep : said.reject)}
          variant={isAsked ? "secondary" : "danger"}
          onClick={() => onAsk([request], isAsked ? "keep" : "reject")}
        />
      </div>
      {/* A message at the top of the page has said it aloud; here it stays to be read. */}
      {failure && <p className="rejection small">{failure}</p>}
    </div>
  );
}
