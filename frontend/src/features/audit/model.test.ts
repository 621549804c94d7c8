import { describe, expect, it } from "vitest";
import { kindName } from "../../domain/kind-name";
import { ANNA, anAuditEntry, MAX } from "../../testing/audit";
import { aboutOf, whatOf, whoOf } from "./model";
import { ACTIONS, type Action } from "./sentences";
import { fieldName, valueText } from "./values";

describe("an entry of the audit log in words", () => {
  it.each([
    ["days-decided", "Days decided"],
    ["signed-in", "Signed in"],
    ["leave-cancellation-asked", "Leave cancellation asked"],
  ])("calls %s %s", (action, name) => {
    expect(kindName(action)).toBe(name);
  });

  it.each([
    ["hours", "hours"],
    ["phoneNumber", "phone number"],
    ["isResubmission", "resubmission"],
    ["fullDayHours", "full day hours"],
  ])("calls the field %s %s", (field, name) => {
    expect(fieldName(field)).toBe(name);
  });

  it.each([
    [null, "–"],
    ["", "–"],
    [[], "–"],
    [8.5, "8.5"],
    [true, "yes"],
    [false, "no"],
    [["2026-11-02", "2026-11-03"], "2026-11-02, 2026-11-03"],
    [MAX, "Max Rossi"],
    [{ part: "morning" }, '{"part":"morning"}'],
  ])("writes %j as %s", (value, text) => {
    expect(valueText(value)).toBe(text);
  });

  it.each([
    ["day-submitted", { hours: [null, 9] }, { date: "2026-11-26" }, "Recorded 9 h for Nov 26"],
    ["day-submitted", { hours: [8, 9] }, { date: "2025-12-30" }, "Corrected Dec 30, 2025 from 8 h to 9 h"],
    [
      "day-submitted",
      { hours: [8, 7.5] },
      { date: "2026-11-19", isResubmission: true },
      "Resubmitted Nov 19 with 7.5 h",
    ],
    ["day-submitted", {}, { date: "2026-11-19" }, "Recorded Nov 19 again, with the same hours"],
    [
      "days-decided",
      { status: ["pending", "approved"] },
      { dates: ["2026-11-17", "2026-11-16", "2026-11-18", "2026-11-19", "2026-11-20"] },
      "Approved 5 days, Nov 16\u2009–\u200920",
    ],
    [
      "days-decided",
      { status: ["pending", "rejected"] },
      { dates: ["2026-11-02", "2026-11-04", "2026-11-06", "2026-11-09"], reason: "Why?" },
      "Rejected 4 days, Nov 2, Nov 4, Nov 6 and 1 more",
    ],
    ["days-decided", { status: ["pending", "approved"] }, { dates: ["2026-11-02"] }, "Approved 1 day, Nov 2"],
    [
      "account-changed",
      { department: ["Hall 3", "Hall 4"] },
      {},
      "Changed the department from Hall 3 to Hall 4",
    ],
    [
      "account-changed",
      {
        department: [null, "Works"],
        position: ["Surveyor", null],
        isActive: [true, false],
        email: ["a@x", "b@x"],
      },
      {},
      "Set the department to Works; Removed the position Surveyor; Deactivated the account and 1 more",
    ],
    [
      "account-changed",
      { joiningDate: ["2026-06-15", "2026-06-01"] },
      {},
      "Changed the joining date from Jun 15 to Jun 1",
    ],
    [
      "account-changed",
      { recordsFrom: [null, "2026-06-15"] },
      {},
      "Set the beginning of the records to Jun 15",
    ],
    ["manager-assigned", { manager: [null, ANNA] }, {}, "Assigned Anna Berg as manager"],
    ["manager-assigned", { manager: [ANNA, null] }, {}, "Removed Anna Berg as manager"],
    ["block-toggled", { isBlocked: [false, true] }, {}, "Blocked the account"],
    [
      "leave-cancelled",
      { endDate: ["2026-11-20", "2026-11-18"] },
      { leaveType: "Annual" },
      "Shortened Annual to end on Nov 18",
    ],
    [
      "leave-requested",
      { status: [null, "pending"] },
      { leaveType: "Annual", dates: "2026-12-28 to 2027-01-04" },
      "Asked for leave: Annual, Dec 28 to Jan 4, 2027",
    ],
    [
      "month-closed",
      {},
      { month: "2026-10", revision: 2, employees: 1 },
      "Closed October 2026, revision 2, with 1 employee",
    ],
    ["setting-changed", { value: ["7", "9"] }, { key: "unlock.hrDays" }, "Changed unlock.hrDays from 7 to 9"],
    [
      "setting-changed",
      { value: ["UTC", "Asia/Tokyo"] },
      { key: "organisation.timezone", from: "2026-06-12" },
      "Changed organisation.timezone from UTC to Asia/Tokyo, starting Jun 12",
    ],
    [
      "setting-changed",
      { value: [null, "UTC"] },
      { key: "organisation.timezone" },
      "Set organisation.timezone to UTC",
    ],
    ["sign-in-failed", {}, { outcome: "wrong-password" }, "Failed to sign in: wrong password"],
    ["sign-in-failed", {}, { outcome: "wrong-code" }, "Failed to sign in: wrong code"],
    ["break-glass-unmarked", {}, { reason: "Left" }, "No longer allowed break-glass sign-in to the account"],
    ["sign-in-failed", {}, { outcome: "linked-elsewhere" }, "Failed to sign in: linked elsewhere"],
    ["signed-in", {}, {}, "Signed in"],
    ["signed-in", {}, { by: "password" }, "Signed in with a password"],
    ["signed-in", {}, { by: "acme" }, "Signed in with acme"],
    ["identity-linked", {}, { provider: "acme" }, "Linked an account at acme"],
    ["role-mapped", {}, { provider: "acme", role: "Manager" }, "Got the role Manager from acme"],
    ["second-factor-reset", {}, { reason: "A new phone" }, "Reset two-step sign-in"],
    ["of-another-version", { size: [1, 2] }, { kept: true }, "size 1 → 2; kept: yes"],
  ] as const)("says of %s what was done (%j, %j)", (action, changed, details, sentence) => {
    const changes = Object.entries(changed).map(([field, [before, after]]) => ({
      field,
      before,
      after,
      isMasked: false,
    }));
    // A newer server records kinds that are not in the API document of this client.
    const entry = anAuditEntry(1, { action: action as Action, changes, details });
    expect(whatOf(entry)).toBe(sentence);
  });

  it("says of what is masked only that it changed", () => {
    const changes = [{ field: "phoneNumber", before: null, after: null, isMasked: true }];
    expect(whatOf(anAuditEntry(1, { action: "account-changed", changes }))).toBe("Changed the phone number");
  });

  it.each(ACTIONS)("has a sentence for %s, also where nothing else is known", (action) => {
    const sentence = whatOf(anAuditEntry(1, { action, changes: [], details: {} }));
    expect(sentence).toMatch(/^[A-Z][a-z]+/);
    expect(sentence).not.toMatch(/undefined|null|→/);
  });

  it("names who did it, for whom, and what the portal did by itself", () => {
    const marco = { _id: "marco", firstName: "Marco", lastName: "Rossi" };
    expect(whoOf(anAuditEntry(1, { onBehalfOf: marco }))).toEqual({
      name: "Anna Berg for Marco Rossi",
      role: "Manager",
    });
    expect(whoOf(anAuditEntry(1, { actor: { ...ANNA, role: null } }))).toEqual({
      name: "Anna Berg",
      role: null,
    });
    expect(whoOf(anAuditEntry(1, { actor: null, source: "job" }))).toEqual({ name: "System", role: "Job" });
    expect(whoOf(anAuditEntry(1, { actor: null, source: "command" }))).toEqual({
      name: "System",
      role: "Command",
    });
    expect(whoOf(anAuditEntry(1, { actor: null }))).toEqual({ name: "Not signed in", role: null });
    expect(whoOf(anAuditEntry(1, { actor: null, source: null }))).toEqual({ name: "–", role: null });
  });

  it("names whom it is about, and counts the others", () => {
    expect(aboutOf(anAuditEntry(1), 2)).toBe("Max Rossi");
    expect(aboutOf(anAuditEntry(1, { subjects: [], subjectCount: 0 }), 2)).toBe("–");
    const many = anAuditEntry(1, { subjects: [MAX, MAX, MAX], subjectCount: 40 });
    expect(aboutOf(many, 2)).toBe("Max Rossi, Max Rossi and 38 more");
  });
});
