/** Names a substitute: for oneself as a manager, for any manager as HR or administrator. */
import { useState } from "react";
import { useForm } from "../api/use-form";
import { REASON_MAX, reasonLength } from "../domain/reason";
import { useSession } from "../session/current";
import type { Choice } from "../ui/combobox";
import { TextArea, TextField } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { nameSubstitute } from "./api";
import { words } from "./messages";
import { bodyOf, isBlankIn, mistakesIn } from "./model";
import { PersonField } from "./person-field";
import styles from "./substitutes.module.css";

type Props = {
  /** For whom, where that is no choice: a manager names a substitute for themselves. */
  managerId: string | null;
  onClose: () => void;
};

export function NameDialog({ managerId, onClose }: Props) {
  const { today } = useSession();
  /** What the fields show of whom they hold by id. */
  const [names, setNames] = useState<Partial<Record<"managerId" | "substituteId", string>>>({});
  const form = useForm({
    initial: { managerId: managerId ?? "", substituteId: "", from: today, to: "", reason: "" },
    write: nameSubstitute,
    check: (draft) => ({
      mistakes: mistakesIn(draft),
      sentence: isBlankIn(draft) ? "Please fill in all fields" : null,
    }),
    variablesOf: bodyOf,
    done: (): void => onClose(),
  });
  const { draft, isSending, mistakes } = form;

  const person = (name: "managerId" | "substituteId") => ({
    chosen: names[name] ?? null,
    error: mistakes[name],
    busy: isSending,
    onChoose: ({ value, label }: Choice) => {
      setNames((before) => ({ ...before, [name]: label }));
      form.edit(name, value);
    },
  });

  return (
    <FormDialog title={words.name} form={form} send="Name Substitute" sending="Saving..." onClose={onClose}>
      {managerId === null && (
        <PersonField
          {...person("managerId")}
          label="Manager"
          roles={["Manager"]}
          without={draft.substituteId}
          first="Add a manager first."
        />
      )}
      <PersonField
        {...person("substituteId")}
        label="Substitute"
        roles={["Manager", "HR", "Admin"]}
        without={draft.managerId}
      />
      <div className={styles.days}>
        <TextField {...form.field("from")} label="From" type="date" aria-required />
        <TextField
          {...form.field("to")}
          label="To"
          type="date"
          hint="The last day, inclusive."
          aria-required
        />
      </div>
      <TextArea
        {...form.field("reason")}
        label="Reason"
        rows={3}
        aria-required
        aside={`${reasonLength(draft.reason)} / ${REASON_MAX}`}
      />
    </FormDialog>
  );
}
