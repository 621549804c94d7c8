/** A month that is not closed: who is ready, what keeps the others, and what HR does about it (months.md 1.3). */
import { type ReactNode, useState } from "react";
import { progressOf } from "../../api/query-state";
import { useSend } from "../../api/send";
import { formatDay } from "../../domain/day";
import { UnlessNobody } from "../../people/nobody-yet";
import { Button, buttonClass } from "../../ui/button";
import { DataTable, SelectAll } from "../../ui/data-table";
import { Empty } from "../../ui/empty";
import { SearchField } from "../../ui/search-field";
import { pagerOf, useList, usePage } from "../../ui/use-list";
import { AcceptDialog } from "./accept-dialog";
import { type Reminding, readinessOf, remind } from "./api";
import { CloseDialog } from "./close-dialog";
import { words } from "./messages";
import {
  acceptableDates,
  BLOCKERS,
  type Blocker,
  PAGE_SIZE,
  type PayrollMonth,
  type Readiness,
  type ReadinessRow,
} from "./model";
import styles from "./months.module.css";
import { COLUMNS } from "./people-columns";

const said = words.open;

const CHOICES = { blocker: { of: BLOCKERS, usual: "all" } } as const;

type Props = { month: PayrollMonth; readiness: Readiness };

export function OpenMonth({ month, readiness }: Props) {
  const list = useList(CHOICES);
  const query = usePage(list, (page) => readinessOf(month.month, list.chosen.blocker, list.search, page));
  const rows = query.data?.rows;
  const { chosen, choose } = useChosen(rows);
  const [open, setOpen] = useState<"accept" | "close" | null>(null);
  const close = () => setOpen(null);

  return (
    <>
      <Bar readiness={readiness} />
      <fieldset className={styles.acts} data-print="hide">
        <legend className="visually-hidden">Actions for the month</legend>
        <RemindButton month={month.month} kind="manager" chosen={chosen} />
        <RemindButton month={month.month} kind="employee" chosen={chosen} />
        <Button
          disabled={!chosen.some((row) => acceptableDates(row).length > 0)}
          onClick={() => setOpen("accept")}
        >
          {said.accept}
        </Button>
        <Button
          variant="primary"
          disabled={!month.isOver}
          busy={month.state === "closing"}
          onClick={() => setOpen("close")}
        >
          {month.state === "closing" ? words.close.closing : said.close}
        </Button>
        {!month.isOver && (
          <span className="quiet small">{`Possible from ${formatDay(month.closableFrom, "week")}`}</span>
        )}
      </fieldset>
      <Filters readiness={readiness} list={list} />
      {rows && rows.length > 0 && (
        <div className={styles.choice} data-print="hide">
          <SelectAll
            keys={rows.map(({ userId }) => userId)}
            chosen={new Set(chosen.map(({ userId }) => userId))}
            onChange={choose}
          />
          {chosen.length > 0 && <span className="quiet small">{`${chosen.length} selected`}</span>}
        </div>
      )}
      <DataTable
        label="Employees of the month"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ userId }) => userId}
        loading="Loading employees..."
        {...progressOf(query, words.failed)}
        empty={
          <Nobody
            list={list}
            isReady={readiness.ready === readiness.employees}
            next={
              readiness.employees === 0 ? (
                <UnlessNobody>
                  <p>Nobody was employed in this month.</p>
                </UnlessNobody>
              ) : month.isOver ? (
                <p>You can close the month.</p>
              ) : null
            }
          />
        }
        selection={{
          chosen: new Set(chosen.map(({ userId }) => userId)),
          onChange: choose,
          labelOf: ({ name }) => `Select ${name}`,
        }}
        pages={pagerOf("Pages of employees", PAGE_SIZE, list, query.data?.pagination)}
      />
      {open === "accept" && (
        <AcceptDialog
          month={month.month}
          rows={chosen}
          onClose={close}
          onAccepted={() => {
            close();
            choose(new Set());
          }}
        />
      )}
      {open === "close" && <CloseDialog month={month.month} readiness={readiness} onClose={close} />}
    </>
  );
}

type NobodyProps = { list: ReturnType<typeof useList<typeof CHOICES>>; isReady: boolean; next: ReactNode };

/** Nobody is left to be ready, or nobody is what is looked for. */
function Nobody({ list, isReady, next }: NobodyProps) {
  if (list.search === "" && isReady) return <Empty title="Everybody is ready.">{next}</Empty>;
  const isSearched = list.search !== "";
  return (
    <Empty title={isSearched ? `Nobody matches “${list.search}”.` : "Nobody is held up by this."}>
      <Button onClick={() => (isSearched ? list.find("") : list.choose({ blocker: "all" }))}>
        Show All Employees
      </Button>
    </Empty>
  );
}

/** Who is chosen, on whatever page they stand, as they are now. */
function useChosen(rows: readonly ReadinessRow[] = []) {
  const [chosen, setChosen] = useState<readonly ReadinessRow[]>([]);
  const asNow = chosen.map((row) => rows.find(({ userId }) => userId === row.userId) ?? row);
  const all = [...asNow, ...rows.filter((row) => !asNow.includes(row))];
  return {
    chosen: asNow,
    choose: (ids: ReadonlySet<string>) => setChosen(all.filter(({ userId }) => ids.has(userId))),
  };
}

function Bar({ readiness: { ready, employees } }: { readiness: Readiness }) {
  const share = employees === 0 ? 100 : (ready / employees) * 100;
  return (
    <div className={styles.readiness}>
      <p>{`${ready} of ${employees} ready`}</p>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ inlineSize: `${share}%` }} />
      </span>
    </div>
  );
}

/** How many of each there are: entries, days, requests or people, as the server counts them. */
const countOf = (readiness: Readiness, blocker: Blocker): number =>
  blocker === "all" ? readiness.employees : readiness[blocker];

type FiltersProps = { readiness: Readiness; list: ReturnType<typeof useList<typeof CHOICES>> };

function Filters({ readiness, list }: FiltersProps) {
  return (
    <search className={styles.filters} data-print="hide">
      <fieldset className={styles.blockers}>
        <legend className="visually-hidden">Reasons why employees are not ready</legend>
        {BLOCKERS.map((blocker) => (
          <button
            key={blocker}
            type="button"
            className={buttonClass("quiet", styles.blocker)}
            aria-pressed={blocker === list.chosen.blocker}
            onClick={() => blocker !== list.chosen.blocker && list.choose({ blocker })}
          >
            {said.blockers[blocker]} <span className="figures">{countOf(readiness, blocker)}</span>
          </button>
        ))}
      </fieldset>
      <SearchField
        label={said.search}
        labelHidden
        placeholder={said.search}
        value={list.search}
        onSearch={list.find}
        className={styles.search}
      />
    </search>
  );
}

type RemindProps = Pick<Reminding, "month" | "kind"> & { chosen: readonly ReadinessRow[] };

function RemindButton({ month, kind, chosen }: RemindProps) {
  const { send, isSending } = useSend(remind);
  return (
    <Button
      busy={isSending}
      onClick={() => send({ month, kind, userIds: chosen.map(({ userId }) => userId) })}
    >
      {isSending ? "Reminding..." : said.remind[kind]}
    </Button>
  );
}
