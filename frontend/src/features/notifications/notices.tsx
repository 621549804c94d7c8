/** What happened, newest first. A notice counts as unread until it is marked as viewed, or followed to its day. */

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { messageOr } from "../../api/error";
import { useSend } from "../../api/send";
import { formatInstant } from "../../domain/day";
import { paths } from "../../domain/paths";
import type { Notice } from "../../domain/types";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { ErrorPanel } from "../../ui/error-panel";
import { Section } from "../../ui/page";
import { Status, type StatusKind } from "../../ui/status";
import { useMoveOn } from "../../ui/use-move-on";
import { markNoticesViewed } from "./api";
import { words } from "./messages";
import styles from "./notifications.module.css";
import { newestNotices } from "./reads";

/** On a phone the weeks stand below. */
const SHOWN = 8;
/** The marks of the kinds that this screen knows; another kind is shown by its words alone. */
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
};

/** Where a notice leads: within the portal, and never back to the page that it stands on. */
function wayOf({ link, date }: Notice): string | null {
  const isOurs = link !== null && /^\/(?![/\\])/.test(link) && link !== paths.employee.notifications;
  if (isOurs) return link;
  return date === null ? null : paths.employee.timesheetOn(date);
}

export function Notices() {
  const query = useQuery(newestNotices());
  const list = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const moveOn = useMoveOn(list);
  const [announcement, setAnnouncement] = useState("");
  const { send } = useSend(markNoticesViewed);

  if (query.isError)
    return (
      <div className={styles.notices}>
        <ErrorPanel message={messageOr(query.error, words.failed)} retry={query} />
      </div>
    );
  const { notifications: notices, unread } = query.data ?? { notifications: [], unread: 0 };
  if (notices.length === 0) return null;
  const fresh = notices.filter((notice) => !notice.isRead).map((notice) => notice._id);
  const shown = isWhole ? notices : notices.slice(0, SHOWN);

  const view = (ids: readonly string[], beyond = false) => {
    send({ ids, beyond });
    moveOn();
    setAnnouncement(words.notices.viewed(ids.length < fresh.length ? unread - ids.length : 0));
  };

  return (
    <div ref={list} className={styles.notices}>
      <Section
        title={words.notices.title}
        aside={
          fresh.length > 0 && (
            <Button variant="quiet" className={styles.all} onClick={() => view(fresh, unread > fresh.length)}>
              {words.notices.viewAll}
            </Button>
          )
        }
      >
        <ul className={styles.noticeList}>
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
            {words.notices.older}
          </Button>
        )}
      </Section>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </div>
  );
}

type ItemProps = { notice: Notice; onView: () => void; onFollow: () => void };

function Item({ notice, onView, onFollow }: ItemProps) {
  const { timezone } = useSession();
  const way = wayOf(notice);
  const mark = MARKS[notice.kind];
  const title = mark ? <Status kind={mark} word={notice.title} className={styles.mark} /> : notice.title;
  return (
    <li className={styles.notice} data-new={!notice.isRead || undefined}>
      <p className={styles.noticeTitle}>
        {way ? (
          <Link to={way} onClick={onFollow}>
            {title}
          </Link>
        ) : (
          title
        )}
        {!notice.isRead && <span className={styles.new}>{words.notices.new}</span>}
      </p>
      <p className={clsx("quiet small", styles.noticeBody)} dir="auto">
        {notice.body}
      </p>
      <p className={clsx("quiet fine", styles.noticeFoot)}>
        <time dateTime={notice.createdAt}>{formatInstant(notice.createdAt, timezone)}</time>
        {!notice.isRead && (
          <Button variant="quiet" data-mark className={styles.view} onClick={onView}>
            {words.notices.view}
            <span className="visually-hidden">: {notice.title}</span>
          </Button>
        )}
      </p>
    </li>
  );
}
