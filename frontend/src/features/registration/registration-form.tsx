/**
 * The form behind a new account. A visitor registers as an Employee; HR and administrators choose the role, and say what goes with
 * it. When the account is made a dialog shows the credentials; with the dialog they are gone from the page.
 */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { refusalOf, sentenceFor } from "../../api/error";
import { useSend } from "../../api/send";
import { paths } from "../../domain/paths";
import type { Role } from "../../domain/roles";
import { Button, buttonClass } from "../../ui/button";
import { TextField } from "../../ui/field";
import { Form, FormActions, FormError, FormFoot, FormSection, wholeLine } from "../../ui/form";
import { useRefusal } from "../../ui/use-refusal";
import { register } from "./api";
import { bodyOf, type Draft, EMPTY, type FieldName, mistakesIn } from "./draft";
import { words } from "./messages";
import { type Registered, RegisteredDialog } from "./registered-dialog";
import { WorkFields } from "./work-fields";

/** `roles` are those to choose from; a visitor has none. */
export function RegistrationForm({ roles }: { roles: readonly Role[] }) {
  const choosesRole = roles.length > 0;
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const { mistakes, sentence, box, within, refuse, forgive } = useRefusal<FieldName>();
  const [registered, setRegistered] = useState<Registered | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const joiningDate = useRef<HTMLInputElement>(null);

  const edit = <Name extends FieldName>(name: Name, value: Draft[Name]) => {
    setDraft((known) => ({ ...known, [name]: value }));
    forgive(name);
  };

  const { send, isSending } = useSend(register, {
    // The dialog first, so that the message comes to lie above it.
    done: ({ user, generatedCredentials }) =>
      flushSync(() => setRegistered({ ...generatedCredentials, email: user.email })),
    // A message says so, too: the form is longer than the window.
    refused: (error, _sent, isWaiting) =>
      void refuse(refusalOf(error, EMPTY, sentenceFor(error, words)), isWaiting),
  });

  const submit = () => {
    if (isSending) return;
    const found = mistakesIn(draft, choosesRole);
    // Half a date is an empty value that only the control itself can tell from none.
    if (joiningDate.current?.validity.badInput === true) found.joiningDate = words.joiningDateInvalid;
    if (Object.keys(found).length > 0) return refuse({ mistakes: found });
    forgive();
    send(bodyOf(draft, choosesRole));
  };

  const startAnew = () => {
    flushSync(() => {
      setDraft(EMPTY);
      setRegistered(null);
    });
    first.current?.focus();
  };

  // The browser fills in the person in front of it, who makes this account for somebody else where there are roles to choose from.
  const own = (kind: "given-name" | "family-name" | "email") => (choosesRole ? "off" : kind);
  const field = (name: "firstName" | "lastName" | "email") => ({
    name,
    value: draft[name],
    error: mistakes[name],
    onChange: (event: { target: HTMLInputElement }) => edit(name, event.target.value),
  });

  return (
    <>
      <Form ref={within} onSubmit={submit}>
        <FormSection title={words.basic} lead={words.basicLead}>
          <TextField
            {...field("firstName")}
            ref={first}
            label={words.firstName}
            autoComplete={own("given-name")}
            aria-required
          />
          <TextField
            {...field("lastName")}
            label={words.lastName}
            autoComplete={own("family-name")}
            aria-required
          />
          <TextField
            {...field("email")}
            label={words.email}
            fieldClassName={wholeLine}
            type="email"
            inputMode="email"
            autoComplete={own("email")}
            autoCapitalize="none"
            aria-required
          />
        </FormSection>
        <FormSection title={words.work}>
          <WorkFields
            draft={draft}
            mistakes={mistakes}
            roles={roles}
            edit={edit}
            joiningDateRef={joiningDate}
          />
        </FormSection>
        <FormFoot>
          <FormError message={sentence} ref={box} />
          <FormActions>
            <Button type="submit" variant="primary" busy={isSending}>
              {isSending ? words.busy : words.submit}
            </Button>
            <Link className={buttonClass("secondary")} to={paths.landing}>
              {words.cancel}
            </Link>
          </FormActions>
        </FormFoot>
      </Form>
      {registered !== null && <RegisteredDialog registered={registered} onAnother={startAnew} />}
    </>
  );
}
