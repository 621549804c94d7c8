/**
 * A list of things with several facts each: a table, and the same markup as cards where there is no room for one. What it shows comes
 * as columns and rows; searching, sorting and cutting into pages is the server's, or that of the screen.
 */
import clsx from "clsx";
import { ArrowDown, ArrowUp, ArrowUpDown, ChevronRight } from "lucide-react";
import {
  type ComponentProps,
  Fragment,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { IconButton } from "./button";
import { Checkbox } from "./checkbox";
import styles from "./data-table.module.css";
import { ErrorPanel } from "./error-panel";
import { Pager } from "./pager";
import { Skeleton } from "./skeleton";
import { useFocusOfGoneRow } from "./use-focus-of-gone-row";

export type Column<Row, Order extends string = string> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Names the row to people who hear the table, and stands out for those who see it. */
  isName?: boolean;
  /** The head is read out only. */
  isHeadHidden?: boolean;
  align?: "end";
  /** How wide, as a length; the columns without one share the rest. */
  width?: string;
  /**
   * Its place on a card: `mark`, `lead` and `corner` share the first line, a `line` has one of its own, a `fact` stands under its head,
   * three in a row, and a `field` beside its head.
   */
  card: "mark" | "lead" | "corner" | "line" | "fact" | "field";
  /** Stands in the head instead of its words. */
  control?: ReactNode;
  /** The orders that a press on the head asks for: first the one, then the other. */
  orders?: { ascending: Order; descending?: Order };
  /** What stands in the last row, under all others. */
  total?: ReactNode;
};

/** The rows that are chosen. The choice of all of them stands above the table, with what is done with them. */
type Selection<Row> = {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  labelOf: (row: Row) => string;
  /** Not every row can be. */
  canChoose?: (row: Row) => boolean;
};

/** What a row opens to, below it and as wide as the table. */
type Detail<Row> = {
  /** The head of the column of its buttons, which is read out only. */
  head: string;
  labelOf: (row: Row) => string;
  /** Null where there is nothing to open. */
  content: (row: Row) => ReactNode;
};

type Props<Row, Order extends string> = {
  label: string;
  columns: readonly Column<Row, Order>[];
  /** Its columns are few and narrow: it stays a table where others are turned round. */
  isShort?: boolean;
  /** It has many columns: they stand closer together, and it is turned round earlier. */
  isLong?: boolean;
  /** Absent until they are here. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** What a style sheet may tell a row by. */
  stateOf?: (row: Row) => string;
  /** The key of the row that the reader was led to: it is marked, and in view once it is here. */
  current?: string;
  /** What is said until the rows are here. */
  loading: string;
  /** What stands in place of a table without rows. */
  empty?: ReactNode;
  /** Other rows are on their way: these are shown faintly until then. */
  isStale?: boolean;
  error?: ComponentProps<typeof ErrorPanel> | false | undefined;
  order?: Order;
  onOrder?: (order: Order) => void;
  selection?: Selection<Row>;
  /** What a row opens to. */
  detail?: Detail<Row>;
  pages?: ComponentProps<typeof Pager> | false | undefined;
};

// Some browsers drop the table semantics when a table is laid out as cards, so the roles are written out.
const AS = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader", scope: "col" },
  name: { role: "rowheader", scope: "row" },
  cell: { role: "cell" },
} as const;

export function DataTable<Row, Order extends string = string>(props: Props<Row, Order>) {
  const { label, rows, loading, empty, isStale = false, error, pages } = props;
  const frame = useRef<HTMLDivElement>(null);
  useFocusOfGoneRow(frame, rows ?? NONE);
  useCurrentRow(frame, props.current, rows ?? NONE);
  const open = useOpenRows(props.current);
  const columns = [
    ...(props.selection ? [choosing<Row, Order>(props.selection, props.keyOf)] : []),
    ...(props.detail ? [opening<Row, Order>(props.detail, props.keyOf, open)] : []),
    ...props.columns,
  ];
  return (
    <div
      ref={frame}
      className={clsx(styles.frame, props.isShort && styles.short, props.isLong && styles.long)}
    >
      {error && <ErrorPanel {...error} />}
      {!rows && !error && <Skeleton label={loading} lines={6} />}
      {rows?.length === 0 && !isStale && empty}
      {rows && rows.length > 0 && (
        <table {...AS.table} className={styles.table} aria-label={label} aria-busy={isStale || undefined}>
          <colgroup>
            {columns.map(({ head, width }) => (
              <col key={head} style={{ inlineSize: width }} />
            ))}
          </colgroup>
          <thead {...AS.group}>
            <tr {...AS.row}>
              {columns.map((column) => (
                <Head key={column.head} column={column} order={props.order} onOrder={props.onOrder} />
              ))}
            </tr>
          </thead>
          <tbody {...AS.group}>
            {rows.map((row) => (
              <Fragment key={props.keyOf(row)}>
                <tr
                  {...AS.row}
                  data-row={props.keyOf(row)}
                  data-state={props.stateOf?.(row)}
                  {...(props.keyOf(row) === props.current && MARKED)}
                >
                  {columns.map((column) => (
                    <Cell key={column.head} column={column}>
                      {column.cell(row)}
                    </Cell>
                  ))}
                </tr>
                {open.isOpen(props.keyOf(row)) && (
                  <DetailRow columns={columns.length}>{props.detail?.content(row)}</DetailRow>
                )}
              </Fragment>
            ))}
          </tbody>
          {columns.some((column) => column.total !== undefined) && (
            <tfoot {...AS.group}>
              <tr {...AS.row}>
                {columns.map((column) => (
                  <Cell key={column.head} column={column}>
                    {column.total}
                  </Cell>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      )}
      {rows && pages && <Pager {...pages} />}
    </div>
  );
}

/** What was open may have nothing to open to any more. */
function DetailRow({ columns, children }: { columns: number; children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <tr {...AS.row} className={styles.detail}>
      <td {...AS.cell} colSpan={columns}>
        {children}
      </td>
    </tr>
  );
}

const NONE: readonly never[] = [];
const MARKED = { "aria-current": true, tabIndex: -1 } as const;

/** Leads once to the row that was asked for, and with it the focus of somebody who has done nothing else meanwhile. */
function useCurrentRow(
  frame: RefObject<HTMLElement | null>,
  current: string | undefined,
  rows: readonly unknown[],
): void {
  const led = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may come with other rows.
  useLayoutEffect(() => {
    const row = frame.current?.querySelector<HTMLElement>("[aria-current=true]");
    if (!row || led.current === current) return;
    led.current = current;
    row.scrollIntoView({ block: "center" });
    const active = document.activeElement;
    if (active === document.body || active?.matches("h1")) row.focus({ preventScroll: true });
  }, [frame, current, rows]);
}

/** The rows that were opened or closed by hand. The one that the reader was led to is open otherwise. */
function useOpenRows(current: string | undefined) {
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (key: string) => turned.get(key) ?? key === current;
  return { isOpen, turn: (key: string) => setTurned(new Map(turned).set(key, !isOpen(key))) };
}

/** The column in which rows are chosen, one by one. */
function choosing<Row, Order extends string>(
  { chosen, onChange, labelOf, canChoose = () => true }: Selection<Row>,
  keyOf: (row: Row) => string,
): Column<Row, Order> {
  const choose = (key: string, isChosen: boolean) => {
    const others = [...chosen].filter((other) => other !== key);
    onChange(new Set(isChosen ? [...others, key] : others));
  };
  return {
    head: "Select",
    isHeadHidden: true,
    width: "2.25rem",
    card: "mark",
    cell: (row) =>
      canChoose(row) && (
        <input
          type="checkbox"
          aria-label={labelOf(row)}
          checked={chosen.has(keyOf(row))}
          onChange={(event) => choose(keyOf(row), event.target.checked)}
        />
      ),
  };
}

/** The column of the buttons that open and close the rows. */
function opening<Row, Order extends string>(
  { head, labelOf, content }: Detail<Row>,
  keyOf: (row: Row) => string,
  { isOpen, turn }: { isOpen: (key: string) => boolean; turn: (key: string) => void },
): Column<Row, Order> {
  return {
    head,
    isHeadHidden: true,
    width: "2.25rem",
    card: "mark",
    cell: (row) =>
      content(row) !== null && (
        <IconButton
          label={labelOf(row)}
          className={styles.opener}
          aria-expanded={isOpen(keyOf(row))}
          onClick={() => turn(keyOf(row))}
        >
          <ChevronRight size={16} aria-hidden />
        </IconButton>
      ),
  };
}

type PartProps<Row, Order extends string> = { column: Column<Row, Order> };

function Cell<Row, Order extends string>({
  column,
  children,
}: PartProps<Row, Order> & { children: ReactNode }) {
  const Tag = column.isName ? "th" : "td";
  return (
    <Tag
      {...(column.isName ? AS.name : AS.cell)}
      className={clsx(styles[column.card], column.align && styles.end)}
      data-head={column.head}
    >
      {children}
    </Tag>
  );
}

type HeadProps<Row, Order extends string> = PartProps<Row, Order> & {
  order: Order | undefined;
  onOrder: ((order: Order) => void) | undefined;
};

function Head<Row, Order extends string>({ column, order, onOrder }: HeadProps<Row, Order>) {
  const { head, orders, isHeadHidden, align, control } = column;
  const { ascending, descending = ascending } = orders ?? {};
  const sort = !orders
    ? undefined
    : order === ascending
      ? "ascending"
      : order === descending
        ? "descending"
        : undefined;
  const Arrow = sort === undefined ? ArrowUpDown : sort === "ascending" ? ArrowUp : ArrowDown;
  const next = sort === "ascending" ? descending : ascending;
  return (
    <th {...AS.head} className={clsx(align && styles.end)} aria-sort={sort}>
      {control ??
        (next && onOrder ? (
          <button type="button" className={styles.sort} onClick={() => onOrder(next)}>
            {head}
            <Arrow size={12} aria-hidden />
          </button>
        ) : (
          <span className={clsx(isHeadHidden && "visually-hidden")}>{head}</span>
        ))}
    </th>
  );
}

type SelectAllProps = {
  /** The keys of all rows that can be chosen. */
  keys: readonly string[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

export function SelectAll({ keys, chosen, onChange }: SelectAllProps) {
  const count = keys.filter((key) => chosen.has(key)).length;
  return (
    <Checkbox
      name="all"
      label="Select All"
      checked={count > 0 && count === keys.length}
      indeterminate={count > 0 && count < keys.length}
      disabled={keys.length === 0}
      onChange={(isSo) => onChange(new Set(isSo ? keys : []))}
    />
  );
}
