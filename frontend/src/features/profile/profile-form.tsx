/**
 * What people change in their own profile: department, position, and the password. What was typed stays until it is saved.
 */
import { useLayoutEffect, useRef, useState } from "react";
import { messageOr, refusalOf } from "../../api/error";
import { useForm } from "../../api/use-form";
import type { Schemas } from "../../domain/types";
import { mayHavePassword } from "../../session/passwords";
import { usePortal } from "../../session/portal";
import { Button } from "../../ui/button";
import { LeaveGuard } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { Form, FormActions, FormFoot, FormSection, wholeLine } from "../../ui/form";
import { FormError } from "../../ui/form-message";
import { PasswordField } from "../../ui/password-field";
import { OnlyPasswordChanged, saveProfile } from "./api";
import { changesPassword, mistakesIn, NO_PASSWORDS } from "./draft";
import { words } from "./messages";
import styles from "./profile-page.module.css";

type User = Schemas["User"];
const text = words.form;

export function ProfileForm({ user, onDone }: { user: User; onDone: (takesFocus: boolean) => void }) {
  const portal = usePortal();
  const minimum = portal?.passwordMinimum;
  /** The first half of an earlier attempt went through. */
  const [passwordChanged, setPasswordChanged] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { department: user.department ?? "", position: user.position ?? "", ...NO_PASSWORDS },
    write: saveProfile,
    check: (draft) => ({ mistakes: mistakesIn(draft, minimum) }),
    variablesOf: ({ department, position, ...passwords }) => ({
      profile: { department: department.trim() || null, position: position.trim() || null },
      passwords: changesPassword(passwords) ? passwords : null,
      isPasswordChanged: passwordChanged,
    }),
    done: (_answer, isWaiting) => onDone(isWaiting),
    refusalOf: (thrown, _usual, draft) => {
      const half = thrown instanceof OnlyPasswordChanged;
      const reason = half ? thrown.cause : thrown;
      if (half) {
        setPasswordChanged(true);
        form.change(NO_PASSWORDS);
      }
      return refusalOf(reason, draft, messageOr(reason, text.failed));
    },
  });
  const { field, isSending: busy } = form;

  useLayoutEffect(() => first.current?.focus(), []);

  const password = (name: "currentPassword" | "newPassword" | "confirmPassword") => ({
    ...field(name),
    label: text[name],
    onChange: (value: string) => form.edit(name, value),
  });

  return (
    <Form ref={form.within} className={styles.form} onSubmit={form.submit}>
      <LeaveGuard isDirty={form.isDirty} />
      <FormSection title={words.work} lead={text.workLead}>
        <TextField {...field("department")} ref={first} label={words.department} autoComplete="off" />
        <TextField {...field("position")} label={words.position} autoComplete="organization-title" />
      </FormSection>
      {mayHavePassword(portal, user.role) && (
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
      )}
      <FormFoot>
        {passwordChanged && <p role="status">{text.passwordDone}</p>}
        <FormError message={form.sentence} ref={form.box} />
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
