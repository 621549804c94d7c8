/** Resubmitted Timesheets: what came back after a rejection, week by week, with what was changed and why it had been rejected. */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { CheckCheck } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { messageOr } from "../../api/error";
import { useSend } from "../../api/send";
import { formatDay, formatInstant, formatWeek } from "../../domain/day";
import { formatHours } from "../../domain/hours";
import { paths } from "../../domain/paths";
import { diffWords } from "../../domain/text-diff";
import type { Resubmission } from "../../domain/types";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Status } from "../../ui/status";
import { useMoveOn } from "../../ui/use-move-on";
import { markViewed } from "./api";
import { resubmissions } from "./reads";
import styles from "./resubmissions.module.css";

export function ResubmissionsPage() {
  const query = useQuery(resubmissions());
  const page = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const moveOn = useMoveOn(page);
  const { send } = useSend(markViewed);
  const all = query.data?.notifications ?? [];
  const pending = all.filter((one) => one.status === "pending");

  const view = (ids: string[]) => {
    send(ids);
    moveOn();
    setAnnouncement(
      ids.length === 1 ? `Marked as viewed, ${pending.length - 1} left` : "All marked as viewed",
    );
  };

  return (
    <div ref={page}>
      <Page>
        <PageHeader
          lead="Days that you rejected and that came back corrected."
          actions={
            pending.length > 0 && (
              <Button onClick={() => view(pending.map((one) => one._id))}>
                <CheckCheck size={16} aria-hidden />
                Mark All as Viewed
              </Button>
            )
          }
        />
        {query.isError && (
          <ErrorPanel
            message={messageOr(query.error, "Failed to load notifications")}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        )}
        {query.isPending && <Skeleton label="Loading notifications..." height="8rem" />}
        {query.isSuccess && all.length === 0 && (
          <Empty icon={<CheckCheck size={24} aria-hidden />} title="No resubmitted timesheets to review">
            <p>When somebody corrects a day that you rejected, it shows here with what was changed.</p>
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
        <p role="status" className="visually-hidden">
          {announcement}
        </p>
      </Page>
    </div>
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
  const { timezone } = useSession();
  const { employee, timesheet, previous } = item;
  const name = `${employee.firstName} ${employee.lastName}`;
  const isPending = item.status === "pending";
  const id = `resubmission-${item._id}`;
  return (
    <article className={styles.item} data-viewed={!isPending || undefined} aria-labelledby={id}>
      <header className={styles.top}>
        <h3 id={id}>
          <span dir="auto">{name}</span> <span className={styles.employeeId}>{employee.employeeId}</span>{" "}
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
        <dd className={styles.hours}>
          <Change before={`${formatHours(previous.hours)} h`} after={`${formatHours(timesheet.hours)} h`} />
        </dd>
        <dt>Description</dt>
        <dd className={styles.text} dir="auto">
          <TextChange before={previous.description} after={timesheet.description} />
        </dd>
        <dt>Your comment</dt>
        <dd className={styles.comment} dir="auto">
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
        <Link to={`${paths.manager.teamTimesheets}?range=waiting&employee=${employee._id}`}>
          Review this week<span className="visually-hidden"> of {name}</span>
        </Link>
        <span className={styles.time}>
          Resubmitted <time dateTime={item.createdAt}>{formatInstant(item.createdAt, timezone)}</time>
        </span>
      </footer>
    </article>
  );
}

/** "6 h → 8 h", in words for people who listen. */
function Change({ before, after }: { before: string; after: string }) {
  if (before === after) {
    return (
      <>
        {after} <span className={styles.unchanged}>unchanged</span>
      </>
    );
  }
  return (
    <>
      <del>
        <span className="visually-hidden">was </span>
        {before}
      </del>
      <span aria-hidden="true"> → </span>
      <ins>
        <span className="visually-hidden">, now </span>
        {after}
      </ins>
    </>
  );
}

function TextChange({ before, after }: { before: string; after: string }) {
  if (before === after) {
    return (
      <>
        {after} <span className={styles.unchanged}>unchanged</span>
      </>
    );
  }
  const pieces = diffWords(before, after);
  const rewritten = !pieces.some((piece) => piece.kind === "same");
  return (
    <span className={clsx(rewritten && styles.rewritten)}>
      {pieces.map((piece, index) => {
        const key = `${index} ${piece.kind}`;
        if (piece.kind === "same") return <span key={key}>{piece.text}</span>;
        const Mark = piece.kind === "removed" ? "del" : "ins";
        return (
          <Mark key={key}>
            <span className="visually-hidden">{piece.kind === "removed" ? "[removed: " : "[added: "}</span>
            {piece.text}
            <span className="visually-hidden">]</span>
          </Mark>
        );
      })}
    </span>
  );
}
