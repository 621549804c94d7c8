/** The link under which a calendar program reads leave. Its address is shown once, when it was made. */
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { messageOr } from "../api/error";
import { useSend } from "../api/send";
import { formatDayOf } from "../domain/day";
import { useSession } from "../session/current";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Dialog } from "../ui/dialog";
import { ErrorPanel } from "../ui/error-panel";
import { FormError } from "../ui/form-message";
import { Section } from "../ui/page";
import { Skeleton } from "../ui/skeleton";
import { useRefusal } from "../ui/use-refusal";
import { endFeed, makeFeed } from "./api";
import styles from "./calendar-feed.module.css";
import { words } from "./messages";
import { leaveFeed } from "./reads";

const said = words.feed;

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
      {query.isPending && <Skeleton label={words.loading} height="2.75rem" />}
      {query.isError && <ErrorPanel message={messageOr(query.error, words.failed)} retry={query} />}
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
            <Button onClick={() => setAsked("replace")}>{said.replace}</Button>
            <Button onClick={() => setAsked("turnOff")}>{said.turnOff}</Button>
          </div>
        </div>
      )}
      {asked === "replace" && (
        <ReplaceDialog onClose={() => setAsked(null)} onMade={(url) => show(url, true)} />
      )}
      {asked === "turnOff" && (
        <TurnOffDialog
          onClose={() => setAsked(null)}
          onEnded={() => {
            setAddress(null);
            setAsked(null);
            setEnded(true);
          }}
        />
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

type AskProps = {
  question: string;
  action: string;
  busy: boolean;
  sentence: string | null;
  box: RefObject<HTMLParagraphElement | null>;
  onConfirm: () => void;
  onClose: () => void;
};

function Ask({ question, action, busy, sentence, box, onConfirm, onClose }: AskProps) {
  return (
    <Dialog
      title={question}
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <p>Calendars that use the present link will no longer be updated.</p>
      <FormError message={sentence} ref={box} />
    </Dialog>
  );
}

function ReplaceDialog({ onClose, onMade }: { onClose: () => void; onMade: (url: string) => void }) {
  const { sentence, box, refuse, forgive } = useRefusal();
  const { send, isSending } = useSend(makeFeed, {
    done: ({ url }) => onMade(url),
    refused: (error) => refuse({ sentence: messageOr(error, said.changeFailed) }),
  });
  const confirm = () => {
    forgive();
    send();
  };
  return (
    <Ask
      question="Replace the link?"
      action={isSending ? "Replacing..." : said.replace}
      busy={isSending}
      sentence={sentence}
      box={box}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

function TurnOffDialog({ onClose, onEnded }: { onClose: () => void; onEnded: () => void }) {
  const { sentence, box, refuse, forgive } = useRefusal();
  const { send, isSending } = useSend(endFeed, {
    done: onEnded,
    refused: (error) => refuse({ sentence: messageOr(error, said.changeFailed) }),
  });
  const confirm = () => {
    forgive();
    send();
  };
  return (
    <Ask
      question="Turn off the calendar feed?"
      action={isSending ? "Turning off..." : said.turnOff}
      busy={isSending}
      sentence={sentence}
      box={box}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
