/**
 * A form around a write: what is typed, what is wrong with it, whether it is saved, and the call. Mistakes that can be told before the
 * server is asked and those that it answers with are shown alike, and the first one has the focus. A refusal loses nothing.
 */
import { useState } from "react";
import { flushSync } from "react-dom";
import { type Refusal, useRefusal } from "../ui/use-refusal";
import { refusalOf } from "./error";
import { refusalSentence, useSend, type Write } from "./send";

type Values = Readonly<Record<string, string | boolean>>;
type Named<Draft, Type> = {
  [Name in keyof Draft]: Draft[Name] extends Type ? Name : never;
}[keyof Draft] &
  string;
type TextOf<Draft> = {
  [Name in Named<Draft, string>]: string extends Draft[Name] ? Name : never;
}[Named<Draft, string>];

type Options<Draft, Variables, Answer> = {
  initial: Draft;
  write: Write<Variables, Answer>;
  /** What can be told before the server is asked, if anything is wrong. */
  check: (draft: Draft) => Refusal<string>;
  variablesOf: (draft: Draft, before: Draft) => Variables;
  /** What the server's refusal means for the fields, where that is not what its names of them say. */
  refusalOf?: (error: Error, usual: Refusal<string>, draft: Draft) => Refusal<string>;
  /** A message says what was refused, too, where the form is longer than the window or stands in a corner of it. */
  isRefusalSaidTwice?: boolean;
  /** The outcome in its place, as `useSend` has it. */
  done?: (answer: Answer, isWaiting: boolean) => unknown;
};

/** The part of a form that the fields need, for those that stand in a component of their own. */
export type DraftForm<Draft extends Values> = Pick<
  ReturnType<typeof useForm<Draft, unknown, unknown>>,
  "draft" | "field" | "choice" | "tick"
>;

export function useForm<Draft extends Values, Variables, Answer>({
  initial,
  write,
  check,
  variablesOf,
  refusalOf: meaningOf = (_error, usual) => usual,
  isRefusalSaidTwice = false,
  done,
}: Options<Draft, Variables, Answer>) {
  const [{ before, draft }, setState] = useState({ before: initial, draft: initial });
  const { refuse, forgive, ...refusal } = useRefusal<string>();
  const { send, isSending } = useSend(write, {
    done: (answer, _sent, isWaiting) => {
      // What was sent is saved, so leaving this page must not ask about it.
      flushSync(() => setState((state) => ({ ...state, before: state.draft })));
      return done?.(answer, isWaiting);
    },
    refused: (error, sent, isWaiting) => {
      const usual = refusalOf(error, draft, refusalSentence(write, error, sent));
      return refuse(meaningOf(error, usual, draft), isWaiting) && !isRefusalSaidTwice;
    },
  });

  const change = (some: Partial<Draft>) => {
    setState((state) => ({ ...state, draft: { ...state.draft, ...some } }));
    for (const name of Object.keys(some)) forgive(name);
  };
  const edit = <Field extends keyof Draft>(name: Field, value: Draft[Field]) =>
    change({ [name]: value } as Record<Field, Draft[Field]> as Partial<Draft>);

  return {
    ...refusal,
    draft,
    before,
    isSending,
    /** Leaving would lose something. A write under way does not count: its outcome is shown on any screen. */
    isDirty: !isSending && Object.keys(draft).some((name) => draft[name] !== before[name]),
    change,
    /** What was typed, over something that is no longer the same. What was said of it stays to be read. */
    relay: (draft: Draft) => setState((state) => ({ ...state, draft })),
    edit,
    forgive,
    /** What a field for text is given. */
    field: (name: TextOf<Draft>) => ({
      name,
      value: draft[name] as string,
      error: refusal.mistakes[name],
      readOnly: isSending,
      onChange: (event: { target: { value: string } }) =>
        edit(name, event.target.value as Draft[typeof name]),
    }),
    /** What a choice from a list is given. */
    choice: <Name extends Named<Draft, string>>(name: Name) => ({
      name,
      value: draft[name],
      error: refusal.mistakes[name] ?? null,
      disabled: isSending,
      onChange: (value: Draft[Name]) => edit(name, value),
    }),
    /** What a box is given that is ticked or not. */
    tick: (name: Named<Draft, boolean>) => ({
      name,
      checked: draft[name] as boolean,
      disabled: isSending,
      onChange: (isSo: boolean) => edit(name, isSo as Draft[typeof name]),
    }),
    /** Begins with something else, and nothing is wrong with it. */
    reset: (anew: Draft) => {
      setState({ before: anew, draft: anew });
      forgive();
    },
    submit: () => {
      if (isSending) return;
      const found = check(draft);
      if (found.sentence || Object.keys(found.mistakes ?? {}).length > 0) return void refuse(found);
      forgive();
      send(variablesOf(draft, before));
    },
  };
}
