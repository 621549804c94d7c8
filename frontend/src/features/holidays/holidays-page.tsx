/** Holiday Management: the holidays of a year in their order, what comes next, and the dialogs that add, change and delete one. */
import { useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { Failure } from "../../api/query-state";
import { upcomingHolidays } from "../../api/reads";
import type { Holiday } from "../../domain/types";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { Page, PageHeader } from "../../ui/page";
import { NumberSelect } from "../../ui/select";
import { useAddress } from "../../ui/use-address";
import { useOnce } from "../../ui/use-once";
import { DeleteDialog } from "./delete-dialog";
import { HolidayDialog } from "./holiday-dialog";
import { HolidayList } from "./holiday-list";
import styles from "./holidays.module.css";
import { words } from "./messages";
import { yearOf, yearsAround } from "./model";
import { holidaysOf } from "./reads";
import { Upcoming } from "./upcoming";

type Open = { readonly kind: "add" } | { readonly kind: "edit" | "delete"; readonly holiday: Holiday } | null;

export function HolidaysPage() {
  const { today } = useSession();
  const { years, year, showYear } = useYear(today);
  const list = useQuery(holidaysOf(year));
  const upcoming = useQuery(upcomingHolidays());
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const holidays = list.data;
  // On a phone the holidays ahead stand below the list, which would push them down.
  const isHere = useOnce(!list.isPending);

  return (
    <Page>
      <PageHeader
        lead="A holiday counts as a day off for everybody, in every calendar and in attendance, from the moment it is saved."
        actions={
          <Button variant="primary" onClick={() => setOpen({ kind: "add" })}>
            <CalendarPlus size={16} aria-hidden />
            Add Holiday
          </Button>
        }
      />
      <div className={styles.columns}>
        <section className={styles.year} aria-label={`${year}`}>
          <div className={styles.bar}>
            <NumberSelect
              label="Year"
              fieldClassName={styles.years}
              value={year}
              options={years}
              onChange={showYear}
            />
            {holidays && <p className="quiet small figures">{words.count(holidays.length)}</p>}
          </div>
          <Failure query={list} failed={words.failed} />
          {(holidays || !list.isError) && (
            <HolidayList
              label={`Holidays in ${year}`}
              holidays={holidays}
              empty={
                <Empty title={`No holidays in ${year}`}>
                  <p>Holidays you add will appear here, and in everybody's calendar.</p>
                  <Button onClick={() => setOpen({ kind: "add" })}>Add a holiday</Button>
                </Empty>
              }
              upcoming={upcoming.data?.holidays ?? []}
              today={today}
              onEdit={(holiday) => setOpen({ kind: "edit", holiday })}
              onDelete={(holiday) => setOpen({ kind: "delete", holiday })}
            />
          )}
        </section>
        {isHere && <Upcoming query={upcoming} today={today} />}
      </div>
      {(open?.kind === "add" || open?.kind === "edit") && (
        <HolidayDialog
          holiday={open.kind === "edit" ? open.holiday : null}
          onClose={close}
          onSaved={(date) => {
            close();
            // What was saved is there to be seen.
            if (years.includes(yearOf(date))) showYear(yearOf(date));
          }}
        />
      )}
      {open?.kind === "delete" && <DeleteDialog holiday={open.holiday} onClose={close} />}
    </Page>
  );
}

/** The year that is shown, kept in the address; a year that cannot be chosen counts as the present one. */
function useYear(today: string) {
  const address = useAddress();
  const years = yearsAround(today);
  const present = yearOf(today);
  const year = address.chosen("year", years, present);
  const showYear = (next: number) => {
    if (next !== year) address.step({ year: next === present ? null : next });
  };
  return { years, year, showYear };
}
