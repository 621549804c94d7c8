/** What is wrong with a form: sentences at its fields, one for the whole of it, and the focus on what is to be put right first. */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";

export type Mistakes<Name extends string> = Partial<Record<Name, string>>;
export type Refusal<Name extends string> = { mistakes?: Mistakes<Name>; sentence?: string | null };

/** A mistake in one field, if there is one. */
export const refusalAt = (name: string, mistake: string | null): Refusal<string> =>
  mistake === null ? {} : { mistakes: { [name]: mistake } };

export function useRefusal<Name extends string>() {
  const [mistakes, setMistakes] = useState<Mistakes<Name>>({});
  const [sentence, setSentence] = useState<string | null>(null);
  const place = useRef<HTMLElement | null>(null);
  /** For the sentence, which takes the focus where no field is to blame. */
  const box = useRef<HTMLParagraphElement>(null);
  return {
    mistakes,
    sentence,
    box,
    /** For the form, or for something in it. */
    within: (element: HTMLElement | null) => {
      place.current = element;
    },
    /** Says it, and leads there. Somebody who is not `isWaiting` has gone on, and keeps the focus. */
    refuse: ({ mistakes: found = {}, sentence: said = null }: Refusal<Name>, isWaiting = true): true => {
      flushSync(() => {
        setMistakes(found);
        setSentence(said);
      });
      if (isWaiting && Object.keys(found).length > 0)
        place.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      else if (isWaiting) box.current?.focus();
      return true;
    },
    /** What is said of this field is no longer true, or of all of them, and neither is the sentence. */
    forgive: (name?: Name) => {
      setMistakes(({ ...others }) => {
        if (name !== undefined) delete others[name];
        return name === undefined ? {} : others;
      });
      setSentence(null);
    },
  };
}
