/** The holidays of one year in the order of their dates: a table where there is room, cards where there is not. */
import { Pencil, Repeat, Trash2 } from "lucide-react";
import { useRef } from "react";
import { fullName } from "../../domain/people";
import type { Holiday } from "../../domain/types";
import { IconButton } from "../../ui/button";
import { Status } from "../../ui/status";
import { useFocusOfGoneRow } from "../../ui/use-focus-of-gone-row";
import { useMedia } from "../../ui/use-media";
import styles from "./holidays.module.css";
import { words } from "./messages";
import { keyOf, type Standing, standingOf } from "./model";

type Acts = { onEdit: (holiday: Holiday) => void; onDelete: (holiday: Holiday) => void };
type Props = Acts & {
  holidays: readonly Holiday[];
  upcoming: readonly Holiday[];
  today: string;
};

export function HolidayList({ holidays, upcoming, today, ...acts }: Props) {
  const asCards = useMedia("(max-width: 56.25rem)");
  const frame = useRef<HTMLDivElement>(null);
  useFocusOfGoneRow(frame, holidays);
  const rows = holidays.map((holiday) => ({ holiday, standing: standingOf(holiday, today, upcoming) }));
  const Rows = asCards ? Cards : Table;
  return <div ref={frame}>{rows.length > 0 && <Rows rows={rows} {...acts} />}</div>;
}

type RowsProps = Acts & { rows: readonly { readonly holiday: Holiday; readonly standing: Standing }[] };

function Table({ rows, ...acts }: RowsProps) {
  const { columns } = words;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.dateColumn}>
            {columns.date}
          </th>
          <th scope="col">{columns.holiday}</th>
          <th scope="col" className={styles.byColumn}>
            {columns.by}
          </th>
          <th scope="col" className={styles.actsColumn}>
            <span className="visually-hidden">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ holiday, standing }) => (
          <tr key={keyOf(holiday)} data-row={holiday.id} data-standing={standing}>
            <td>
              <Day holiday={holiday} />
            </td>
            <th scope="row">
              <Words holiday={holiday} standing={standing} />
            </th>
            <td>
              <By holiday={holiday} />
            </td>
            <td>
              <Actions holiday={holiday} {...acts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards({ rows, ...acts }: RowsProps) {
  return (
    <ul className={styles.cards}>
      {rows.map(({ holiday, standing }) => (
        <li key={keyOf(holiday)} className={styles.card} data-row={holiday.id} data-standing={standing}>
          <Day holiday={holiday} />
          <Actions holiday={holiday} {...acts} />
          <Words holiday={holiday} standing={standing} />
          <p className={styles.facts}>
            {words.columns.by} <By holiday={holiday} />
          </p>
        </li>
      ))}
    </ul>
  );
}

const Day = ({ holiday: { date, formattedDate } }: { holiday: Holiday }) => (
  <time className={styles.day} dateTime={date}>
    {formattedDate}
  </time>
);

function Words({ holiday, standing }: { holiday: Holiday; standing: Standing }) {
  const { name, description, isRecurring, startDate } = holiday;
  return (
    <span className={styles.words}>
      <span className={styles.named}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        {standing === "today" && <Status kind="today" word={words.today} stamp />}
        {standing === "next" && <span className={styles.next}>{words.next}</span>}
        {isRecurring && (
          <span className={styles.repeats}>
            <Repeat size={14} aria-hidden />
            {words.since(startDate.slice(0, 4))}
          </span>
        )}
      </span>
      {description && (
        <span className={styles.description} dir="auto">
          {description}
        </span>
      )}
    </span>
  );
}

const By = ({ holiday: { createdBy } }: { holiday: Holiday }) =>
  createdBy ? <bdi>{fullName(createdBy)}</bdi> : <span className={styles.quiet}>{words.nobody}</span>;

function Actions({ holiday, onEdit, onDelete }: Acts & { holiday: Holiday }) {
  return (
    <span className={styles.acts} data-print="hide">
      <IconButton label={`${words.edit} ${holiday.name}`} onClick={() => onEdit(holiday)}>
        <Pencil size={16} aria-hidden />
      </IconButton>
      <IconButton label={`${words.remove} ${holiday.name}`} onClick={() => onDelete(holiday)}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </span>
  );
}
