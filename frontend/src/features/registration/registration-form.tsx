/**
 * The form behind a new account. A visitor registers as an Employee; HR and administrators choose the role, and say what goes with
 * it. When the account is made a dialog shows the credentials; with the dialog they are gone from the page.
 */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { refusalOf, sentenceFor } from "../../api/error";
import { useForm } from "../../api/use-form";
import { paths } from "../../domain/paths";
import type { Role } from "../../domain/roles";
import { Button, buttonClass } from "../../ui/button";
import { LeaveGuard } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { Form, FormActions, FormFoot, FormSection, wholeLine } from "../../ui/form";
import { FormError } from "../../ui/form-message";
import { register } from "./api";
import { bodyOf, EMPTY, mistakesIn } from "./draft";
import { words } from "./messages";
import { type Registered, RegisteredDialog } from "./registered-dialog";
import { WorkFields } from "./work-fields";

/** `roles` are those to choose from; a visitor has none. `role` is the one that is chosen to begin with. */
export function RegistrationForm({
  roles,
  role = "",
  currency,
}: {
  roles: readonly Role[];
  role?: Role | "" | undefined;
  currency?: string | null | undefined;
}) {
  const choosesRole = roles.length > 0;
  const [registered, setRegistered] = useState<Registered | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const joiningDate = useRef<HTMLInputElement>(null);

  const anew = { ...EMPTY, role };
  const form = useForm({
    initial: anew,
    write: register,
    check: (draft) => {
      const mistakes = mistakesIn(draft, choosesRole);
      // Half a date is an empty value that only the control itself can tell from none.
      if (joiningDate.current?.validity.badInput === true) mistakes.joiningDate = "Please enter a valid date";
      return { mistakes };
    },
    variablesOf: (draft) => bodyOf(draft, choosesRole),
    // The dialog first, so that the message comes to lie above it.
    done: ({ user, generatedCredentials }) =>
      flushSync(() =>
        setRegistered({ employeeId: user.employeeId, ...generatedCredentials, email: user.email }),
      ),
    isRefusalSaidTwice: true,
    refusalOf: (error) => refusalOf(error, EMPTY, sentenceFor(error, words)),
  });
  const { field, isSending } = form;

  const startAnew = () => {
    flushSync(() => {
      form.reset(anew);
      setRegistered(null);
    });
    first.current?.focus();
  };

  // The browser fills in the person in front of it, who makes this account for somebody else where there are roles to choose from.
  const own = (kind: "given-name" | "family-name" | "email") => (choosesRole ? "off" : kind);

  return (
    <>
      <LeaveGuard isDirty={form.isDirty} />
      <Form ref={form.within} onSubmit={form.submit}>
        <FormSection title="Basic Information" lead="The email address is used to sign in.">
          <TextField
            {...field("firstName")}
            ref={first}
            label="First Name"
            autoComplete={own("given-name")}
            aria-required
          />
          <TextField
            {...field("lastName")}
            label="Last Name"
            autoComplete={own("family-name")}
            aria-required
          />
          <TextField
            {...field("email")}
            label="Email"
            fieldClassName={wholeLine}
            type="email"
            inputMode="email"
            autoComplete={own("email")}
            autoCapitalize="none"
            aria-required
          />
        </FormSection>
        <FormSection title="Work Details">
          <WorkFields form={form} roles={roles} currency={currency} joiningDateRef={joiningDate} />
        </FormSection>
        <FormFoot>
          <FormError message={form.sentence} ref={form.box} />
          <FormActions>
            <Button type="submit" variant="primary" busy={isSending}>
              {isSending ? "Registering..." : "Register"}
            </Button>
            {/* People who cancel are not asked whether they mean it: what replaces the page is not held up. */}
            <Link replace className={buttonClass("secondary")} to={paths.landing}>
              Cancel
            </Link>
          </FormActions>
        </FormFoot>
      </Form>
      {registered !== null && <RegisteredDialog registered={registered} onAnother={startAnew} />}
    </>
  );
}
