/** The second half of the form: what the account is for. A visitor is asked for two of it only. */
import type { Ref } from "react";
import type { DraftForm } from "../../api/use-form";
import type { Role } from "../../domain/roles";
import type { AccountDraft } from "../../people/account-draft";
import { Checkbox } from "../../ui/checkbox";
import { TextField } from "../../ui/field";
import { wholeLine } from "../../ui/form";
import { Select } from "../../ui/select";
import { words } from "./messages";

type Props = {
  form: DraftForm<AccountDraft>;
  roles: readonly Role[];
  /** Of the salary, where one can be named. */
  currency: string | null | undefined;
  joiningDateRef: Ref<HTMLInputElement>;
};

export function WorkFields({ form: { field, choice, tick }, roles, currency, joiningDateRef }: Props) {
  const optional = (name: Parameters<typeof field>[0]) => ({ ...field(name), aside: "Optional" });
  const choosesRole = roles.length > 0;
  return (
    <>
      {choosesRole && (
        <Select<Role | "">
          {...choice("role")}
          label="Role"
          fieldClassName={wholeLine}
          aria-required
          // The choices stay usable while the form is sent: a change then counts for the next attempt.
          disabled={false}
          options={[{ value: "", label: "Select Role" }, ...roles.map(optionOf)]}
        />
      )}
      <TextField {...optional("department")} label="Department" autoComplete="off" />
      <TextField {...optional("position")} label="Position" autoComplete="off" />
      {choosesRole && (
        <>
          <TextField
            {...optional("salary")}
            label="Salary"
            hint="Annual, with at most two decimals."
            aside={words.salaryAside(currency)}
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField {...optional("joiningDate")} ref={joiningDateRef} label="Joining Date" type="date" />
          <Checkbox
            label="Active"
            hint="Only an active account can sign in."
            {...tick("isActive")}
            className={wholeLine}
            // As with the role.
            disabled={false}
          />
        </>
      )}
    </>
  );
}

const optionOf = (role: Role) => ({ value: role, label: role });
