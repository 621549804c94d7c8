/** What a day, an entry, a week, an account or an attendance is: always the same mark, word and colour, so that none of the three has to be seen. */
import clsx from "clsx";
import {
  Ban,
  Check,
  CircleDot,
  Clock,
  Eye,
  KeyRound,
  Lock,
  Minus,
  Moon,
  Snowflake,
  TriangleAlert,
  UserRoundMinus,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import styles from "./status.module.css";

export type StatusKind =
  | "approved"
  | "pending"
  | "rejected"
  | "partially-rejected"
  | "unlocked"
  | "holiday"
  | "weekend"
  | "day-off"
  | "today"
  | "past"
  | "frozen"
  | "future"
  | "before-joining"
  | "none"
  | "viewed"
  | "blocked"
  | "inactive"
  | "good"
  | "needs-attention";

const icon = { size: 14, strokeWidth: 2.5, "aria-hidden": true } as const;

const marks: Record<StatusKind, { word: string; mark: ReactNode }> = {
  approved: { word: "Approved", mark: <Check {...icon} /> },
  pending: { word: "Pending", mark: <Clock {...icon} /> },
  rejected: { word: "Rejected", mark: <X {...icon} /> },
  "partially-rejected": { word: "Partially rejected", mark: <X {...icon} /> },
  unlocked: { word: "Approved unlock", mark: <KeyRound {...icon} /> },
  holiday: {
    word: "Holiday",
    mark: (
      <span className={styles.letter} aria-hidden="true">
        H
      </span>
    ),
  },
  "day-off": { word: "Day off", mark: <span className={styles.hatch} aria-hidden="true" /> },
  weekend: { word: "Weekend", mark: <span className={styles.hatch} aria-hidden="true" /> },
  today: { word: "Today", mark: <CircleDot {...icon} /> },
  past: { word: "Past date", mark: <Lock {...icon} /> },
  frozen: { word: "Frozen", mark: <Snowflake {...icon} /> },
  future: { word: "Not yet", mark: <Minus {...icon} /> },
  "before-joining": { word: "Before joining", mark: <UserRoundMinus {...icon} /> },
  none: { word: "No entries", mark: <Minus {...icon} /> },
  viewed: { word: "Viewed", mark: <Eye {...icon} /> },
  blocked: { word: "Blocked", mark: <Ban {...icon} /> },
  inactive: { word: "Inactive", mark: <Moon {...icon} /> },
  good: { word: "Good", mark: <Check {...icon} /> },
  "needs-attention": { word: "Needs Attention", mark: <TriangleAlert {...icon} /> },
};

type Props = {
  kind: StatusKind;
  /** Another word for the same state: "Pending Review", say. */
  word?: string;
  /** On a soft ground of its colour, where it has to be found in a line of text. */
  stamp?: boolean;
  className?: string | undefined;
};

/** A state that this client does not know, of a newer server: its own word, in grey. */
const markOf = (kind: string): (typeof marks)[StatusKind] =>
  isKnown(kind) ? marks[kind] : { word: kind, mark: <Minus {...icon} /> };
const isKnown = (kind: string): kind is StatusKind => Object.hasOwn(marks, kind);

export function Status({ kind, word, stamp = false, className }: Props) {
  const mark = markOf(kind);
  return (
    <span className={clsx(styles.status, stamp && styles.stamp, className)} data-status={kind}>
      {mark.mark}
      <span data-word>{word ?? mark.word}</span>
    </span>
  );
}
