/** What a day, an entry, a week, a month, an account, an attendance, a substitution or leave is: always the same mark, word and colour, so that any one of them is enough. */
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
  Undo2,
  UserRoundMinus,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import styles from "./status.module.css";
import { statusWords } from "./status-words";

export type StatusKind = keyof typeof statusWords;

const icon = { size: 14, strokeWidth: 2.5, "aria-hidden": true } as const;

const marks: Record<StatusKind, ReactNode> = {
  approved: <Check {...icon} />,
  pending: <Clock {...icon} />,
  rejected: <X {...icon} />,
  "partially-rejected": <X {...icon} />,
  unlocked: <KeyRound {...icon} />,
  holiday: (
    <span className={styles.letter} aria-hidden="true">
      H
    </span>
  ),
  "day-off": <span className={styles.cross} aria-hidden="true" />,
  weekend: <span className={styles.hatch} aria-hidden="true" />,
  today: <CircleDot {...icon} />,
  past: <Lock {...icon} />,
  frozen: <Snowflake {...icon} />,
  closed: <Lock {...icon} />,
  future: <Minus {...icon} />,
  "before-joining": <UserRoundMinus {...icon} />,
  none: <Minus {...icon} />,
  viewed: <Eye {...icon} />,
  blocked: <Ban {...icon} />,
  inactive: <Moon {...icon} />,
  good: <Check {...icon} />,
  "needs-attention": <TriangleAlert {...icon} />,
  planned: <Clock {...icon} />,
  running: <CircleDot {...icon} />,
  over: <Minus {...icon} />,
  ended: <Ban {...icon} />,
  leave: <span className={styles.diamond} aria-hidden="true" />,
  "leave-pending": <span className={clsx(styles.diamond, styles.open)} aria-hidden="true" />,
  cancelled: <Ban {...icon} />,
  "cancellation-asked": <Undo2 {...icon} />,
};

type Props = {
  kind: StatusKind;
  /** Another word for the same state: "Pending Review", say. */
  word?: string;
  /** On a soft ground of its colour, where it has to be found in a line of text. */
  stamp?: boolean;
  className?: string | undefined;
};

const isKnown = (kind: string): kind is StatusKind => Object.hasOwn(marks, kind);

export function Status({ kind, word, stamp = false, className }: Props) {
  // A state of a newer server, which this client does not know, shows its own name in grey.
  const known = isKnown(kind);
  return (
    <span className={clsx(styles.status, stamp && styles.stamp, className)} data-status={kind}>
      {known ? marks[kind] : <Minus {...icon} />}
      <span data-word>{word ?? (known ? statusWords[kind] : kind)}</span>
    </span>
  );
}
