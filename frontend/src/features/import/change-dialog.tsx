/** Sends the file again, to be read in another way or with another day from which records begin. */
import { TextField } from "../../ui/field";
import { FormDialog } from "../../ui/form-dialog";
import { type Option, optionsOf, Select } from "../../ui/select";
import { words } from "./messages";
import {
  DATE_FORMS,
  type DateForm,
  DECIMAL_SIGNS,
  type DecimalSign,
  type Encoding,
  type Plan,
  type Separator,
} from "./model";
import { useReading } from "./use-reading";

type Props = {
  plan: Plan;
  what: Changing;
  onClose: () => void;
  onPlan: (plan: string) => void;
};

/** How the file is read, or from which day on new people's days are expected. */
export type Changing = "reading" | "records";

type Draft = {
  readonly encoding: Encoding | "";
  readonly separator: Separator | "";
  readonly dates: DateForm | "";
  readonly decimal: DecimalSign | "";
  readonly recordsFrom: string;
};

const said = words.change;
const withDetected = <Value extends string>(options: readonly Option<Value>[]) => [
  { value: "" as const, label: said.detected },
  ...options,
];

export function ChangeDialog({ plan, what, onClose, onPlan }: Props) {
  const { encoding, separator, dates, decimal, recordsFrom } = plan;
  const { form, fileField } = useReading<Draft>({
    plan,
    initial: {
      encoding: encoding ?? "",
      separator: separator ?? "",
      dates: dates ?? "",
      decimal: decimal ?? "",
      recordsFrom: recordsFrom ?? "",
    },
    choicesOf: (draft) => Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== "")),
    onPlan: (id) => {
      onClose();
      onPlan(id);
    },
  });
  return (
    <FormDialog
      title={what === "reading" ? "Change the Reading" : "Records From"}
      subtitle={<bdi>{plan.fileName}</bdi>}
      form={form}
      send="Read Again"
      sending={words.loading}
      onClose={onClose}
    >
      {fileField}
      {what === "reading" ? (
        <>
          <Select
            {...form.choice("encoding")}
            label="Encoding"
            options={withDetected(optionsOf(said.encodings, words.encodings))}
          />
          <Select
            {...form.choice("separator")}
            label="Separator"
            options={withDetected(optionsOf(said.separators, said.separatorNames))}
          />
          <Select
            {...form.choice("dates")}
            label="Dates"
            options={withDetected(optionsOf(DATE_FORMS, words.dates))}
          />
          <Select
            {...form.choice("decimal")}
            label="Decimal Sign"
            options={withDetected(optionsOf(DECIMAL_SIGNS, words.decimals))}
          />
        </>
      ) : (
        <TextField
          {...form.field("recordsFrom")}
          label="Records From"
          type="date"
          hint="The days of new people are expected from this day on, or from the day of the import if it is empty. A date in a person's row takes precedence."
        />
      )}
    </FormDialog>
  );
}
