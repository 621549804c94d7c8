/** Which mails the signed-in person gets. What there is to choose from, the server says. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { QueryState } from "../../api/query-state";
import { useForm } from "../../api/use-form";
import { Button } from "../../ui/button";
import { LeaveGuard } from "../../ui/dialog";
import { Form, FormActions } from "../../ui/form";
import { FormError } from "../../ui/form-message";
import { Section } from "../../ui/page";
import { Select } from "../../ui/select";
import { type Choices, saveMailChoices } from "./api";
import { words } from "./messages";
import styles from "./profile-page.module.css";
import { myMailChoices } from "./reads";

const said = words.mails;

type Props = { onDirty: (isDirty: boolean) => void };

export function NotificationSettings({ onDirty }: Props) {
  const choices = useQuery(myMailChoices());
  return (
    <Section title="Notifications">
      {choices.data ? (
        <Choosing choices={choices.data} onDirty={onDirty} />
      ) : (
        <QueryState
          query={choices}
          loading="Loading notification settings..."
          failed="Failed to load notification settings"
          lines={4}
        />
      )}
    </Section>
  );
}

function Choosing({ choices, onDirty }: { choices: Choices } & Props) {
  const { preferences, digestTime, reminderTime } = choices;
  const form = useForm({
    initial: Object.fromEntries(preferences.map(({ kind, mail }) => [kind, mail])),
    write: saveMailChoices,
    check: () => ({}),
    // Only what was changed: what another page has saved meanwhile stays.
    variablesOf: (draft, before) => ({
      preferences: Object.fromEntries(Object.entries(draft).filter(([kind, mail]) => before[kind] !== mail)),
    }),
  });
  const { draft, isDirty, isSending } = form;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  return (
    <Form ref={form.within} className={styles.mails} onSubmit={form.submit}>
      <LeaveGuard isDirty={isDirty} />
      <p className="quiet">In the portal you are always told. Choose what also comes by mail.</p>
      <ul>
        {preferences.map(({ kind, label, mail, choices: offered }) => (
          <li key={kind}>
            <Select
              name={kind}
              label={label}
              fieldClassName={styles.mail}
              value={draft[kind] ?? mail}
              disabled={isSending}
              options={offered.map((value) => ({ value, label: said.timings[value] }))}
              onChange={(value) => form.edit(kind, value)}
            />
          </li>
        ))}
      </ul>
      <dl className={styles.times}>
        <div>
          <dt>Daily digest at</dt>
          <dd>{digestTime}</dd>
        </div>
        <div>
          <dt>Evening reminder at</dt>
          <dd>{reminderTime}</dd>
        </div>
      </dl>
      <FormError message={form.sentence} ref={form.box} />
      <FormActions>
        <Button type="submit" variant="primary" busy={isSending}>
          {isSending ? "Saving..." : "Save Notifications"}
        </Button>
      </FormActions>
    </Form>
  );
}
