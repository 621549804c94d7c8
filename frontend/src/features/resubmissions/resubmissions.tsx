/** What came back after a rejection, week by week, with what was changed and why it had been rejected. */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { CheckCheck } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { Failure } from "../../api/query-state";
import { useSend } from "../../api/send";
import { formatDay, formatWeek } from "../../domain/day";
import { formatHours } from "../../domain/format";
import { paths } from "../../domain/paths";
import { fullName } from "../../domain/people";
import type { Resubmission } from "../../domain/types";
import { leftToView, Notices } from "../../notices/notices";
import { newestNotices } from "../../notices/reads";
import { UnlessNobody } from "../../people/nobody-yet";
import { Moment, useSession } from "../../session/current";
import { StandingIn, useStandingIn } from "../../substitutes/standing-in";
import { isOfTeam } from "../../substitutes/team";
import { ForManager, TeamFilter, useTeam } from "../../substitutes/teams";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { Page, PageHeader } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Status } from "../../ui/status";
import { FigureChange, TextChange } from "../../ui/text-change";
import { useList } from "../../ui/use-list";
import { useMoveOn } from "../../ui/use-move-on";
import { useOnce } from "../../ui/use-once";
import { markViewed } from "./api";
import { resubmissions } from "./reads";
import styles from "./resubmissions.module.css";

const CHOICES = { team: "words" } as const;

type Props = {
  /** It stands below a heading of its own, and not in a tab. */
  isPage?: boolean;
};

export function Resubmissions({ isPage = false }: Props) {
  const standing = useStandingIn();
  const { chosen, choose } = useList(CHOICES);
  const team = useTeam(chosen.team);
  const query = useQuery(resubmissions());
  const notices = useQuery({ ...newestNotices(), enabled: isPage });
  const list = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const moveOn = useMoveOn(list);
  const { send } = useSend(markViewed);
  // What the reader is told stands above the list, and would push it down.
  const isHere = useOnce(standing.isKnown && !query.isPending && !(isPage && notices.isPending));
  // Above reminders it would look like theirs.
  const isInHeader = isPage && notices.data?.unread === 0;
  const all = (query.data?.notifications ?? []).filter(isOfTeam(team));
  const pending = all.filter((one) => one.status === "pending");

  const view = (ids: string[]) => {
    send(ids);
    moveOn();
    setAnnouncement(leftToView(pending.length - ids.length));
  };

  const viewAll = pending.length > 0 && (
    <Button onClick={() => view(pending.map((one) => one._id))}>
      <CheckCheck size={16} aria-hidden />
      Mark All as Viewed
    </Button>
  );

  return (
    <Page>
      {isPage && (
        <PageHeader
          lead="Rejected days that have been corrected and resubmitted."
          actions={isHere && isInHeader && viewAll}
        />
      )}
      {!isHere && <Skeleton label="Loading notifications..." height="8rem" />}
      {isHere && isPage && <Notices title="Reminders" isUnreadOnly />}
      {isHere && (
        <div ref={list}>
          <Page>
            <StandingIn sentences={standing.sentences} />
            <div className={styles.tools} data-print="hide">
              <TeamFilter team={team} onChange={(one) => choose({ team: one })} className={styles.team} />
              {!isInHeader && viewAll}
            </div>
            <Failure query={query} failed="Failed to load notifications" />
            {query.isSuccess && all.length === 0 && (
              <Empty icon={<CheckCheck size={24} aria-hidden />} title="No resubmitted timesheets to review">
                <UnlessNobody>
                  <p>When somebody corrects a rejected day, it will appear here with the changes.</p>
                  {team !== "" && <Button onClick={() => choose({ team: "" })}>Show all teams</Button>}
                </UnlessNobody>
              </Empty>
            )}
            {byWeek(all).map(([weekStart, items]) => (
              <section key={weekStart} className={styles.week} aria-labelledby={`week-${weekStart}`}>
                <h2 id={`week-${weekStart}`}>{formatWeek(weekStart)}</h2>
                {items.map((item) => (
                  <Item key={item._id} item={item} onView={() => view([item._id])} />
                ))}
              </section>
            ))}
          </Page>
        </div>
      )}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </Page>
  );
}

/** Newest week first; within it what waits before what was seen, in the server's order. */
function byWeek(all: readonly Resubmission[]): [string, Resubmission[]][] {
  const weeks = new Map<string, Resubmission[]>();
  for (const item of all) weeks.set(item.weekStart, [...(weeks.get(item.weekStart) ?? []), item]);
  return [...weeks]
    .map(([week, items]): [string, Resubmission[]] => [
      week,
      items.toSorted((one, other) => Number(one.status === "viewed") - Number(other.status === "viewed")),
    ])
    .sort(([one], [other]) => other.localeCompare(one));
}

function Item({ item, onView }: { item: Resubmission; onView: () => void }) {
  const { user } = useSession();
  const { employee, timesheet, previous } = item;
  const name = fullName(employee);
  const isPending = item.status === "pending";
  const id = `resubmission-${item._id}`;
  return (
    <article className={styles.item} data-viewed={!isPending || undefined} aria-labelledby={id}>
      <header className={styles.top}>
        <h3 id={id}>
          <span dir="auto">{name}</span> <span className="employee-id fine">{employee.employeeId}</span>
          <ForManager manager={item.forManager} />{" "}
          <time className={styles.date} dateTime={timesheet.date}>
            {formatDay(timesheet.date, "long")}
          </time>
        </h3>
        <Status
          kind={isPending ? "pending" : "viewed"}
          {...(isPending ? { word: "Pending Review" } : {})}
          stamp
        />
      </header>
      <dl className={styles.facts}>
        <dt>Hours</dt>
        <dd className="hours">
          <FigureChange before={formatHours(previous.hours)} after={formatHours(timesheet.hours)} />
        </dd>
        <dt>Description</dt>
        <dd className={clsx("verbatim", styles.text)} dir="auto">
          <TextChange before={previous.description} after={timesheet.description} />
        </dd>
        <dt>Comment</dt>
        <dd className={clsx("rejection verbatim", styles.comment)} dir="auto">
          {item.originalRejectionComment}
        </dd>
      </dl>
      <footer className={styles.actions}>
        {isPending && (
          <Button data-mark onClick={onView}>
            Mark as Viewed
            <span className="visually-hidden">
              : {name}, {formatDay(timesheet.date, "medium")}
            </span>
          </Button>
        )}
        <Link to={`${paths.area(user.role).approvals}?range=waiting&employee=${employee._id}`}>
          Review this week
          <span className="visually-hidden">{` of ${name}`}</span>
        </Link>
        <span className={clsx("quiet fine", styles.time)}>
          {"Resubmitted "}
          <Moment at={item.createdAt} />
        </span>
      </footer>
    </article>
  );
}
