/** What of a file can be read in two ways. Nothing is guessed: there is no plan before somebody has answered. */
import { Button } from "../../ui/button";
import { Form } from "../../ui/form";
import { FormError } from "../../ui/form-message";
import { RadioGroup } from "../../ui/radio-group";
import styles from "./import.module.css";
import { words } from "./messages";
import {
  type Asked,
  askedOf,
  choicesOf,
  type DateForm,
  type DecimalSign,
  dateQuestion,
  dateText,
  numberQuestion,
  numberText,
  type OpenPlan,
  type Plan,
} from "./model";
import { useReading } from "./use-reading";

type Props = { plan: Plan; onPlan: OpenPlan; onLeave: () => void };
type Draft = { readonly dates: DateForm | ""; readonly decimal: DecimalSign | "" };

const said = words.questions;

export function Questions({ plan, onPlan, onLeave }: Props) {
  const { dates, decimal } = askedOf(plan);
  const { form, fileField } = useReading<Draft>({
    plan,
    initial: { dates: "", decimal: "" },
    check: (draft) => ({
      ...(dates && draft.dates === "" && { dates: said.unanswered }),
      ...(decimal && draft.decimal === "" && { decimal: said.unanswered }),
    }),
    choicesOf: (draft) => ({
      ...choicesOf(plan),
      ...(draft.dates !== "" && { dates: draft.dates }),
      ...(draft.decimal !== "" && { decimal: draft.decimal }),
    }),
    onPlan,
  });
  return (
    <Form ref={form.within} onSubmit={form.submit} className={styles.questions}>
      {dates && (
        <RadioGroup
          {...form.choice("dates")}
          legend={<Question asked={dates} text={dateQuestion(dates.samples[0] ?? "")} />}
          options={dates.choices.map((form) => ({
            value: form,
            label: said.dates[form],
            hint: dates.samples.map((sample) => dateText(sample, form)).join(" · "),
          }))}
        />
      )}
      {decimal && (
        <RadioGroup
          {...form.choice("decimal")}
          legend={<Question asked={decimal} text={numberQuestion(decimal.samples[0] ?? "")} />}
          options={decimal.choices.map((sign) => ({
            value: sign,
            label: said.decimals[sign],
            hint: decimal.samples.map((sample) => numberText(sample, sign)).join(" · "),
          }))}
        />
      )}
      {fileField}
      <FormError message={form.sentence} ref={form.box} />
      <div className="actions">
        <Button type="submit" variant="primary" busy={form.isSending}>
          {form.isSending ? words.loading : "Continue"}
        </Button>
        {!form.isSending && <Button onClick={onLeave}>Discard</Button>}
      </div>
    </Form>
  );
}

function Question({ asked, text }: { asked: Asked<string>; text: string }) {
  return (
    <>
      {text}
      <span className={styles.samples}>
        {asked.columns.join(", ")}: <bdi>{asked.samples.join(" · ")}</bdi>
      </span>
    </>
  );
}
