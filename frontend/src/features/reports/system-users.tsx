/** Users: how many accounts each role has, in which state, and who does not sign in. */
import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { afterPaint } from "../../ui/after-paint";
import { figure } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Skeleton } from "../../ui/skeleton";
import { files } from "./api";
import { words } from "./messages";
import { systemUsers } from "./reads";
import styles from "./reports.module.css";
import { said } from "./system-messages";
import { SystemReport } from "./system-report";

const { users } = said;

type Row = Schemas["RoleRow"];

const Chart = afterPaint(
  async () => (await import("./accounts-chart")).AccountsChart,
  (_: { roles: readonly Row[] }) => <Skeleton label={words.report.chartsLoading} lines={1} height="14rem" />,
);

const COLUMNS: readonly Column<Row>[] = [
  { head: users.role, isName: true, card: "lead", cell: ({ role }) => role },
  figure("Accounts", ({ accounts }) => accounts),
  figure(users.active, ({ active }) => active),
  figure(users.blocked, ({ blocked }) => blocked),
  figure(users.inactive, ({ inactive }) => inactive),
  figure("Never Signed In", ({ neverSignedIn }) => neverSignedIn, formatNumber, "9rem"),
  figure("No Sign-in for 30 Days", ({ notLately }) => notLately, formatNumber, "12rem"),
];

export function SystemUsers() {
  const query = useQuery(systemUsers());
  return (
    <SystemReport query={query} file={files.users}>
      {({ roles, temporaryPasswords }) => (
        <>
          <div className={styles.chart}>
            <Chart roles={roles} />
          </div>
          <DataTable
            label="Accounts"
            columns={COLUMNS}
            rows={roles}
            keyOf={({ role }) => role}
            loading={words.report.loading}
          />
          <p>{users.temporary(temporaryPasswords)}</p>
        </>
      )}
    </SystemReport>
  );
}
