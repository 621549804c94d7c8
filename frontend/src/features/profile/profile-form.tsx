/**
 * What people change in their own profile: department, position, and the password. What was typed stays until it is saved.
 */
import { useLayoutEffect, useRef, useState } from "react";
import { messageOr, refusalOf } from "../../api/error";
import type { components } from "../../api/schema";
import { useSend } from "../../api/send";
import { usePortal } from "../../session/portal";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { Form, FormActions, FormError, FormFoot, FormSection, wholeLine } from "../../ui/form";
import { PasswordField } from "../../ui/password-field";
import { useRefusal } from "../../ui/use-refusal";
import { OnlyPasswordChanged, saveProfile } from "./api";
import { changesPassword, type Draft, mistakesIn, NO_PASSWORDS } from "./draft";
import { words } from "./messages";
import styles from "./profile-page.module.css";

type User = components["schemas"]["User"];
const text = words.form;

export function ProfileForm({ user, onDone }: { user: User; onDone: (takesFocus: boolean) => void }) {
  const minimum = usePortal()?.passwordMinimum;
  const [draft, setDraft] = useState<Draft>({
    department: user.department ?? "",
    position: user.position ?? "",
    ...NO_PASSWORDS,
  });
  const { mistakes, sentence, box, within, refuse, forgive } = useRefusal<keyof Draft>();
  /** The first half of an earlier attempt went through. */
  const [passwordChanged, setPasswordChanged] = useState(false);
  const first = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => first.current?.focus(), []);

  const edit = (name: keyof Draft, value: string) => {
    setDraft((known) => ({ ...known, [name]: value }));
    forgive(name);
  };

  const { send, isSending: busy } = useSend(saveProfile, {
    done: (_answer, _sent, isWaiting) => onDone(isWaiting),
    refused: (thrown, _sent, isWaiting) => {
      const half = thrown instanceof OnlyPasswordChanged;
      const reason = half ? thrown.cause : thrown;
      if (half) {
        setPasswordChanged(true);
        setDraft((known) => ({ ...known, ...NO_PASSWORDS }));
      }
      return refuse(refusalOf(reason, draft, messageOr(reason, text.failed)), isWaiting);
    },
  });

  const submit = () => {
    if (busy) return;
    const found = mistakesIn(draft, minimum);
    if (Object.keys(found).length > 0) return refuse({ mistakes: found });
    forgive();
    const { department, position, ...passwords } = draft;
    const profile = { department: department.trim() || null, position: position.trim() || null };
    send({
      profile,
      passwords: changesPassword(passwords) ? passwords : null,
      isPasswordChanged: passwordChanged,
    });
  };

  const password = (name: "currentPassword" | "newPassword" | "confirmPassword") => ({
    name,
    label: text[name],
    value: draft[name],
    error: mistakes[name],
    onChange: (value: string) => edit(name, value),
  });

  return (
    <Form ref={within} className={styles.form} onSubmit={submit}>
      <FormSection title={words.work} lead={text.workLead}>
        <TextField
          ref={first}
          label={words.department}
          name="department"
          autoComplete="off"
          value={draft.department}
          error={mistakes.department}
          onChange={(event) => edit("department", event.target.value)}
        />
        <TextField
          label={words.position}
          name="position"
          autoComplete="organization-title"
          value={draft.position}
          error={mistakes.position}
          onChange={(event) => edit("position", event.target.value)}
        />
      </FormSection>
      <FormSection title={text.password} lead={text.passwordLead}>
        {/* For the browser's password manager, which wants to know whose password it keeps. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          {...password("currentPassword")}
          autoComplete="current-password"
          className={wholeLine}
        />
        <PasswordField {...password("newPassword")} autoComplete="new-password" />
        <PasswordField {...password("confirmPassword")} autoComplete="new-password" />
      </FormSection>
      <FormFoot>
        {passwordChanged && <p role="status">{text.passwordDone}</p>}
        <FormError message={sentence} ref={box} />
        <FormActions>
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? text.busy : text.save}
          </Button>
          <Button onClick={() => onDone(true)} disabled={busy}>
            {text.cancel}
          </Button>
        </FormActions>
      </FormFoot>
    </Form>
  );
}
