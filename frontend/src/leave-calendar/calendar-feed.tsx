/** The link under which a calendar program reads leave. Its address is shown once, when it was made. */
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "../api/confirm-dialog";
import { QueryState } from "../api/query-state";
import { useSend } from "../api/send";
import { formatDayOf } from "../domain/day";
import { useSession } from "../session/current";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Section } from "../ui/page";
import { endFeed, makeFeed } from "./api";
import styles from "./calendar-feed.module.css";
import { words } from "./messages";
import { leaveFeed } from "./reads";

const WARNING = <p>Calendars that use the present link will no longer be updated.</p>;

export function CalendarFeed() {
  const { timezone } = useSession();
  const query = useQuery(leaveFeed());
  const [address, setAddress] = useState<string | null>(null);
  const [asked, setAsked] = useState<"replace" | "turnOff" | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const shown = useRef<HTMLParagraphElement>(null);
  const creating = useRef<HTMLButtonElement>(null);

  /** Somebody who has gone on keeps the focus. */
  const show = (url: string, isWaiting: boolean) => {
    flushSync(() => {
      setAddress(url);
      setAsked(null);
    });
    if (isWaiting) shown.current?.focus();
  };
  const create = useSend(makeFeed, { done: ({ url }, _, isWaiting) => show(url, isWaiting) });
  const feed = query.data?.feed;

  // The button that was pressed goes with the link: the focus goes on to what takes its place.
  useLayoutEffect(() => {
    if (!hasEnded || feed !== null) return;
    setEnded(false);
    creating.current?.focus();
  }, [hasEnded, feed]);

  return (
    <Section title="Calendar Feed">
      <QueryState query={query} loading={words.loading} failed={words.failed} height="2.75rem" />
      {address !== null && <NewAddress address={address} place={shown} />}
      {feed === null && address === null && (
        <div className={styles.feed}>
          <p>No link has been made.</p>
          <Button ref={creating} variant="primary" busy={create.isSending} onClick={() => create.send()}>
            {create.isSending ? "Creating..." : "Create Link"}
          </Button>
        </div>
      )}
      {feed && (
        <div className={styles.feed}>
          <p>{`A link was made on ${formatDayOf(feed.createdAt, timezone, "week")}.`}</p>
          <div className="actions">
            <Button onClick={() => setAsked("replace")}>Replace Link</Button>
            <Button onClick={() => setAsked("turnOff")}>Turn Off</Button>
          </div>
        </div>
      )}
      {asked === "replace" && (
        <ConfirmDialog
          title="Replace the link?"
          write={makeFeed}
          of={undefined}
          action="Replace Link"
          busy="Replacing..."
          onClose={() => setAsked(null)}
          onDone={({ url }) => show(url, true)}
        >
          {WARNING}
        </ConfirmDialog>
      )}
      {asked === "turnOff" && (
        <ConfirmDialog
          title="Turn off the calendar feed?"
          write={endFeed}
          of={undefined}
          action="Turn Off"
          busy="Turning off..."
          onClose={() => setAsked(null)}
          onDone={() => {
            setAddress(null);
            setAsked(null);
            setEnded(true);
          }}
        >
          {WARNING}
        </ConfirmDialog>
      )}
    </Section>
  );
}

type AddressProps = { address: string; place: RefObject<HTMLParagraphElement | null> };

function NewAddress({ address, place }: AddressProps) {
  const text = useRef<HTMLElement>(null);
  return (
    <div className={styles.address}>
      <p ref={place} tabIndex={-1}>
        Copy it now. It is shown only once.
      </p>
      <div className={styles.line}>
        <code ref={text}>{address}</code>
        <CopyButton label="Copy address" from={text} />
      </div>
    </div>
  );
}
