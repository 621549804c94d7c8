/**
 * The calls of leave as leave.md §3 and §4 give them, in the form of the generated schema. Once they are in docs/openapi.json, `Schemas`
 * takes its shapes from `components["schemas"]`, and the declaration below goes.
 */
import type { components } from "../api/schema";

type Generated = components["schemas"];
type DayPart = "full" | "morning" | "afternoon";
type Status = "pending" | "approved" | "rejected" | "cancelled" | "cancellation-asked";
type Name = { firstName: string; lastName: string };

type LeaveHistory = {
  /** Format: date-time */
  at: string;
  what:
    | "asked"
    | "recorded"
    | "approved"
    | "rejected"
    | "cancellation-asked"
    | "kept"
    | "shortened"
    | "cancelled"
    | "recounted";
  /** Absent: the portal itself. */
  by: Name | null;
  onBehalfOf: Name | null;
  comment: string | null;
};

type LeaveRequest = {
  _id: string;
  user: Name & { _id: string; employeeId: string };
  leaveType: { _id: string; name: string };
  startDate: string;
  startPart: DayPart;
  endDate: string;
  endPart: DayPart;
  /** How many days count. */
  days: number;
  reason: string | null;
  status: Status;
  /** Where a cancellation is asked for: the last day that stays. None where all is given up, too. */
  askedLastDay: string | null;
  /** What its reader may do about the whole of it. */
  mayCancel: "no" | "directly" | "ask";
  createdAt: string;
  updatedAt: string;
  /** Oldest first. */
  history: LeaveHistory[];
};

/** What counts in one leave year, and what is left there with it; none without a limit. */
type LeaveYear = { year: number; days: number; left: number | null };

type TeamLeave = LeaveRequest & {
  years: LeaveYear[];
  forManager: Generated["ForManager"] | null;
  alsoAway: (Name & { startDate: string; endDate: string; status: Status })[];
  coverage: { date: string; away: number; members: number } | null;
};

type LeaveBalance = {
  leaveType: { _id: string; name: string };
  year: number;
  isLimited: boolean;
  allocated: number;
  adjusted: number;
  carriedIn: number;
  used: number;
  planned: number;
  pending: number;
  expired: number;
  carriedOut: number;
  left: number | null;
  expiring: { days: number; on: string } | null;
};

type LedgerRow = {
  _id: string;
  leaveType: { _id: string; name: string };
  year: number;
  kind: "allocation" | "carry-over" | "expiry" | "adjustment" | "usage" | "reversal";
  days: number;
  date: string;
  note: string | null;
  requestId: string | null;
  by: Name | null;
  createdAt: string;
};

type LeavePreview = {
  days: { date: string; part: DayPart; counts: number; reason: string | null }[];
  total: number;
  years: LeaveYear[];
  needsApproval: boolean;
  problem: { code: string; message: string } | null;
};

type NewLeaveRequest = {
  leaveTypeId: string;
  startDate: string;
  startPart?: DayPart;
  endDate: string;
  endPart?: DayPart;
  userId?: string;
  reason?: string;
};

type Shapes = {
  DayPart: DayPart;
  LeaveStatus: Status;
  LeaveHistory: LeaveHistory;
  LeaveRequest: LeaveRequest;
  LeaveYear: LeaveYear;
  TeamLeave: TeamLeave;
  LeaveBalance: LeaveBalance;
  LedgerRow: LedgerRow;
  LeavePreview: LeavePreview;
  NewLeaveRequest: NewLeaveRequest;
  CancelLeaveRequest: { lastDay?: string; comment?: string; expected?: string };
  KeepLeaveRequest: { comment: string; expected?: string };
  ApproveLeaveRequest: { ids: string[]; expected?: Record<string, string> };
  RejectLeaveRequest: { ids: string[]; comment: string; expected?: Record<string, string> };
  AdjustmentRequest: { userId: string; leaveTypeId: string; year: number; days: number; note: string };
  MyLeave: { requests: LeaveRequest[]; balances: LeaveBalance[]; hasDecider: boolean };
  Ledger: { rows: LedgerRow[] };
  TeamLeaves: { requests: TeamLeave[]; pagination: Generated["Pagination"] };
};

export type Schemas = Pick<Generated, "LeaveType"> & Shapes;

/** What waits to be seen or decided. */
export type Badges = Generated["Badges"] & { leave?: number };

type None = { query?: never; header?: never; path?: never; cookie?: never };
type Json<Body> = { headers: { [name: string]: unknown }; content: { "application/json": Body } };
type Answer<Data> = Json<{ data: Data; message?: string; success: true }>;
type Refusals = {
  400: Json<Generated["ErrorEnvelope"]>;
  401: Json<Generated["ErrorEnvelope"]>;
  403: Json<Generated["ErrorEnvelope"]>;
  404: Json<Generated["ErrorEnvelope"]>;
  409: Json<Generated["ErrorEnvelope"]>;
  500: Json<Generated["ErrorEnvelope"]>;
  503: Json<Generated["ErrorEnvelope"]>;
};
type Reading<Query, Data> = {
  parameters: Omit<None, "query"> & { query?: Query };
  requestBody?: never;
  responses: { 200: Answer<Data> } & Refusals;
};
type Writing<Body, Success, Path = never> = {
  parameters: Omit<None, "path"> & ([Path] extends [never] ? { path?: never } : { path: Path });
  requestBody: { content: { "application/json": Body } };
  responses: Success & Refusals;
};
type Get<Call> = { parameters: None; get: Call };
type Post<Call> = { parameters: None; get?: never; post: Call };

declare module "../api/schema" {
  interface paths {
    "/api/leave/my": Get<Reading<{ year?: number; userId?: string }, Shapes["MyLeave"]>>;
    "/api/leave/ledger": Get<
      Reading<{ year?: number; userId?: string; leaveTypeId?: string }, Shapes["Ledger"]>
    >;
    "/api/leave/team": Get<
      Reading<
        {
          status?: Status | "waiting";
          from?: string;
          to?: string;
          employeeId?: string;
          page?: number;
          limit?: number;
        },
        Shapes["TeamLeaves"]
      >
    >;
    "/api/leave/preview": Post<Writing<NewLeaveRequest, { 200: Answer<LeavePreview> }>>;
    "/api/leave/requests": Post<Writing<NewLeaveRequest, { 201: Answer<{ request: LeaveRequest }> }>>;
    "/api/leave/requests/{id}/cancel": Post<
      Writing<Shapes["CancelLeaveRequest"], { 200: Answer<{ request: LeaveRequest }> }, { id: string }>
    >;
    "/api/leave/requests/{id}/keep": Post<
      Writing<Shapes["KeepLeaveRequest"], { 200: Answer<{ request: LeaveRequest }> }, { id: string }>
    >;
    "/api/leave/bulk-approve": Post<
      Writing<Shapes["ApproveLeaveRequest"], { 200: Answer<{ updated: number }> }>
    >;
    "/api/leave/bulk-reject": Post<
      Writing<Shapes["RejectLeaveRequest"], { 200: Answer<{ updated: number }> }>
    >;
    "/api/leave/adjustments": Post<
      Writing<Shapes["AdjustmentRequest"], { 201: Answer<{ balance: LeaveBalance }> }>
    >;
  }
}
