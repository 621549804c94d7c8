/** An account while it is edited: what was there, what is typed, what is wrong with it. A failed save loses none of it. */
import { useState } from "react";
import { messageOr, refusalOf } from "../../api/error";
import { useSend } from "../../api/send";
import { useRefusal } from "../../ui/use-refusal";
import { type Account, updateUser } from "./api";
import { bodyOf, changed, type Draft, draftOf, type FieldName, mistakesIn } from "./draft";
import { words } from "./messages";

type Editing = { readonly user: Account; readonly before: Draft; readonly now: Draft };

export function useProfileEdit(onSaved: () => void) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const { refuse, forgive, ...wrong } = useRefusal<FieldName>();
  const { send, isSending } = useSend(updateUser, {
    done: onSaved,
    refused: (error) =>
      editing && refuse(refusalOf(error, editing.now, messageOr(error, words.profile.saveFailed))),
  });

  return {
    editing,
    ...wrong,
    isEditing: editing !== null,
    isDirty: editing !== null && changed(editing.before, editing.now).length > 0,
    isSaving: isSending,
    begin: (user: Account) => {
      const draft = draftOf(user);
      setEditing({ user, before: draft, now: draft });
      forgive();
    },
    cancel: () => setEditing(null),
    set: <Name extends FieldName>(name: Name, value: Draft[Name]) => {
      setEditing((one) => one && { ...one, now: { ...one.now, [name]: value } });
      forgive(name);
    },
    save: () => {
      if (!editing || isSending) return;
      const found = mistakesIn(editing.now);
      const body = bodyOf(editing.user, editing.before, editing.now);
      if (Object.keys(found).length > 0 || body === null) return refuse({ mistakes: found });
      forgive();
      send({ id: editing.user._id, body });
    },
  };
}

export type ProfileEdit = ReturnType<typeof useProfileEdit>;
