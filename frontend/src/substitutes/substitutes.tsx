/** Who substitutes for whom: to read, to name and to end. A manager has those of their own, in either part. */
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { progressOf } from "../api/query-state";
import { showingResults } from "../domain/paging";
import { roleNamed } from "../domain/roles";
import { useSession } from "../session/current";
import { afterPaint } from "../ui/after-paint";
import { Button } from "../ui/button";
import { actions, Day, person, Verbatim } from "../ui/columns";
import { type Column, DataTable } from "../ui/data-table";
import { Dialog } from "../ui/dialog";
import { Empty } from "../ui/empty";
import { Section } from "../ui/page";
import { optionsOf, Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";
import { Status } from "../ui/status";
import { useList, usePage } from "../ui/use-list";
import { pairOf, type Substitution } from "./api";
import { EndDialog } from "./end-dialog";
import { words } from "./messages";
import type { NameDialog as Naming } from "./name-dialog";
import { CHOICES, PAGE_SIZE, substitutionPage } from "./reads";
import styles from "./substitutes.module.css";

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
    person("Manager", ({ manager }) => manager, { isName: true, width: "7.5rem", card: "lead" }),
    person("Substitute", ({ substitute }) => substitute, { width: "7.5rem", card: "field" }),
    { head: "From", width: "6.75rem", card: "fact", cell: ({ from }) => <Day date={from} as="dated" /> },
    { head: "To", width: "6.75rem", card: "fact", cell: ({ to }) => <Day date={to} as="dated" /> },
    { head: "Reason", card: "line", cell: ({ reason }) => <Verbatim>{reason}</Verbatim> },
    { head: "Status", width: "5.75rem", card: "field", cell: ({ status }) => <Status kind={status} /> },
    person("Made by", ({ createdBy }) => createdBy, { width: "7.5rem", card: "field" }),
    actions(
      "3.5rem",
      (row) =>
        canEnd(row) && (
          <Button variant="quiet" aria-label={`End: ${pairOf(row)}`} onClick={() => setOpen(row)}>
            End
          </Button>
        ),
      { align: "end", card: "corner" },
    ),
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
          options={optionsOf(CHOICES.status.of, words.filter.statuses)}
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
