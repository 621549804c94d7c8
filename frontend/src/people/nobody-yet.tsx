/** What to do next where a list is empty because there is nobody yet. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { personQueries } from "../api/reads";
import { paths } from "../domain/paths";
import type { Role } from "../domain/roles";
import { useSession } from "../session/current";
import { words } from "./messages";

/** The way to add the first one of that role, or who can. */
export function NobodyYet({ of: role = "Employee" }: { of?: Role }) {
  const { user, manages } = useSession();
  if (manages.includes(role)) {
    return <Link to={paths.area(user.role).addUserAs(role)}>{words.add[role]}</Link>;
  }
  return words.addedBy[role];
}

/** `children` says what will be listed; where there is no employee whose that could be, it is said what comes before. */
export function UnlessNobody({ children }: { children: ReactNode }) {
  const { can } = useSession();
  const employees = useQuery(
    personQueries.list({
      role: "Employee",
      page: 1,
      limit: 1,
      // Out of the directory, for somebody who lists no accounts.
      ...(!can.includes("list-people") && { viewAll: true }),
    }),
  );
  // Its line is kept free, so that nothing below it moves.
  if (employees.isPending) return "\u00a0";
  return employees.data?.pagination.total === 0 ? <NoEmployees /> : children;
}

/** To those who lead a team it is the team that nobody is in. */
export function NoEmployees() {
  const { can } = useSession();
  if (can.includes("see-team-dashboard"))
    return "Nobody is assigned to you yet. HR can assign employees to you.";
  return (
    <span>
      There are no employees yet. <NobodyYet />
    </span>
  );
}
