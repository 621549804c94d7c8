/** What waits for a decision, and what a decision changes on the screen before the server has answered. */
import type { Schemas } from "../../domain/types";

export type TeamLeave = Schemas["TeamLeave"];
export type TeamLeavePage = Schemas["TeamLeaves"];

/** On pending leave, approve and reject; on a cancellation that is asked for, accept and keep. */
export type Decision = "approve" | "reject" | "accept" | "keep";

export type Decide = {
  /** As they were on the screen. */
  readonly requests: readonly TeamLeave[];
  readonly decision: Decision;
  readonly comment: string;
};

const OUTCOME = { approve: "approved", reject: "rejected", accept: "cancelled", keep: "approved" } as const;

export const waits = ({ status }: TeamLeave): boolean =>
  status === "pending" || status === "cancellation-asked";

export const isPending = ({ status }: TeamLeave): boolean => status === "pending";

/** The page as it is once the decision stands: what is decided waits no longer. */
export function decided(page: TeamLeavePage, { requests, decision }: Decide): TeamLeavePage {
  const ids = new Set(requests.map(({ _id }) => _id));
  return {
    ...page,
    requests: page.requests.map((one) => (ids.has(one._id) ? { ...one, status: OUTCOME[decision] } : one)),
  };
}

/** The page with these requests as they were. Other decisions that are under way meanwhile keep their look. */
export function restored(page: TeamLeavePage, { requests }: Decide): TeamLeavePage {
  const before = new Map(requests.map((one) => [one._id, one]));
  return { ...page, requests: page.requests.map((one) => before.get(one._id) ?? one) };
}

/** The last comment of the employee on a cancellation. */
export const commentOf = ({ history }: TeamLeave): string | null =>
  history.findLast(({ what }) => what === "cancellation-asked")?.comment ?? null;
