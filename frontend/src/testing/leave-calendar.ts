/** A month of leave for tests. */
import type { Schemas } from "../domain/types";

type Leave = Schemas["LeaveOfDay"];
type Person = Schemas["LeaveCalendarPerson"];

export const aLeave = (date: string, changes: Partial<Leave> = {}): Leave => ({
  requestId: `r-${date}`,
  date,
  part: "full",
  leaveType: "Annual Leave",
  status: "approved",
  ...changes,
});

export const onLeave = (userId: string, firstName: string, leave: Leave[]): Person => ({
  userId,
  firstName,
  lastName: "Berg",
  employeeId: "EMP1001",
  department: "Works",
  leave,
});

/** November 2026, with weekends, and a holiday on the 11th. */
export function november(people: Person[], members = 8): Schemas["LeaveCalendar"] {
  const days = Array.from({ length: 30 }, (_, index) => {
    const date = `2026-11-${String(index + 1).padStart(2, "0")}`;
    const isWeekend = [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
    const on = (isOf: (leave: Leave) => boolean) =>
      people.filter(({ leave }) => leave.some((one) => one.date === date && isOf(one))).length;
    const kind = date === "2026-11-11" ? "holiday" : isWeekend ? "weekend" : "working";
    const waiting = on(({ status }) => status === "pending");
    return { date, kind, away: on(({ status }) => status !== "pending"), waiting, members } as const;
  });
  return { days, people, pagination: { current: 1, pages: 1, total: people.length } };
}
