/**
 * Who is on leave when: a month of people by dates, above them how many are away. Where there is no room for a month it is a list by
 * date. It keeps month, search and page in the address.
 */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { QueryState } from "../api/query-state";
import { addMonths, firstDay, formatDay, type Month, monthKey, monthOf } from "../domain/day";
import { showingResults } from "../domain/paging";
import { fullName } from "../domain/people";
import { UnlessNobody } from "../people/nobody-yet";
import { useToday } from "../session/current";
import { Button, IconButton } from "../ui/button";
import { Empty } from "../ui/empty";
import { Legend } from "../ui/legend";
import { Pager } from "../ui/pager";
import { SearchField } from "../ui/search-field";
import { Status, type StatusKind } from "../ui/status";
import { leaveMark, statusWords } from "../ui/status-words";
import { TeamTimeline } from "../ui/team-timeline";
import { useList, usePage } from "../ui/use-list";
import styles from "./leave-calendar.module.css";
import { words } from "./messages";
import { cellOf, type Day, leaveByDate, type Person, peopleByDate, whatOf } from "./model";
import { CHOICES, calendarQuery, latestMonth, leaveCalendar, monthNamed, PAGE_SIZES } from "./reads";

const NO_LEAVE: Person["leave"] = [];
const LEGEND = [
  { kind: "leave", word: "Leave" },
  { kind: "leave-pending", word: "Leave, pending" },
  "holiday",
  "weekend",
  "day-off",
] as const;

/** `isOfEverybody`: there are many, so that people are looked for, and the reader says how many a page has. */
export function LeaveCalendar({ isOfEverybody = false }: { isOfEverybody?: boolean }) {
  const today = useToday();
  const present = monthOf(today);
  const list = useList(CHOICES);
  const { search, chosen, find, choose } = list;
  const month = monthNamed(chosen.month, present);
  const name = formatDay(firstDay(month), "month");
  // The month before stays until the next one is here, so that the keys go on where they are.
  const query = usePage(list, (page) => leaveCalendar(calendarQuery(month, search, page, chosen.limit)));
  const found = query.data;
  const showMonth = (next: Month) =>
    choose({ month: monthKey(next) === monthKey(present) ? "" : monthKey(next) });

  return (
    <div className={styles.calendar}>
      <div className={styles.bar}>
        <MonthSteps month={month} latest={latestMonth(present)} onMonth={showMonth} />
        {isOfEverybody && (
          <search className={styles.search} data-print="hide">
            <SearchField
              label="Search employees"
              placeholder="Name, employee ID, department or email"
              value={search}
              onSearch={find}
            />
          </search>
        )}
      </div>
      <QueryState query={query} loading={words.loading} failed={words.failed} lines={6} height="2.75rem" />
      {found && found.people.length === 0 && !query.isPlaceholderData && (
        <Empty title={search === "" ? "Nobody is away this month." : `Nobody matches “${search}”.`}>
          {search !== "" ? (
            <Button onClick={() => find("")}>Show All Employees</Button>
          ) : (
            <UnlessNobody>
              <p>Leave that is asked for or approved will appear here.</p>
            </UnlessNobody>
          )}
        </Empty>
      )}
      {found && found.people.length > 0 && (
        <>
          <Timeline
            people={found.people}
            days={found.days}
            label={`Leave in ${name}`}
            month={month}
            busy={query.isPlaceholderData}
            onMonth={showMonth}
          />
          {!query.isPlaceholderData && (
            <Dates people={found.people} days={found.days} label={`Dates with leave in ${name}`} />
          )}
          <Legend items={LEGEND} />
          {(isOfEverybody || found.pagination.pages > 1) && (
            <Pager
              label="Pages of people on leave"
              page={list.pageOf()}
              pages={found.pagination.pages}
              onPage={list.turn}
              summary={showingResults(found.pagination.current, chosen.limit, found.pagination.total)}
              {...(isOfEverybody && {
                size: {
                  label: "People per page",
                  value: chosen.limit,
                  options: PAGE_SIZES,
                  onChange: (limit: number) => choose({ limit }),
                },
              })}
            />
          )}
        </>
      )}
    </div>
  );
}

type StepsProps = { month: Month; latest: Month; onMonth: (month: Month) => void };

function MonthSteps({ month, latest, onMonth }: StepsProps) {
  return (
    <div className={styles.month}>
      <IconButton label="Previous month" data-print="hide" onClick={() => onMonth(addMonths(month, -1))}>
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <h2 aria-live="polite">
        <time dateTime={monthKey(month)}>{formatDay(firstDay(month), "month")}</time>
      </h2>
      <IconButton
        label="Next month"
        data-print="hide"
        disabled={monthKey(month) >= monthKey(latest)}
        onClick={() => onMonth(addMonths(month, 1))}
      >
        <ChevronRight size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

type TimelineProps = {
  people: readonly Person[];
  days: readonly Day[];
  label: string;
  month: Month;
  busy: boolean;
  onMonth: (month: Month) => void;
};

function Timeline({ people, days, month, ...rest }: TimelineProps) {
  const today = useToday();
  const dayOf = new Map(days.map((day) => [day.date, day]));
  const leaveOf = new Map(people.map((person) => [person.userId, leaveByDate(person)]));
  return (
    <div className={styles.timeline}>
      <TeamTimeline
        {...rest}
        peopleLabel="Employee"
        people={people.map((person) => ({
          id: person.userId,
          name: fullName(person),
          detail: person.department,
        }))}
        month={month}
        today={today}
        latest={latestMonth(monthOf(today))}
        summary={{
          label: words.away,
          textOf: (date) => {
            const day = dayOf.get(date.toString());
            const isIdle = day === undefined || (day.kind !== "working" && day.away === 0);
            return isIdle ? "" : words.awayOf(day.away, day.members);
          },
        }}
        cellOf={(person, date) => {
          const key = date.toString();
          const { isHalf, ...cell } = cellOf(leaveOf.get(person)?.get(key) ?? NO_LEAVE, dayOf.get(key)?.kind);
          return isHalf ? { ...cell, mark: <HalfDay status={cell.status} /> } : cell;
        }}
      />
    </div>
  );
}

function HalfDay({ status }: { status: StatusKind }) {
  return (
    <span className={styles.half}>
      <Status kind={status} />½
    </span>
  );
}

/** The same where there is no room for a month beside the names. */
function Dates({ people, days, label }: { people: readonly Person[]; days: readonly Day[]; label: string }) {
  const dayOf = new Map(days.map((day) => [day.date, day]));
  return (
    <ul className={styles.dates} aria-label={label}>
      {peopleByDate(people).map(([date, leave]) => {
        const day = dayOf.get(date);
        return (
          <li key={date}>
            <h3 className={styles.date}>
              <time dateTime={date}>{formatDay(date, "medium")}</time>
              {day && (
                <span className="quiet small">
                  {words.away} {words.awayOf(day.away, day.members)}
                </span>
              )}
            </h3>
            <ul>
              {leave.map(({ person, leave: one }) => (
                <li key={`${one.requestId}-${one.part}`} className={styles.who}>
                  <bdi className="name">{fullName(person)}</bdi>
                  <span className="quiet small">{whatOf(one)}</span>
                  <Status
                    kind={leaveMark(one)}
                    {...(one.status === "approved" ? {} : { word: statusWords[one.status] })}
                  />
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
