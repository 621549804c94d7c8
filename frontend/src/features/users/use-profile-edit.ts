/** An account while it is edited: what was there, what is typed, what is wrong with it. A failed save loses none of it. */
import { useRef, useState } from "react";
import { ApiError, messageOr } from "../../api/error";
import { useSend } from "../../api/send";
import { focusFirstMistake } from "../../ui/form";
import { type Account, updateUser } from "./api";
import {
  bodyOf,
  changed,
  type Draft,
  draftOf,
  type FieldName,
  type Mistakes,
  mistakesFrom,
  mistakesIn,
} from "./draft";
import { words } from "./messages";

type Editing = { readonly user: Account; readonly before: Draft; readonly now: Draft };

export function useProfileEdit(onSaved: () => void) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const refusalBox = useRef<HTMLParagraphElement>(null);

  const forget = () => {
    setMistakes({});
    setRefusal(null);
  };
  const begin = (user: Account) => {
    const draft = draftOf(user);
    setEditing({ user, before: draft, now: draft });
    forget();
  };
  const cancel = () => {
    setEditing(null);
    forget();
  };
  const set = <Name extends FieldName>(name: Name, value: Draft[Name]) => {
    setEditing((one) => one && { ...one, now: { ...one.now, [name]: value } });
    setMistakes(({ [name]: _, ...others }) => others);
    setRefusal(null);
  };
  const blame = (found: Mistakes, container: HTMLElement | null) => {
    setMistakes(found);
    // Once the sentences stand at the fields.
    setTimeout(() => focusFirstMistake(container?.closest("form") ?? null));
  };
  const form = useRef<HTMLElement | null>(null);
  const { send, isSending } = useSend(updateUser, {
    done: onSaved,
    refused: (error) => {
      const blamed = error instanceof ApiError ? mistakesFrom(error.errors) : {};
      if (Object.keys(blamed).length > 0) blame(blamed, form.current);
      else {
        setRefusal(messageOr(error, words.profile.saveFailed));
        setTimeout(() => refusalBox.current?.focus());
      }
      return true;
    },
  });
  const save = (container: HTMLElement | null) => {
    if (!editing || isSending) return;
    const found = mistakesIn(editing.now);
    const body = bodyOf(editing.user, editing.before, editing.now);
    if (Object.keys(found).length > 0 || body === null) return blame(found, container);
    forget();
    form.current = container;
    send({ id: editing.user._id, body });
  };

  return {
    editing,
    isEditing: editing !== null,
    isDirty: editing !== null && changed(editing.before, editing.now).length > 0,
    isSaving: isSending,
    mistakes,
    refusal,
    refusalBox,
    begin,
    cancel,
    set,
    save,
  };
}

export type ProfileEdit = ReturnType<typeof useProfileEdit>;
