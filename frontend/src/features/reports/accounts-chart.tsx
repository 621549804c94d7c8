/** How many accounts each role has, and in which state. */
import { formatNumber } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { Bars } from "../../ui/chart/bars";
import type { Series } from "../../ui/chart/parts";
import { said } from "./system-messages";

const { users } = said;

const SERIES: readonly Series<"active" | "blocked" | "inactive">[] = [
  { name: "active", label: users.active, tone: "approved" },
  { name: "blocked", label: users.blocked, tone: "rejected" },
  { name: "inactive", label: users.inactive, tone: "past" },
];

export function AccountsChart({ roles }: { roles: readonly Schemas["RoleRow"][] }) {
  return (
    <Bars
      title="Accounts by role"
      heading={users.role}
      series={SERIES}
      bars={roles.map(({ role, active, blocked, inactive }) => ({
        label: role,
        name: role,
        values: { active, blocked, inactive },
      }))}
      format={formatNumber}
    />
  );
}
