/** All requests of the teams that the reader decides for, newest leave first, and the way to cancel what was approved by mistake. */
import { progressOf } from "../../api/query-state";
import { words as leaveWords } from "../../leave/messages";
import { LEAVE_A_PAGE } from "../../leave/reads";
import { RequestTable } from "../../leave/request-table";
import { UnlessNobody } from "../../people/nobody-yet";
import { Button } from "../../ui/button";
import { optionsOf, Select } from "../../ui/select";
import { pagerOf, useList, usePage } from "../../ui/use-list";
import { EmployeeFilter } from "./employee-filter";
import styles from "./leave.module.css";
import { words } from "./messages";
import { Requester } from "./pending-columns";
import { CHOICES, leaveHistory } from "./reads";

const said = words.approvals;

export function History() {
  const list = useList(CHOICES);
  const { status, employee } = list.chosen;
  const query = usePage(list, (page) => leaveHistory(status, employee, page));
  return (
    <section className={styles.panel} aria-label={said.tabs.history}>
      <fieldset className={styles.filters} data-print="hide">
        <legend className="visually-hidden">Filters</legend>
        <EmployeeFilter employee={employee} onChoose={(id) => list.choose({ employee: id })} />
        <Select
          label="Status"
          value={status}
          options={optionsOf(CHOICES.status.of, said.filters.statuses)}
          onChange={(value) => list.choose({ status: value })}
        />
      </fieldset>
      <RequestTable
        label="Decided and pending requests"
        first={{
          head: said.columns.employee,
          isName: true,
          width: "11rem",
          card: "lead",
          cell: (request) => <Requester request={request} />,
        }}
        rows={query.data?.requests}
        next={
          status !== "all" || employee !== "" ? (
            <Button onClick={() => list.choose({ status: "all", employee: "" })}>Clear filters</Button>
          ) : (
            <UnlessNobody>
              <p>Leave that your team asks for will appear here, with what was decided.</p>
            </UnlessNobody>
          )
        }
        {...progressOf(query, leaveWords.failed)}
        pages={pagerOf(said.pages, LEAVE_A_PAGE, list, query.data?.pagination)}
      />
    </section>
  );
}
