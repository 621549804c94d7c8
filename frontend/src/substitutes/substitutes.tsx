/** Who substitutes for whom: to read, to name and to end. A manager has those of their own, in either part. */
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { progressOf } from "../api/awaited";
import { usePage } from "../api/use-page";
import { formatDay } from "../domain/day";
import { showingResults } from "../domain/paging";
import { fullName } from "../domain/people";
import { roleNamed } from "../domain/roles";
import { useSession } from "../session/current";
import { afterPaint } from "../ui/after-paint";
import { Button } from "../ui/button";
import { type Column, DataTable } from "../ui/data-table";
import { Dialog } from "../ui/dialog";
import { Empty } from "../ui/empty";
import { Section } from "../ui/page";
import { Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";
import { Status } from "../ui/status";
import { useList } from "../ui/use-list";
import type { Substitution } from "./api";
import { EndDialog } from "./end-dialog";
import { words } from "./messages";
import type { NameDialog as Naming } from "./name-dialog";
import { CHOICES, PAGE_SIZE, substitutionPage } from "./reads";
import styles from "./substitutes.module.css";

const STATUS_OPTIONS = CHOICES.status.of.map((value) => ({ value, label: words.filter.statuses[value] }));

/** With its search among people it comes when somebody names one: the screens around the list do without. */
const NameDialog = afterPaint<ComponentProps<typeof Naming>>(
  async () => (await import("./name-dialog")).NameDialog,
  ({ onClose }) => (
    <Dialog title={words.name} onClose={onClose}>
      <Skeleton label="Loading..." lines={5} />
    </Dialog>
  ),
);

/** What stands below comes with the first answer, or it would move when that is there. */
export function Substitutes({ children }: { children?: ReactNode }) {
  const { user } = useSession();
  const isManager = roleNamed(user.role) === "Manager";
  const list = useList(CHOICES, ["page"]);
  const { chosen, choose } = list;
  const query = usePage(list, (page) => substitutionPage(chosen.status, page));
  const { substitutions, pagination } = query.data ?? {};
  const [open, setOpen] = useState<"naming" | Substitution | null>(null);
  const name = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(null);

  const canEnd = ({ status, manager }: Substitution) =>
    (status === "running" || status === "planned") && (!isManager || manager._id === user.id);

  const all: readonly Column<Substitution>[] = [
    {
      head: "Manager",
      isName: true,
      width: "7.5rem",
      card: "lead",
      cell: ({ manager }) => <bdi>{fullName(manager)}</bdi>,
    },
    {
      head: "Substitute",
      width: "7.5rem",
      card: "field",
      cell: ({ substitute }) => <bdi>{fullName(substitute)}</bdi>,
    },
    { head: "From", width: "6.75rem", card: "fact", cell: ({ from }) => <Day date={from} /> },
    { head: "To", width: "6.75rem", card: "fact", cell: ({ to }) => <Day date={to} /> },
    {
      head: "Reason",
      card: "line",
      cell: ({ reason }) => (
        <span className="verbatim" dir="auto">
          {reason}
        </span>
      ),
    },
    {
      head: "Status",
      width: "5.75rem",
      card: "field",
      cell: ({ status }) => <Status kind={status} />,
    },
    {
      head: "Made by",
      width: "7.5rem",
      card: "field",
      cell: ({ createdBy }) => <bdi>{fullName(createdBy)}</bdi>,
    },
    {
      head: "Actions",
      isHeadHidden: true,
      width: "3.5rem",
      align: "end",
      card: "corner",
      cell: (row) =>
        canEnd(row) && (
          <Button
            variant="quiet"
            aria-label={`End: ${fullName(row.substitute)} for ${fullName(row.manager)}`}
            onClick={() => setOpen(row)}
          >
            End
          </Button>
        ),
    },
  ];

  return (
    <>
      <Section
        title="Substitutes"
        aside={
          <Button ref={name} onClick={() => setOpen("naming")}>
            {words.name}
          </Button>
        }
      >
        <Select
          label="Status"
          fieldClassName={styles.filter}
          value={chosen.status}
          options={STATUS_OPTIONS}
          onChange={(status) => choose({ status })}
        />
        <DataTable
          label="Substitutes"
          columns={all}
          rows={substitutions}
          keyOf={({ _id }) => _id}
          loading="Loading substitutes..."
          {...progressOf(query, "Failed to load substitutes")}
          empty={
            chosen.status === "all" ? (
              <Empty title="No substitutes named">
                <p>{words.noneLine(isManager)}</p>
              </Empty>
            ) : (
              <Empty title="No substitutes with this status">
                <Button onClick={() => choose({ status: "all" })}>Show all substitutes</Button>
              </Empty>
            )
          }
          pages={
            pagination !== undefined &&
            pagination.pages > 1 && {
              label: "Pages of substitutes",
              page: list.pageOf(),
              pages: pagination.pages,
              onPage: list.turn,
              summary: showingResults(pagination.current, PAGE_SIZE, pagination.total),
            }
          }
        />
        {open === "naming" && <NameDialog managerId={isManager ? user.id : null} onClose={close} />}
        {open !== null && open !== "naming" && (
          <EndDialog
            substitution={open}
            onClose={close}
            onEnded={() => {
              flushSync(close);
              // The button that was pressed is gone with what it ended.
              name.current?.focus();
            }}
          />
        )}
      </Section>
      {!query.isPending && children}
    </>
  );
}

const Day = ({ date }: { date: string }) => <time dateTime={date}>{formatDay(date, "dated")}</time>;
