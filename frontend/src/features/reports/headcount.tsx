/** Headcount: who joined, who left, and how many there were, month by month. */
import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { DownloadButton } from "../../download/download-button";
import { useSession } from "../../session/current";
import { Bars } from "../../ui/chart/bars";
import { figure } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { files, headcount } from "./api";
import { words } from "./messages";
import { labelOfMonth, nameOfMonth } from "./model";
import { Report } from "./report";
import styles from "./reports.module.css";

const said = words.report;

type Row = Schemas["HeadcountMonth"];

const COLUMNS: readonly Column<Row>[] = [
  { head: said.month, isName: true, card: "lead", cell: ({ month }) => nameOfMonth(month) },
  figure("Joined", ({ joined }) => joined),
  figure("Left", ({ left }) => left),
  figure(said.active, ({ active }) => active),
];

export function Headcount() {
  const { today } = useSession();
  const query = useQuery(headcount());
  return (
    <div className={styles.view}>
      <div className="actions" data-print="hide">
        <DownloadButton file={files.headcount} of={today} words={words.report} />
      </div>
      <Report query={query}>
        {({ months }) => (
          <>
            <Bars
              title="Employees by month"
              heading={said.month}
              series={[{ name: "active", label: said.active, tone: "accent" }]}
              bars={months.map(({ month, active }) => ({
                label: labelOfMonth(month),
                name: nameOfMonth(month),
                values: { active },
              }))}
              format={formatNumber}
            />
            <DataTable
              label="Headcount of the last twelve months"
              columns={COLUMNS}
              isShort
              rows={months}
              keyOf={({ month }) => month}
              loading={said.loading}
            />
          </>
        )}
      </Report>
    </div>
  );
}
