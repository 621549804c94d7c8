/** What happened, newest first. A notice counts as unread until it is marked as viewed, or followed to where it leads. */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { Failure } from "../api/query-state";
import { useSend } from "../api/send";
import { paths } from "../domain/paths";
import type { Notice } from "../domain/types";
import { Moment } from "../session/current";
import { Button } from "../ui/button";
import { Section } from "../ui/page";
import { Status, type StatusKind } from "../ui/status";
import { useMoveOn } from "../ui/use-move-on";
import { markNoticesViewed } from "./api";
import styles from "./notices.module.css";
import { newestNotices } from "./reads";

/** On a phone something stands below. */
const SHOWN = 8;
/** The marks of the kinds that this client knows; another kind is shown by its words alone. */
const MARKS: Readonly<Record<string, StatusKind>> = {
  approved: "approved",
  rejected: "rejected",
  unlocked: "unlocked",
  frozen: "frozen",
  "unlock-declined": "rejected",
  "unlock-expired": "past",
  "leave-recorded": "leave",
  "leave-approved": "approved",
  "leave-rejected": "rejected",
  "leave-kept": "rejected",
  "leave-cancelled": "cancelled",
  "leave-recounted": "leave",
  "leave-adjusted": "leave",
  "month-closed": "closed",
  "month-reminder": "needs-attention",
};

/** What is said once some are marked. */
export const leftToView = (left: number): string =>
  left > 0 ? `Marked as viewed, ${left} left` : "All marked as viewed";

/** Where a notice leads: within the portal, and never back to the page that it stands on. */
function wayOf({ link, date }: Notice): string | null {
  const isOurs = link !== null && /^\/(?![/\\])/.test(link) && link !== paths.employee.notifications;
  if (isOurs) return link;
  return date === null ? null : paths.employee.timesheetOn(date);
}

type Props = {
  title: string;
  /** Those that were viewed are gone, and the section with the last of them. */
  isUnreadOnly?: boolean;
  className?: string | undefined;
};

export function Notices({ title, isUnreadOnly = false, className }: Props) {
  const query = useQuery(newestNotices());
  const list = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const moveOn = useMoveOn(list);
  const [announcement, setAnnouncement] = useState("");
  const { send } = useSend(markNoticesViewed);

  if (query.isError)
    return (
      <div className={className}>
        <Failure query={query} failed="Failed to load notifications" />
      </div>
    );
  const { notifications, unread } = query.data ?? { notifications: [], unread: 0 };
  const fresh = notifications.filter((notice) => !notice.isRead);
  const notices = isUnreadOnly ? fresh : notifications;
  const shown = isWhole ? notices : notices.slice(0, SHOWN);
  // One alone is marked at its place. What is unread may be older than all that are here.
  const canMarkAll = isUnreadOnly ? unread > Math.min(1, fresh.length) : fresh.length > 0;

  const view = (ids: readonly string[], beyond = false) => {
    send({ ids, beyond });
    moveOn();
    setAnnouncement(leftToView(ids.length < fresh.length ? unread - ids.length : 0));
  };
  const viewAll = () =>
    view(
      fresh.map(({ _id }) => _id),
      unread > fresh.length,
    );

  if (notices.length === 0 && !canMarkAll && announcement === "") return null;
  return (
    <div ref={list} className={className}>
      {(notices.length > 0 || canMarkAll) && (
        <Section
          title={title}
          aside={
            canMarkAll && (
              <Button variant="quiet" className={styles.all} onClick={viewAll}>
                Mark All as Viewed
                {isUnreadOnly && <span className="visually-hidden">{`: ${title}`}</span>}
              </Button>
            )
          }
        >
          <ul className={styles.list}>
            {shown.map((notice) => (
              <Item
                key={notice._id}
                notice={notice}
                onView={() => view([notice._id])}
                onFollow={() => !notice.isRead && send({ ids: [notice._id], beyond: false })}
              />
            ))}
          </ul>
          {shown.length < notices.length && (
            <Button variant="quiet" className={styles.more} onClick={() => setWhole(true)}>
              Show older
            </Button>
          )}
        </Section>
      )}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </div>
  );
}

type ItemProps = { notice: Notice; onView: () => void; onFollow: () => void };

function Item({ notice, onView, onFollow }: ItemProps) {
  const way = wayOf(notice);
  const mark = MARKS[notice.kind];
  const title = mark ? <Status kind={mark} word={notice.title} className={styles.mark} /> : notice.title;
  return (
    <li className={styles.notice} data-new={!notice.isRead || undefined}>
      <p className={styles.title}>
        {way ? (
          <Link to={way} onClick={onFollow}>
            {title}
          </Link>
        ) : (
          title
        )}
        {!notice.isRead && <span className={styles.new}>New</span>}
      </p>
      <p className={clsx("quiet small", styles.body)} dir="auto">
        {notice.body}
      </p>
      <p className={clsx("quiet fine", styles.foot)}>
        <Moment at={notice.createdAt} />
        {!notice.isRead && (
          <Button variant="quiet" data-mark className={styles.view} onClick={onView}>
            Mark as Viewed
            <span className="visually-hidden">{`: ${notice.title}`}</span>
          </Button>
        )}
      </p>
    </li>
  );
}
