/** The holidays of one year in the order of their dates. */
import clsx from "clsx";
import { Pencil, Repeat, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Holiday } from "../../domain/types";
import { IconButton } from "../../ui/button";
import { actions, person } from "../../ui/columns";
import { DataTable } from "../../ui/data-table";
import { Status } from "../../ui/status";
import styles from "./holidays.module.css";
import { words } from "./messages";
import { type Standing, standingOf } from "./model";

type Acts = { onEdit: (holiday: Holiday) => void; onDelete: (holiday: Holiday) => void };
type Props = Acts & {
  label: string;
  /** Absent until they are here. */
  holidays: readonly Holiday[] | undefined;
  upcoming: readonly Holiday[];
  today: string;
  empty: ReactNode;
};

export function HolidayList({ label, holidays, upcoming, today, empty, ...acts }: Props) {
  const standing = (holiday: Holiday) => standingOf(holiday, today, upcoming);
  return (
    <DataTable<Holiday>
      label={label}
      rows={holidays}
      keyOf={({ id }) => id}
      stateOf={standing}
      loading="Loading holidays..."
      empty={empty}
      columns={[
        {
          head: "Date",
          width: "16.5rem",
          card: "lead",
          cell: ({ date, formattedDate }) => <time dateTime={date}>{formattedDate}</time>,
        },
        {
          head: "Holiday",
          isName: true,
          card: "line",
          cell: (holiday) => <Words holiday={holiday} standing={standing(holiday)} />,
        },
        person("Added by", ({ createdBy }) => createdBy, {
          width: "8.5rem",
          card: "field",
          none: <span className="quiet small">Not known</span>,
        }),
        actions("4.5rem", (holiday) => <Actions holiday={holiday} {...acts} />, { card: "corner" }),
      ]}
    />
  );
}

function Words({ holiday, standing }: { holiday: Holiday; standing: Standing }) {
  const { name, description, isRecurring, startDate, endYear } = holiday;
  return (
    <span className={styles.words}>
      <span className={styles.named}>
        <span className="name" dir="auto">
          {name}
        </span>
        {standing === "today" && <Status kind="today" word="Today" stamp />}
        {standing === "next" && <span className={styles.next}>Next</span>}
        {isRecurring && (
          <span className={clsx("quiet small", styles.repeats)}>
            <Repeat size={14} aria-hidden />
            {words.since(startDate.slice(0, 4), endYear)}
          </span>
        )}
      </span>
      {description && (
        <span className={clsx("quiet small", styles.description)} dir="auto">
          {description}
        </span>
      )}
    </span>
  );
}

function Actions({ holiday, onEdit, onDelete }: Acts & { holiday: Holiday }) {
  return (
    <span className={styles.acts} data-print="hide">
      <IconButton label={`Edit ${holiday.name}`} onClick={() => onEdit(holiday)}>
        <Pencil size={16} aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${holiday.name}`} onClick={() => onDelete(holiday)}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </span>
  );
}
