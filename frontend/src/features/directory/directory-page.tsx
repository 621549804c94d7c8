/** Everybody in the organisation, in columns. One search goes through all of them; each has its own pages. */
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { formatNumber } from "../../domain/format";
import { showingResults } from "../../domain/paging";
import { fullName, mailtoOf } from "../../domain/people";
import type { DirectoryUser, Schemas } from "../../domain/types";
import { NobodyYet } from "../../people/nobody-yet";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { ErrorPanel, together } from "../../ui/error-panel";
import { Initials } from "../../ui/initials";
import { Page, PageHeader, Section } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { SearchField } from "../../ui/search-field";
import { Skeleton } from "../../ui/skeleton";
import { Tile, Tiles } from "../../ui/tile";
import { useExistingPageOf } from "../../ui/use-address";
import { useList } from "../../ui/use-list";
import styles from "./directory.module.css";
import { columns, words } from "./messages";
import { COLUMN_SIZE, columnList } from "./reads";

type UserList = Schemas["UserList"];
type Column = (typeof columns)[keyof typeof columns];
type Query = UseQueryResult<UserList>;

const NAMES = Object.values(columns).map(({ name }) => name);

const column = (place: Parameters<typeof columnList>[0]) => ({
  ...columnList(place),
  // The list stays while the next page or the next word is fetched.
  placeholderData: keepPreviousData,
});

export function DirectoryPage() {
  const { search, find, pageOf, turn, lead } = useList({}, NAMES);
  const placeOf = ({ name, role }: Column) => ({ role, search, page: pageOf(name) });
  // One by one: queries in a bunch would not keep the former page while the next one is fetched.
  const parts = [
    { column: columns.hr, query: useQuery(column(placeOf(columns.hr))) },
    { column: columns.admins, query: useQuery(column(placeOf(columns.admins))) },
    { column: columns.boss, query: useQuery(column(placeOf(columns.boss))) },
    { column: columns.team, query: useQuery(column(placeOf(columns.team))) },
  ];
  const queries = parts.map((part) => part.query);
  const totals = queries.find((query) => query.data?.totals)?.data?.totals;
  const isPending = queries.some((query) => query.isPending);
  const settled = queries.every((query) => query.data !== undefined && !query.isPlaceholderData);
  const found = queries.reduce((sum, query) => sum + (query.data?.pagination.total ?? 0), 0);
  const shown = parts.filter((part) => part.column !== columns.boss || (totals?.boss ?? 0) > 0);
  const everywhere = queries.every((query) => query.isError && query.data === undefined);

  return (
    <Page>
      <PageHeader lead="Who works here, and how to reach them." />
      {(totals || isPending) && (
        <Tiles>
          <Tile label="Total Team" value={totals && formatNumber(totals.total)} />
          <Tile
            label="Management"
            value={totals && formatNumber(totals.management)}
            note="HR and administrators"
          />
          <Tile
            label="Active Today"
            value={totals && formatNumber(totals.activeToday)}
            note="employees who can sign in"
          />
        </Tiles>
      )}
      <search className={styles.search}>
        <SearchField
          label="Search people"
          placeholder="Name, employee ID, department or email"
          value={search}
          onSearch={find}
          className={styles.field}
        />
        <p role="status" className={styles.found} data-searching={search !== "" || undefined} dir="auto">
          {search !== "" && settled && words.found(found, search)}
        </p>
        {search !== "" && settled && found === 0 && <Button onClick={() => find("")}>Show everybody</Button>}
      </search>
      {everywhere ? (
        <ErrorPanel message={words.failed} retry={together(queries)} retryLabel={words.retry} />
      ) : isPending ? (
        <Skeleton label="Loading users..." lines={6} height="4rem" />
      ) : (
        <div className={styles.columns}>
          {shown.map(({ column, query }) => (
            <PeopleColumn
              key={column.name}
              column={column}
              query={query}
              isSearched={search !== ""}
              page={pageOf(column.name)}
              onPage={(page) => turn(page, column.name)}
              onLead={(page) => lead(page, column.name)}
            />
          ))}
        </div>
      )}
    </Page>
  );
}

type ColumnProps = {
  column: Column;
  query: Query;
  isSearched: boolean;
  page: number;
  onPage: (page: number) => void;
  onLead: (page: number) => void;
};

function PeopleColumn({ column, isSearched, page, onPage, onLead, ...props }: ColumnProps) {
  const query = useExistingPageOf(page, props.query, onLead);
  const list = query.data;
  const total = list?.pagination.total;
  return (
    <Section
      title={column.title}
      aside={total !== undefined && <p className="quiet small figures">{words.people(total)}</p>}
    >
      <div className="ruled">
        {query.isError && <ErrorPanel message={words.failed} retry={query} retryLabel={words.retry} />}
        {list && total === 0 && (
          <Empty title={column.empty}>{!isSearched && <NobodyYet of={column.first} />}</Empty>
        )}
        {list && total !== undefined && total > 0 && (
          <div className={styles.list} aria-busy={query.isPlaceholderData}>
            <ul className={styles.people}>
              {list.users.map((person) => (
                <Person key={person._id} person={person} showRole={column.name === "team"} />
              ))}
            </ul>
            {list.pagination.pages > 1 && (
              <Pager
                label={column.pages}
                page={page}
                pages={list.pagination.pages}
                onPage={onPage}
                between="nothing"
                summary={showingResults(list.pagination.current, COLUMN_SIZE, total)}
              />
            )}
          </div>
        )}
      </div>
    </Section>
  );
}

function Person({ person, showRole }: { person: DirectoryUser; showRole: boolean }) {
  const work = [person.position, person.department].filter(Boolean).join(" · ");
  return (
    <li className={styles.person}>
      <Initials of={person} />
      <div className={styles.words}>
        <p className={styles.top}>
          <bdi className="name">{fullName(person)}</bdi>
          <span className="employee-id">{person.employeeId}</span>
        </p>
        {(work !== "" || showRole) && (
          <p className={styles.work}>
            {showRole && <span>{person.role}</span>}
            {showRole && work !== "" && " · "}
            <bdi>{work}</bdi>
          </p>
        )}
        <a href={mailtoOf(person.email)} className={styles.mail}>
          {person.email}
        </a>
      </div>
    </li>
  );
}
