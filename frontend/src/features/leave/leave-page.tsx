/** Leave of an employee: what they have, asking for some, and what became of it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { QueryState } from "../../api/query-state";
import { Balances } from "../../leave/balances";
import { LeaveFields, LeavePreview } from "../../leave/leave-form";
import { words as leaveWords } from "../../leave/messages";
import type { LeaveRequest, LeaveType } from "../../leave/model";
import { leaveOf, leaveTypes } from "../../leave/reads";
import { RequestTable } from "../../leave/request-table";
import { useLeaveForm } from "../../leave/use-leave-form";
import { YearField } from "../../leave/year-field";
import { CalendarFeed } from "../../leave-calendar/calendar-feed";
import { Button } from "../../ui/button";
import { LeaveGuard } from "../../ui/dialog";
import { Form } from "../../ui/form";
import { FormError } from "../../ui/form-message";
import { Page, PageHeader, Section } from "../../ui/page";
import { useOnce } from "../../ui/use-once";
import styles from "./leave.module.css";
import { words } from "./messages";
import { useYear } from "./use-year";

const STATE = { loading: leaveWords.loading, failed: leaveWords.failed, lines: 4 };

export function LeavePage() {
  const { year, request, showYear, leadTo } = useYear();
  const query = useQuery({ ...leaveOf(year), placeholderData: keepPreviousData });
  const types = useQuery(leaveTypes());
  const { data } = query;
  // What stands below the balances would be pushed down by them.
  const isHere = useOnce(!query.isPending);
  // And what stands below the form, by the form.
  const isFormHere = useOnce(isHere && !types.isPending);

  return (
    <Page>
      <PageHeader lead="Your leave balances, your requests and the decisions on them." />
      {data?.hasDecider === false && (
        <p className={styles.note}>You have no manager who can decide at the moment. HR can assign one.</p>
      )}
      <Section title="Balances" aside={<YearField year={year} onChange={showYear} />}>
        <QueryState query={query} {...STATE} />
        {data && (
          <div className={styles.balances} aria-busy={query.isPlaceholderData || undefined}>
            <Balances balances={data.balances} />
          </div>
        )}
      </Section>
      {isHere && (
        <Section title="Ask for Leave">
          {types.data ? (
            <AskForm types={types.data.types} onAsked={leadTo} />
          ) : (
            <QueryState query={types} {...STATE} />
          )}
        </Section>
      )}
      {data && isFormHere && (
        <Section title={words.requests} aside={<span className="quiet small figures">{year}</span>}>
          <RequestTable
            label={words.requests}
            rows={data.requests}
            next={<p>Leave that you ask for will appear here, with what was decided.</p>}
            isStale={query.isPlaceholderData}
            {...(request !== "" && { current: request })}
            isOwn
          />
        </Section>
      )}
      {data && isFormHere && <CalendarFeed />}
    </Page>
  );
}

type AskProps = { types: readonly LeaveType[]; onAsked: (request: LeaveRequest) => void };

function AskForm({ types, onAsked }: AskProps) {
  const form = useLeaveForm({
    types,
    onAsked: (request, isWaiting) => {
      if (!isWaiting) return;
      // The request is what there is to see now: its row takes the focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      flushSync(() => onAsked(request));
    },
  });
  return (
    <Form onSubmit={form.submit} className={styles.ask}>
      <LeaveGuard isDirty={form.isDirty} />
      <LeaveFields form={form} />
      <LeavePreview form={form} />
      <div className={styles.foot}>
        <FormError message={form.sentence ?? form.problem} ref={form.box} />
        <div className="actions">
          <Button
            type="submit"
            variant="primary"
            busy={form.isSending}
            disabled={!form.isSending && form.problem !== null}
          >
            {form.action}
          </Button>
        </div>
      </div>
    </Form>
  );
}
