/** Timesheet Unlock: whose day, which day, and why. What was typed survives a refusal; after a success the form is empty for the next one. */
import clsx from "clsx";
import { KeyRound } from "lucide-react";
import { Button } from "../../ui/button";
import { Day } from "../../ui/columns";
import { LeaveGuard } from "../../ui/dialog";
import { Form, FormActions } from "../../ui/form";
import { FormError } from "../../ui/form-message";
import { Page, PageHeader, Section } from "../../ui/page";
import { Status } from "../../ui/status";
import type { Unlocked } from "./api";
import { DateField } from "./date-field";
import { EmployeeField } from "./employee-field";
import { ReasonField } from "./reason-field";
import { Requests } from "./requests";
import styles from "./unlock.module.css";
import { useUnlockForm } from "./use-unlock-form";

export function UnlockPage() {
  const form = useUnlockForm();
  const { mistakes, isSending } = form;
  return (
    <Page>
      <PageHeader lead="Unlock a day so that an employee can fill it in once." />
      <Requests>
        <h2 className={styles.formTitle}>Unlock a Day</h2>
        <div className={styles.columns}>
          <LeaveGuard isDirty={form.isDirty} />
          <Form ref={form.within} onSubmit={form.submit} className={styles.form}>
            <EmployeeField
              ref={form.employeeField}
              employeeId={form.employeeId}
              onChoose={form.chooseEmployee}
              error={mistakes.employeeId ?? null}
              busy={isSending}
            />
            <DateField
              employeeId={form.employeeId}
              date={form.date}
              onChange={form.setDate}
              error={mistakes.requestedDate ?? null}
              readOnly={isSending}
            />
            <ReasonField {...form.field("reason")} onSubmit={form.submit} />
            <FormError message={form.sentence} ref={form.box} />
            <FormActions>
              <Button type="submit" variant="primary" busy={isSending}>
                <KeyRound size={16} aria-hidden />
                {isSending ? "Unlocking..." : "Unlock Timesheet"}
              </Button>
            </FormActions>
          </Form>
          <div className={styles.beside}>
            {form.opened.length > 0 && <Opened unlocks={form.opened} />}
            <About />
          </div>
        </div>
      </Requests>
    </Page>
  );
}

/** What was opened since the page is: the message at the top goes, this stays. */
function Opened({ unlocks }: { unlocks: readonly Unlocked[] }) {
  return (
    <Section title="Unlocked just now">
      <ul className={clsx("ruled", styles.opened)}>
        {unlocks.map(({ employee, unlockRequest }) => (
          <li key={unlockRequest._id}>
            <bdi className="name">{employee.name}</bdi>
            <Day className="quiet small" date={unlockRequest.requestedDate} as="long" />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function About() {
  return (
    <Section title="What an unlock does" className={clsx("quiet small", styles.about)}>
      <p>
        <Status kind="unlocked" stamp /> appears in the employee's calendar at once, and the employee gets a
        notice.
      </p>
      <p>It is good for one entry.</p>
      <p>A rejected or pending entry can then be corrected. An approved one stays as it is.</p>
    </Section>
  );
}
