/** The words of the team directory. */
import { formatNumber } from "../../domain/format";
import { COLUMN_ROLES } from "./reads";

export const words = {
  failed: "Failed to load users. Please try again.",
  retry: "Retry",
  people: (count: number) => `${formatNumber(count)} ${count === 1 ? "person" : "people"}`,
  found: (count: number, search: string) =>
    `${formatNumber(count)} ${count === 1 ? "person matches" : "people match"} “${search}”`,
} as const;

/** The columns: whom each lists, of which role the first one of an empty one would be, its place in the address, and its words. */
export const columns = {
  hr: {
    name: "hr",
    role: COLUMN_ROLES.hr,
    first: "HR",
    title: "HR Team",
    empty: "No HR staff found",
    pages: "Pages of the HR team",
  },
  admins: {
    name: "admins",
    role: COLUMN_ROLES.admins,
    first: "Admin",
    title: "Administrators",
    empty: "No administrators found",
    pages: "Pages of administrators",
  },
  /** Only where there is one. */
  boss: {
    name: "boss",
    role: COLUMN_ROLES.boss,
    first: "Boss",
    title: "Boss",
    empty: "No boss found",
    pages: "Pages of bosses",
  },
  team: {
    name: "team",
    role: COLUMN_ROLES.team,
    first: "Employee",
    title: "Team Members",
    empty: "No employees found",
    pages: "Pages of team members",
  },
} as const;
