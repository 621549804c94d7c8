/** A form that sends the file of a plan again, to be read in another way, and leads to the plan that comes of it. */
import { type ReactNode, useState } from "react";
import { useForm } from "../../api/use-form";
import { FileField } from "../../ui/file-field";
import type { Mistakes } from "../../ui/use-refusal";
import { planFile } from "./api";
import styles from "./import.module.css";
import { fileOf } from "./kept";
import { words } from "./messages";
import { type Choices, FILE_MAX, type OpenPlan, type Plan } from "./model";

type Draft = Readonly<Record<string, string>>;

type Options<Typed extends Draft> = {
  plan: Plan;
  initial: Typed;
  check?: (draft: Typed) => Mistakes<string>;
  choicesOf: (draft: Typed) => Choices;
  onPlan: OpenPlan;
};

export function useReading<Typed extends Draft>(options: Options<Typed>) {
  const { plan, initial, check, choicesOf, onPlan } = options;
  // The page has it, unless it was loaded anew since.
  const [file, setFile] = useState(() => fileOf(plan._id));
  const [isAway] = useState(file === null);
  const [mistake, setMistake] = useState<string | null>(null);
  const form = useForm({
    initial,
    write: planFile,
    check: (draft) => ({
      mistakes: { ...check?.(draft), ...(file === null && { file: mistake ?? words.noFile }) },
    }),
    // Without a file the form is not sent.
    variablesOf: (draft) => ({ kind: plan.kind, file: file ?? new File([], ""), choices: choicesOf(draft) }),
    done: (answer) => {
      onPlan(answer.plan._id);
      return true;
    },
  });
  const choose = (chosen: File | null, refusal: string | null) => {
    form.forgive("file");
    setFile(refusal === null ? chosen : null);
    setMistake(refusal);
  };
  const fileField: ReactNode = isAway && (
    <div className={styles.again}>
      <FileField
        label="File"
        hint={`This page was loaded anew. Please choose ${plan.fileName} again.`}
        error={form.mistakes.file ?? mistake}
        name="file"
        accept=".csv,.tsv,.txt,text/csv"
        file={file}
        onChoose={(chosen) => choose(chosen, chosen && chosen.size > FILE_MAX ? words.tooLarge : null)}
        onSeveral={() => choose(null, words.several)}
      />
    </div>
  );
  return { form, fileField };
}
