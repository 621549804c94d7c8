import { describe, expect, it } from "vitest";
import { aTimesheet } from "../../testing/fixtures";
import {
  buildCards,
  canDecide,
  decided,
  isClean,
  type RemarkKind,
  remarkCounts,
  restored,
  select,
  type Team,
} from "./model";
import { queryOf } from "./reads";

const ada = { _id: "ada", firstName: "Ada", lastName: "Lindqvist", employeeId: "EMP1007" };
const tom = { _id: "tom", firstName: "Tom", lastName: "Okafor", employeeId: "EMP1012" };

const team: Team = {
  timesheets: [
    aTimesheet({ _id: "a1", date: "2026-11-16", user: ada, status: "approved" }),
    aTimesheet({
      _id: "a2",
      date: "2026-11-22",
      user: ada,
      status: "rejected",
      approvalComments: "Why on a Sunday",
    }),
    aTimesheet({ _id: "a3", date: "2026-11-23", user: ada, status: "pending" }),
    aTimesheet({ _id: "t1", date: "2026-11-18", user: tom, status: "pending" }),
  ],
  leave: [],
  closedMonths: [],
  weeks: [
    {
      userId: "ada",
      weekStart: "2026-11-16",
      status: "partially-rejected",
      totalHours: 18,
      daysOff: ["2026-11-21", "2026-11-22"],
      remarks: [],
      forManager: null,
    },
    {
      userId: "ada",
      weekStart: "2026-11-23",
      status: "pending",
      totalHours: 9,
      daysOff: [],
      remarks: [],
      forManager: null,
    },
    {
      userId: "tom",
      weekStart: "2026-11-16",
      status: "pending",
      totalHours: 9,
      daysOff: [],
      remarks: [],
      forManager: null,
    },
  ],
};

const keys = (cards: readonly { key: string }[]) => cards.map((card) => card.key);

describe("the dates of a filter", () => {
  const sunday = "2026-11-22";

  it("are whole weeks from Monday to Sunday, on a Sunday too", () => {
    expect(queryOf("this-week", sunday)).toEqual({ from: "2026-11-16", to: "2026-11-22" });
    expect(queryOf("last-week", sunday)).toEqual({ from: "2026-11-09", to: "2026-11-15" });
    expect(queryOf("this-month", sunday)).toEqual({ from: "2026-10-26", to: "2026-12-06" });
    expect(queryOf("waiting", sunday)).toEqual({ waiting: true });
  });
});

describe("the cards", () => {
  it("hold one week of one employee each, with seven days", () => {
    const cards = buildCards(team);
    expect(keys(cards)).toEqual(["ada 2026-11-16", "ada 2026-11-23", "tom 2026-11-16"]);
    expect(cards[0]?.days).toHaveLength(7);
    expect(cards[0]?.days.map((day) => day.entry?._id ?? null)).toEqual([
      "a1",
      null,
      null,
      null,
      null,
      null,
      "a2",
    ]);
    expect(cards[0]?.days.map((day) => day.isOff)).toEqual([false, false, false, false, false, true, true]);
    expect(cards[0]).toMatchObject({ status: "partially-rejected", totalHours: 18, name: "Ada Lindqvist" });
  });

  it("show whose leave lies on a day", () => {
    const away = (userId: string, date: string, part: "full" | "morning") => ({
      userId,
      date,
      part,
      requestId: `${userId} ${date}`,
      leaveType: "Annual Leave",
      status: "approved" as const,
    });
    const leave = [away("ada", "2026-11-17", "full"), away("tom", "2026-11-18", "morning")];
    const [first, second, toms] = buildCards({ ...team, leave });
    expect(first?.days.map((day) => day.leave.length)).toEqual([0, 1, 0, 0, 0, 0, 0]);
    expect(second?.days.every((day) => day.leave.length === 0)).toBe(true);
    expect(toms?.days[2]).toMatchObject({ entry: { _id: "t1" }, leave: [leave[1]] });
    const after = decided({ ...team, leave }, buildCards(team), "approve", null);
    expect([after.leave, restored(after, buildCards(team)).leave]).toEqual([leave, leave]);
  });

  it("foresee what becomes of a week only where no day of a closed month stays as it is", () => {
    const closed = { ...team, closedMonths: ["2026-11"] };
    expect(buildCards(closed).some((card) => canDecide(card, "approve") || canDecide(card, "reject"))).toBe(
      false,
    );
    const october = aTimesheet({ _id: "o1", date: "2026-10-30", user: ada, status: "pending" });
    const november = aTimesheet({ _id: "n1", date: "2026-11-01", user: ada, status: "pending" });
    const [week] = team.weeks;
    const over: Team = {
      ...team,
      timesheets: [october, november],
      weeks: week ? [{ ...week, weekStart: "2026-10-26", status: "pending" }] : [],
      closedMonths: ["2026-10"],
    };
    const after = decided(over, buildCards(over), "approve", null);
    expect(after.timesheets.map(({ status }) => status)).toEqual(["pending", "approved"]);
    expect(after.weeks.map(({ status }) => status)).toEqual(["pending"]);
    const open = { ...over, closedMonths: [] };
    expect(decided(open, buildCards(open), "approve", null).weeks.map(({ status }) => status)).toEqual([
      "approved",
    ]);
  });

  it("come newest first, but what waits comes oldest first", () => {
    const cards = buildCards(team);
    expect(keys(select(cards, { range: "this-month", employee: "", status: "all", team: "" }))).toEqual([
      "ada 2026-11-23",
      "ada 2026-11-16",
      "tom 2026-11-16",
    ]);
    expect(keys(select(cards, { range: "waiting", employee: "", status: "all", team: "" }))).toEqual([
      "tom 2026-11-16",
      "ada 2026-11-23",
    ]);
  });

  it("stay whole weeks when filtered by status", () => {
    const [card, ...others] = select(buildCards(team), {
      range: "this-month",
      employee: "",
      status: "rejected",
      team: "",
    });
    expect(others).toEqual([]);
    expect(card?.entries).toHaveLength(2);
    expect(
      keys(select(buildCards(team), { range: "this-month", employee: "tom", status: "all", team: "" })),
    ).toEqual(["tom 2026-11-16"]);
  });
});

describe("a decision", () => {
  const [mixed, , toms] = buildCards(team);
  if (!mixed || !toms) throw new Error("the team has these cards");

  it("is offered unless the week is already all of that", () => {
    const approved = buildCards(decided(team, [mixed], "approve", null)).find(
      (card) => card.key === mixed.key,
    );
    if (!approved) throw new Error("the week is still there");
    expect(canDecide(mixed, "approve")).toBe(true);
    expect(canDecide(approved, "approve")).toBe(false);
    expect(canDecide(approved, "reject")).toBe(true);
    expect(canDecide({ ...mixed, entries: [] }, "approve")).toBe(false);
  });

  it("changes this week alone, and all of it", () => {
    const after = decided(team, [mixed], "reject", "No");
    expect(after.timesheets.map((entry) => [entry._id, entry.status, entry.approvalComments])).toEqual([
      ["a1", "rejected", "No"],
      // It was rejected before, for a reason that stays its own.
      ["a2", "rejected", "Why on a Sunday"],
      ["a3", "pending", null],
      ["t1", "pending", null],
    ]);
    expect(after.weeks.map((week) => week.status)).toEqual(["rejected", "pending", "pending"]);
  });

  it("is taken back without touching another one that is under way", () => {
    const both = decided(team, [mixed, toms], "approve", null);
    const after = restored(both, [mixed]);
    expect(after.timesheets.map((entry) => entry.status)).toEqual([
      "approved",
      "rejected",
      "pending",
      "approved",
    ]);
    expect(after.weeks.map((week) => week.status)).toEqual(["partially-rejected", "pending", "approved"]);
  });
});

describe("a clean week", () => {
  const [decidedWeek, waiting] = buildCards(team);
  if (!decidedWeek || !waiting) throw new Error("the team has these cards");
  const remark = (kind: RemarkKind) => ({ kind, sentence: "A sentence" });
  const odd = { ...waiting, remarks: [remark("long-day"), remark("day-missing")] };

  it("waits, and has no remark", () => {
    expect([decidedWeek, waiting, odd].map(isClean)).toEqual([false, true, false]);
  });

  it("is told from the others by their reasons, and the remarks go with the decision", () => {
    const late = { ...waiting, remarks: [remark("day-missing")] };
    expect([...remarkCounts([decidedWeek, odd, late])]).toEqual([
      ["long-day", 1],
      ["day-missing", 2],
    ]);
    const known: Team = {
      ...team,
      weeks: team.weeks.map((week) => ({ ...week, remarks: [remark("long-day")] })),
    };
    const [, , after] = decided(known, buildCards(known).slice(2), "approve", null).weeks;
    expect(after?.remarks).toEqual([]);
    expect(restored({ ...known, weeks: after ? [after] : [] }, buildCards(known).slice(2)).weeks).toEqual([
      known.weeks[2],
    ]);
  });
});
