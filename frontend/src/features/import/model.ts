/** What a plan says, as the screen writes it. What a row does and why it is refused, the server says. */
import { formatDay } from "../../domain/day";
import { formatNumber } from "../../domain/format";
import type { Schemas } from "../../domain/types";

export type Kind = Schemas["ImportKind"];
export type Plan = Schemas["ImportPlan"];
export type Row = Schemas["ImportRow"];
export type Action = Schemas["ImportAction"];
export type Encoding = Schemas["ImportEncoding"];
export type Separator = Schemas["ImportSeparator"];
export type DateForm = Schemas["DateForm"];
export type DecimalSign = Schemas["DecimalSign"];

export const KINDS = ["people", "balances", "holidays"] as const satisfies readonly Kind[];

/** Leads to a plan. `why`: what has led there, where nobody asked for it. */
export type OpenPlan = (plan: string, why?: string | null) => void;

/** In bytes: 16 MiB. What is larger would be sent in vain. */
export const FILE_MAX = 16 * 1024 * 1024;

/** How a file is to be read, where it is not as the server finds it. */
export type Choices = {
  readonly encoding?: Encoding;
  readonly separator?: Separator;
  readonly dates?: DateForm;
  readonly decimal?: DecimalSign;
  readonly recordsFrom?: string;
};

/** How the file of a plan was read, to be sent along with what is chosen anew. */
export function choicesOf({ encoding, separator, dates, decimal, recordsFrom }: Plan): Choices {
  return {
    ...(encoding && { encoding }),
    ...(separator && { separator }),
    ...(dates && { dates }),
    ...(decimal && { decimal }),
    ...(recordsFrom && { recordsFrom }),
  };
}

/** The tabs by their place in the address, in their order. */
export const TABS = ["added", "changed", "same", "refused"] as const;
export type TabName = (typeof TABS)[number];
export const ACTIONS = {
  added: "create",
  changed: "change",
  same: "same",
  refused: "refuse",
} as const satisfies Record<TabName, Action>;

/** The rows that would do something, or have done it. */
export const dueIn = ({ counts }: Plan): number => counts.create + counts.change;

export const DATE_FORMS = ["ymd", "dmy", "mdy"] as const satisfies readonly DateForm[];
export const DECIMAL_SIGNS = ["comma", "point"] as const satisfies readonly DecimalSign[];

export type Asked<Choice extends string> = {
  readonly columns: readonly string[];
  readonly samples: readonly string[];
  readonly choices: readonly Choice[];
};

/** One answer counts for every column, so questions of several columns that have the same answers are one. */
function together<Choice extends string>(
  questions: Plan["questions"],
  all: readonly Choice[],
): Asked<Choice> | null {
  const choices = all.filter((choice) => questions.some((question) => question.choices.includes(choice)));
  const asked = questions.filter((question) => choices.some((choice) => question.choices.includes(choice)));
  if (asked.length === 0) return null;
  return {
    columns: asked.map(({ column }) => column),
    samples: asked.flatMap(({ samples }) => samples).slice(0, SAMPLES),
    choices,
  };
}

/** So many samples make a question plain. */
const SAMPLES = 3;

export const askedOf = ({ questions }: Plan) => ({
  dates: together(questions, DATE_FORMS),
  decimal: together(questions, DECIMAL_SIGNS),
});

/** The day that a sample is in that form, such as `2026-04-03`; null where it is no such date. */
function dayIn(sample: string, form: DateForm): string | null {
  const [one = "", two = "", three = ""] = sample.split(/\D+/);
  const [year, month, day] = { ymd: [one, two, three], dmy: [three, two, one], mdy: [three, one, two] }[form];
  return year && month && day ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : null;
}

export function dateText(sample: string, form: DateForm): string {
  const day = dayIn(sample, form);
  return day === null ? sample : formatDay(day, "week");
}

/** A sample as a number of the screen: `1.234` is 1,234 where the comma is the decimal sign. */
export function numberText(sample: string, sign: DecimalSign): string {
  const [mark, other] = sign === "comma" ? [",", "."] : [".", ","];
  const value = Number(
    sample
      .replaceAll(other, "")
      .replace(/[\s\u00a0\u202f'’]/g, "")
      .replace(mark, "."),
  );
  return Number.isFinite(value) ? formatNumber(value) : sample;
}

/** "3rd", for the question that names a day. */
function ordinal(day: number): string {
  const teens = day % 100 >= 11 && day % 100 <= 13;
  const ending = teens ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ending}`;
}

/** `Is 03/04/2026 the 3rd of April or March 4?` */
export function dateQuestion(sample: string): string {
  const [dmy, mdy] = [dayIn(sample, "dmy"), dayIn(sample, "mdy")];
  if (dmy === null || mdy === null) return "In which order are the dates written?";
  const [month, other] = [formatDay(dmy, "monthName"), formatDay(mdy, "monthName")];
  return `Is ${sample} the ${ordinal(Number(dmy.slice(8)))} of ${month} or ${other} ${Number(mdy.slice(8))}?`;
}

/** `Is 1.234 the number 1,234 or 1.234?` */
export const numberQuestion = (sample: string): string =>
  `Is ${sample} the number ${numberText(sample, "comma")} or ${numberText(sample, "point")}?`;

/** What an import has done, or would do. */
export function outcomeText({ counts }: Plan, of: (count: number) => string): string {
  return `${of(counts.create)} added, ${counts.change} changed`;
}
