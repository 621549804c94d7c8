/** The words of the approvals. */
import type { RemarkKind } from "./model";

const weeks = (count: number) => (count === 1 ? "1 week" : `${count} weeks`);

const kinds: Record<RemarkKind, string> = {
  "long-day": "a long day",
  "short-day": "a short day",
  "unlock-used": "an unlock",
  "same-text": "the same description every day",
  "holiday-worked": "work on a holiday",
  "day-off-worked": "work on a day off",
  "day-missing": "a missing day",
  "day-rejected": "a rejected day",
};

export const words = {
  undo: "Undo",
  approving: (count: number) => `Approving ${weeks(count)}`,
  decided: (count: number, outcome: string) =>
    count === 1 ? `Week ${outcome}` : `${weeks(count)} ${outcome}`,
  failed: (count: number, outcome: string) =>
    count === 1
      ? `The week could not be ${outcome}. Please try again.`
      : `The weeks could not be ${outcome}. Please try again.`,
  remarks: "Worth a look",
  clean: {
    label: "Weeks without remarks",
    approve: "Approve clean weeks",
    /** Of the weeks shown that wait, how many have nothing unusual about them. */
    count: (clean: number, waiting: number) =>
      waiting === 1 && clean === 1
        ? "Nothing is unusual about the week that waits here."
        : `Nothing is unusual about ${clean} of ${weeks(waiting)} that wait here.`,
    remain: (count: number, reasons: readonly (readonly [RemarkKind, number])[]) =>
      count === 1
        ? `1 week remains, with ${reasons.map(([kind]) => kinds[kind]).join(" and ")}.`
        : `${weeks(count)} remain: ${reasons.map(([kind, times]) => `${times} with ${kinds[kind]}`).join(", ")}.`,
  },
};
