/** Decisions on leave: shown at once, taken back when the server refuses. */
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import { foresee, type Write } from "../../api/send";
import { unwrapBody } from "../../api/unwrap";
import { fullName } from "../../domain/people";
import { words as leaveWords } from "../../leave/messages";
import { periodText } from "../../leave/model";
import { words } from "./messages";
import { type Decide, decided, restored, type TeamLeave, type TeamLeavePage } from "./model";

const said = words.approvals;

export const aboutOf = (request: TeamLeave) => `${fullName(request.user)}, ${periodText(request)}`;

export const leaveFailure = (error: unknown): string => messageOr(error, leaveWords.changeFailed);

type Answer = { readonly message?: string };

/** The decision is on what was on the screen: a request that has changed since makes the server refuse. */
function call({ requests, decision, comment }: Decide): Promise<Answer> {
  const ids = requests.map(({ _id }) => _id);
  const expected = Object.fromEntries(requests.map(({ _id, updatedAt }) => [_id, updatedAt]));
  if (decision === "approve")
    return unwrapBody(api.POST("/api/leave/bulk-approve", { body: { ids, expected } }));
  if (decision === "reject")
    return unwrapBody(api.POST("/api/leave/bulk-reject", { body: { ids, expected, comment } }));
  const [request] = requests;
  if (!request) return Promise.resolve({});
  const params = { path: { id: request._id } };
  const body = { expected: request.updatedAt };
  return decision === "accept"
    ? unwrapBody(api.POST("/api/leave/requests/{id}/cancel", { params, body }))
    : unwrapBody(api.POST("/api/leave/requests/{id}/keep", { params, body: { ...body, comment } }));
}

function onlyAbout([request, ...others]: readonly TeamLeave[]) {
  return request && others.length === 0 ? { description: aboutOf(request) } : {};
}

export const decideLeave: Write<Decide, Answer> = {
  name: "decide leave",
  call,
  foreseen: foresee<TeamLeavePage, Decide>(
    ["GET", "/api/leave/team", { query: { status: "waiting" } }],
    decided,
    restored,
  ),
  topics: ["leave"],
  untilFetched: true,
  done: ({ message }, { requests, decision }) => ({
    message:
      decision === "approve" || decision === "reject"
        ? said.done[decision](requests.length)
        : (message ?? said.done.approve(1)),
    ...onlyAbout(requests),
  }),
  failed: (error, { requests }) => ({ message: leaveFailure(error), ...onlyAbout(requests) }),
};
