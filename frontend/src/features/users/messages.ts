/** The sentences of looking after people. */
import type { Role } from "../../domain/roles";

/** What each section is called, and what it says of itself. */
const sections: Record<Role, { title: string; none: string; loading: string; pages: string }> = {
  Employee: {
    title: "Employees",
    none: "No employees found",
    loading: "Loading employees...",
    pages: "Pages of employees",
  },
  Manager: {
    title: "Managers",
    none: "No managers found",
    loading: "Loading managers...",
    pages: "Pages of managers",
  },
  HR: {
    title: "HR",
    none: "No HR personnel found",
    loading: "Loading HR personnel...",
    pages: "Pages of HR personnel",
  },
  Admin: {
    title: "Admin",
    none: "No administrators found",
    loading: "Loading administrators...",
    pages: "Pages of administrators",
  },
  Boss: {
    title: "Boss",
    none: "No boss found",
    loading: "Loading bosses...",
    pages: "Pages of bosses",
  },
};

export const words = {
  sections,
  records: (count: number) => (count === 1 ? "1 record" : `${count} records`),
  filters: {
    statuses: { all: "All", active: "Active", blocked: "Blocked", inactive: "Inactive" },
    managers: { any: "Anybody", none: "Without a manager" },
  },
  columns: { manager: "Assign Manager" },
  manager: { loading: "Loading managers...", none: "No managers found", first: "Add a manager first." },
  access: { block: "Block" },
  salaries: { title: "Salary History", loading: "Loading salaries..." },
} as const;
