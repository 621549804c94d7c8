/**
 * Short messages at the top right: at most three, four seconds each, waiting while they are pointed at or hold the focus. What
 * somebody must not miss also stands in its place on the page. `toast` may be called from anywhere; `Toaster` stands once, in the shell.
 */
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Button, IconButton } from "./button";
import styles from "./toast.module.css";

const MOST = 3;
const USUAL_MS = 4000;

type Options = {
  description?: string;
  durationMs?: number;
  /** Something that can be done about it while it is shown. It closes the message. */
  action?: { label: string; run: () => void };
  /** Called once it is gone, for whatever reason. */
  closed?: () => void;
};
type Toast = Options & { id: number; tone: "success" | "error"; message: string };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  const gone = toasts.filter((one) => !next.includes(one));
  toasts = next;
  for (const listener of listeners) listener();
  for (const { closed } of gone) closed?.();
}

function show(tone: Toast["tone"], message: string, options: Options = {}): void {
  lastId += 1;
  set([...toasts, { ...options, id: lastId, tone, message }].slice(-MOST));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const toast = {
  success: (message: string, options?: Options) => show("success", message, options),
  error: (message: string, options?: Options) => show("error", message, options),
  dismiss: (id: number) => set(toasts.filter((one) => one.id !== id)),
  /** Closes all of them at once: a sign-out must not leave messages to the next person. */
  clear: () => set([]),
};

/** Above everything, an open dialog and what it dims included: what came last into the top layer lies highest there. */
function raise(region: HTMLElement): void {
  // Browsers of before 2024 leave the messages below the dialog, where they can still be read. And it may just have closed around them.
  if (!("showPopover" in region) || !region.isConnected) return;
  region.popover = "manual";
  const isUp = region.matches(":popover-open");
  // Taken out and put in again only if a dialog may have come between: otherwise the focus in here would be lost.
  if (isUp && document.querySelector("dialog[open]") === null) return;
  if (isUp) region.hidePopover();
  region.showPopover();
}

const topDialog = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? null;

function watchDialogs(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["open"] });
  return () => observer.disconnect();
}

/** They stand in the dialog that is open: whatever is outside of it can neither be heard nor pressed. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const region = useRef<HTMLElement>(null);
  const newest = shown.at(-1)?.id;
  const dialog = useSyncExternalStore(watchDialogs, topDialog);
  const [held, setHeld] = useState(false);
  // The last toast may close under the pointer, and no leave event follows.
  const hold = held && shown.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: in another dialog it is another element.
  useLayoutEffect(() => {
    if (newest !== undefined && region.current !== null) raise(region.current);
  }, [newest, dialog]);

  const messages = (
    <section
      ref={region}
      // A list or a menu that is open hides the rest of the page from a reader, but not what is said now.
      data-react-aria-top-layer
      className={styles.region}
      aria-label="Messages"
      data-print="hide"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) => setHeld(event.currentTarget.contains(event.relatedTarget))}
    >
      {shown.map((one) => (
        <ToastCard key={one.id} toast={one} held={hold} />
      ))}
    </section>
  );
  return dialog ? createPortal(messages, dialog) : messages;
}

function ToastCard({
  toast: { id, tone, message, description, durationMs = USUAL_MS, action },
  held,
}: {
  toast: Toast;
  held: boolean;
}) {
  const left = useRef(durationMs);
  useEffect(() => {
    if (held) return;
    const started = performance.now();
    const timer = setTimeout(() => toast.dismiss(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [held, id]);
  const Icon = tone === "success" ? CircleCheck : CircleAlert;
  return (
    <div className={styles.toast} data-tone={tone} role={tone === "success" ? "status" : "alert"}>
      <Icon size={18} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <p>{message}</p>
        {description && <p className="quiet small">{description}</p>}
      </div>
      {action && (
        <Button
          variant="quiet"
          onClick={() => {
            action.run();
            toast.dismiss(id);
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Dismiss" className={styles.dismiss} onClick={() => toast.dismiss(id)}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
