/** The fields of an account. What a change brings with it is said beside the field, before it is saved. */
import { type Role, roleNamed } from "../../domain/roles";
import { useSession } from "../../session/current";
import { mayHavePassword } from "../../session/passwords";
import { usePortal } from "../../session/portal";
import { Checkbox } from "../../ui/checkbox";
import { TextField } from "../../ui/field";
import { FormError } from "../../ui/form-message";
import { Select } from "../../ui/select";
import type { Account } from "./api";
import type { Draft } from "./draft";
import type { Viewer } from "./model";
import { Fact, Joined } from "./profile-view";
import { profileWords } from "./profile-words";
import type { ProfileEdit } from "./use-profile-edit";
import styles from "./users.module.css";

const said = profileWords;
export function ProfileForm({ edit, viewer }: { edit: ProfileEdit; viewer: Viewer }) {
  const { user, before, draft: now, mistakes, sentence, box, within, isSending } = edit;
  const { currency } = useSession();
  const portal = usePortal();
  if (!user) return null;
  const isSelf = user._id === viewer.id;
  const field = (name: Parameters<typeof edit.field>[0], label: string) => ({
    ...edit.field(name),
    label,
    autoComplete: "off",
  });
  return (
    <div ref={within} className={styles.form}>
      <FormError message={sentence} ref={box} />
      <div className={styles.fields}>
        <TextField {...field("firstName", said.firstName)} required />
        <TextField {...field("lastName", said.lastName)} required />
        <TextField
          {...field("email", said.email)}
          type="email"
          required
          hint={
            now.email.trim() !== before.email &&
            (user.isFirstLogin && mayHavePassword(portal, user.role)
              ? "We will tell both addresses. A first password or an invitation that was sent will no longer work, and we will send a new one to the new address."
              : "We will tell both addresses, and this person will have to sign in again.")
          }
        />
        <TextField {...field("phoneNumber", said.phone)} type="tel" />
        <TextField {...field("externalId", said.externalId)} hint={said.externalIdHint} />
        <Select<Role | "">
          {...edit.choice("role")}
          label={said.role}
          required
          disabled={isSelf || isSending || user.roleSetBy !== undefined}
          options={[{ value: "", label: "Select Role" }, ...rolesFor(viewer, user).map(optionOf)]}
          hint={
            user.roleSetBy !== undefined
              ? `Set by ${user.roleSetBy}`
              : isSelf
                ? "You cannot change your own role."
                : consequenceOf(before, now)
          }
        />
        <TextField {...field("department", said.department)} />
        <TextField {...field("position", said.position)} />
        <TextField {...field("designation", said.designation)} />
        <TextField
          {...field("salary", said.salary)}
          inputMode="decimal"
          hint="Annual, with at most two decimals."
          aside={currency}
        />
        <TextField {...field("salaryFrom", "From")} type="date" hint="The day the new salary starts." />
        {user.role === "Employee" && (
          <>
            <TextField {...field("joiningDate", said.joined)} ref={edit.joiningDate} type="date" />
            <TextField
              {...field("recordsFrom", said.recordsFrom)}
              ref={edit.recordsFrom}
              type="date"
              hint="Only where days are expected from a later day than the joining date."
            />
          </>
        )}
        <div className={styles.activeField}>
          <Checkbox
            {...edit.tick("isActive")}
            label={said.active}
            hint={isSelf ? "You cannot deactivate yourself!" : activeHint(before, now)}
            disabled={isSelf || isSending}
          />
          {mistakes.isActive && <p className="mistake">{mistakes.isActive}</p>}
        </div>
      </div>
      <dl className={styles.profile}>
        <Fact label={said.employeeId}>{user.employeeId}</Fact>
        {user.role !== "Employee" && <Joined user={user} />}
      </dl>
    </div>
  );
}

const optionOf = (role: Role) => ({ value: role, label: role });

/** What that person may hand out, and what is there already. */
function rolesFor(viewer: Viewer, user: Account): readonly Role[] {
  const given = viewer.manages;
  const present = roleNamed(user.role);
  return present === null || given.includes(present) ? given : [...given, present];
}

function consequenceOf(before: Draft, now: Draft): string | null {
  if (now.role === before.role || now.role === "") return null;
  if (before.role === "Manager") return said.losesTeam;
  return before.role === "Employee" ? "This employee will no longer have a manager." : null;
}

function activeHint(before: Draft, now: Draft): string {
  if (!before.isActive || now.isActive) return "Only an active account can sign in.";
  return before.role === "Manager" ? `${said.signedOut} ${said.losesTeam}` : said.signedOut;
}
