/** The second half of the form: what the account is for. A visitor is asked for two of it only. */
import type { Ref } from "react";
import type { Role } from "../../domain/roles";
import { Checkbox } from "../../ui/checkbox";
import { TextField } from "../../ui/field";
import { wholeLine } from "../../ui/form";
import { Select } from "../../ui/select";
import type { Mistakes } from "../../ui/use-refusal";
import type { Draft, FieldName } from "./draft";
import { words } from "./messages";

type Props = {
  draft: Draft;
  mistakes: Mistakes<FieldName>;
  roles: readonly Role[];
  edit: <Name extends FieldName>(name: Name, value: Draft[Name]) => void;
  joiningDateRef: Ref<HTMLInputElement>;
};

export function WorkFields({ draft, mistakes, roles, edit, joiningDateRef }: Props) {
  const field = (name: "department" | "position" | "salary" | "joiningDate") => ({
    name,
    value: draft[name],
    error: mistakes[name],
    aside: words.optional,
    onChange: (event: { target: HTMLInputElement }) => edit(name, event.target.value),
  });
  const choosesRole = roles.length > 0;
  return (
    <>
      {choosesRole && (
        <Select<Role | "">
          label={words.role}
          name="role"
          fieldClassName={wholeLine}
          aria-required
          value={draft.role}
          options={[{ value: "", label: words.selectRole }, ...roles.map(optionOf)]}
          error={mistakes.role ?? null}
          onChange={(role) => edit("role", role)}
        />
      )}
      <TextField {...field("department")} label={words.department} autoComplete="off" />
      <TextField {...field("position")} label={words.position} autoComplete="off" />
      {choosesRole && (
        <>
          <TextField
            {...field("salary")}
            label={words.salary}
            hint={words.salaryHint}
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField {...field("joiningDate")} ref={joiningDateRef} label={words.joiningDate} type="date" />
          <Checkbox
            label={words.active}
            hint={words.activeHint}
            name="isActive"
            className={wholeLine}
            checked={draft.isActive}
            onChange={(isActive) => edit("isActive", isActive)}
          />
        </>
      )}
    </>
  );
}

const optionOf = (role: Role) => ({ value: role, label: role });
