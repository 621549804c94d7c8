/** Leave for tests, and a server that keeps the requests of one person: it takes, previews and cancels as a test says. */
import type { Schemas } from "../domain/types";
import type { aRefusal } from "./fixtures";
import { aHold, http, server } from "./server";

type Step = Schemas["LeaveHistory"];
type Request = Schemas["LeaveRequest"];

export const MAX = { _id: "u7", firstName: "Max", lastName: "Adler", employeeId: "EMP1008" } as const;
const MONA = { firstName: "Mona", lastName: "Fuchs" } as const;

export const aStep = (changes: Partial<Step> = {}): Step => ({
  at: "2026-11-19T09:00:00Z",
  what: "asked",
  by: MAX,
  onBehalfOf: null,
  comment: null,
  ...changes,
});

export const anApproval = (changes: Partial<Step> = {}): Step =>
  aStep({ what: "approved", by: MONA, at: "2026-11-20T08:00:00Z", ...changes });

/** Monday to Wednesday of the last week of the year. */
export const aLeave = (changes: Partial<Request> = {}): Request => ({
  _id: "l1",
  user: MAX,
  leaveType: { _id: "t1", name: "Annual Leave" },
  startDate: "2026-12-28",
  startPart: "full",
  endDate: "2026-12-30",
  endPart: "full",
  days: 3,
  reason: null,
  status: "pending",
  askedLastDay: null,
  mayCancel: "directly",
  createdAt: "2026-11-19T09:00:00Z",
  updatedAt: "2026-11-19T09:00:00Z",
  history: [aStep()],
  ...changes,
});

export const aTeamLeave = (changes: Partial<Schemas["TeamLeave"]> = {}): Schemas["TeamLeave"] => ({
  ...aLeave(),
  mayCancel: "no",
  years: [{ year: 2026, days: 3, left: 17 }],
  forManager: null,
  alsoAway: [],
  coverage: { date: "2026-12-28", away: 1, members: 8 },
  ...changes,
});

export const aBalance = (changes: Partial<Schemas["LeaveBalance"]> = {}): Schemas["LeaveBalance"] => ({
  leaveType: { _id: "t1", name: "Annual Leave" },
  year: 2026,
  isLimited: true,
  allocated: 20,
  adjusted: 0,
  carriedIn: 0,
  used: 0,
  planned: 0,
  pending: 3,
  expired: 0,
  carriedOut: 0,
  left: 17,
  expiring: null,
  ...changes,
});

export const aPreview = (changes: Partial<Schemas["LeavePreview"]> = {}): Schemas["LeavePreview"] => ({
  days: [
    { date: "2026-12-24", part: "afternoon", counts: 0.5, reason: null },
    { date: "2026-12-25", part: "full", counts: 0, reason: "Holiday: Christmas Day" },
    { date: "2026-12-26", part: "full", counts: 0, reason: "Weekend" },
    { date: "2026-12-27", part: "full", counts: 0, reason: "Weekend" },
    { date: "2026-12-28", part: "full", counts: 1, reason: null },
  ],
  total: 1.5,
  years: [{ year: 2026, days: 1.5, left: 15.5 }],
  needsApproval: true,
  problem: null,
  ...changes,
});

type Refusal = ReturnType<typeof aRefusal>;

export function serveLeave(
  mine: Partial<Schemas["MyLeave"]> = {},
  preview: Schemas["LeavePreview"] = aPreview(),
) {
  const known = { requests: [] as Request[], balances: [aBalance()], hasDecider: true, ...mine };
  const asked: string[] = [];
  const previewed: Schemas["NewLeaveRequest"][] = [];
  const sent: unknown[] = [];
  const set = (id: string, changes: Partial<Request>) => {
    known.requests = known.requests.map((one) => (one._id === id ? { ...one, ...changes } : one));
  };
  const say: {
    preview: Schemas["LeavePreview"];
    previewRefusal?: Refusal;
    refusal?: Refusal;
    message: string;
  } = {
    preview,
    message: "Leave request submitted successfully!",
  };
  const hold: { until?: Promise<void> } = {};
  server.use(
    http.get("/api/leave/my", ({ request, response }) => {
      asked.push(new URL(request.url).search);
      return response(200).json({ success: true, data: known });
    }),
    http.post("/api/leave/preview", async ({ request, response }) => {
      previewed.push(await request.json());
      if (say.previewRefusal) return response(400).json(say.previewRefusal);
      return response(200).json({ success: true, data: say.preview });
    }),
    http.post("/api/leave/requests", async ({ request, response }) => {
      const { userId: _, leaveTypeId, reason = null, ...body } = await request.json();
      sent.push({ leaveTypeId, reason, ...body });
      await hold.until;
      if (say.refusal) return response(409).json(say.refusal);
      const made = aLeave({ ...body, _id: "new", reason });
      known.requests = [made, ...known.requests];
      return response(201).json({ success: true, message: say.message, data: { request: made } });
    }),
    http.post("/api/leave/requests/{id}/cancel", async ({ params, request, response }) => {
      sent.push({ id: params.id, ...(await request.json()) });
      if (say.refusal) return response(409).json(say.refusal);
      const one = known.requests.find(({ _id }) => _id === params.id) ?? aLeave();
      const cancelled: Request = { ...one, status: "cancelled", mayCancel: "no" };
      known.requests = known.requests.map((other) => (other._id === one._id ? cancelled : other));
      return response(200).json({ success: true, message: say.message, data: { request: cancelled } });
    }),
  );
  return {
    asked,
    previewed,
    sent,
    say,
    set,
    hold: () => {
      const { held, answer } = aHold();
      hold.until = held;
      return answer;
    },
  };
}
