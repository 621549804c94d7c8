/** The fields of a request for leave, and beside them what it takes. */
import clsx from "clsx";
import { messageOr } from "../api/error";
import { formatDay } from "../domain/day";
import { REASON_MAX, reasonLength } from "../domain/reason";
import type { Schemas } from "../domain/types";
import { ErrorPanel } from "../ui/error-panel";
import { TextArea, TextField } from "../ui/field";
import { optionsOf, Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";
import styles from "./leave.module.css";
import { words } from "./messages";
import type { LeaveForm } from "./use-leave-form";

const said = words.form;

type Part = Schemas["DayPart"];
const partsOf = (...parts: readonly Part[]) => optionsOf(parts, said.parts);
const SINGLE = partsOf("full", "morning", "afternoon");
const STARTS = partsOf("full", "afternoon");
const ENDS = partsOf("full", "morning");

export function LeaveFields({ form }: { form: LeaveForm }) {
  const { draft, mistakes, isSingleDay } = form;
  const length = reasonLength(draft.reason);
  const day = (name: "startDate" | "endDate", label: string) => (
    <TextField
      {...form.field(name)}
      label={label}
      type="date"
      aria-required
      // The field writes days in figures only; the weekday is what people go by.
      aside={
        draft[name] !== "" && <time dateTime={draft[name]}>{formatDay(draft[name], "weekdayName")}</time>
      }
      error={mistakes[name]}
      onChange={(event) => form.setDays({ [name]: event.target.value })}
    />
  );
  const part = (name: "startPart" | "endPart", label: string, options: typeof SINGLE) => (
    <Select
      {...form.choice(name)}
      label={label}
      options={options}
      error={mistakes[name] ?? null}
      onChange={(value) =>
        form.change(isSingleDay ? { startPart: value, endPart: value } : { [name]: value })
      }
    />
  );
  return (
    <div ref={form.within} className={styles.fields}>
      <Select
        {...form.choice("leaveTypeId")}
        label="Leave Type"
        aria-required
        options={[
          { value: "", label: words.choose },
          ...form.types
            .filter(({ isActive }) => isActive)
            .map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
        error={mistakes.leaveTypeId ?? null}
      />
      <div className={styles.pair}>
        {day("startDate", "First Day")}
        {part("startPart", "Starts", isSingleDay ? SINGLE : STARTS)}
      </div>
      <div className={styles.pair}>
        {day("endDate", "Last Day")}
        {!isSingleDay && part("endPart", "Ends", ENDS)}
      </div>
      <TextArea
        {...form.field("reason")}
        label="Reason (optional)"
        rows={2}
        className={styles.reason}
        error={mistakes.reason}
        aside={length > 0 && `${length} / ${REASON_MAX}`}
      />
    </div>
  );
}

export function LeavePreview({ form: { preview, failure } }: { form: LeaveForm }) {
  const { data } = preview;
  return (
    <section className={styles.preview} aria-label={said.preview} aria-busy={preview.isStale || undefined}>
      <h3>{said.preview}</h3>
      {failure && <ErrorPanel message={messageOr(failure, words.failed)} retry={preview} />}
      {preview.isPending && <Skeleton label={words.loading} lines={3} height="1.5rem" />}
      {!data && !preview.isPending && !failure && (
        <p className="quiet small">
          Choose a type and the dates to see which days count, and how many are left.
        </p>
      )}
      {data && data.days.length > 0 && (
        // It scrolls where it is long, so that keys have to reach it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus.
        <ul className={clsx("ruled", styles.days)} tabIndex={0} aria-label={said.preview}>
          {data.days.map((day) => (
            <li key={day.date} data-counts={day.counts > 0 || undefined}>
              <time dateTime={day.date}>{formatDay(day.date, "medium")}</time>
              <span>
                {day.counts > 0 ? said.counts(day.counts, day.part) : (day.reason ?? "Does not count")}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div role="status" className={styles.sums}>
        {data?.years.map(({ year, days, left }) => (
          <p key={year}>{said.inYear(days, year, left)}</p>
        ))}
      </div>
    </section>
  );
}
