import { describe, expect, it } from "vitest";
import { kindName } from "../../domain/kind-name";
import { ANNA, anAuditEntry, MAX } from "../../testing/audit";
import { aboutOf, fieldName, valueText, whatOf, whoOf } from "./model";

describe("an entry of the audit log in words", () => {
  // Shows: J110
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

  // Shows: J110
  it("says what changed, three things at most, and of what is masked only that it did", () => {
    const told = (field: string, before: unknown, after: unknown) => ({
      field,
      before,
      after,
      isMasked: false,
    });
    const salary = { field: "salary", before: null, after: null, isMasked: true };
    expect(whatOf(anAuditEntry(1))).toBe("hours 8 → 9");
    expect(whatOf(anAuditEntry(1, { changes: [salary] }))).toBe("salary changed, not shown");
    const changes = [
      told("firstName", "Max", "Maximilian"),
      salary,
      told("department", null, "Works"),
      told("position", "Surveyor", null),
      told("isActive", true, false),
    ];
    expect(whatOf(anAuditEntry(1, { changes }))).toBe(
      "first name Max → Maximilian; salary changed, not shown; department – → Works and 2 more",
    );
  });

  it("says what else there is to know where nothing changed, without ids", () => {
    const details = { outcome: "wrong-password", session: "01935000-0000-7000-8000-0000000000a1" };
    expect(whatOf(anAuditEntry(1, { changes: [], details }))).toBe("outcome: wrong-password");
    expect(whatOf(anAuditEntry(1, { changes: [], details: {} }))).toBe("–");
  });

  // Shows: J110
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
