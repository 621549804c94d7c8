/** An account while it is edited: what was there, what is typed, what is wrong with it. A failed save loses none of it. */
import { useRef, useState } from "react";
import { useForm } from "../../api/use-form";
import { useSession } from "../../session/current";
import { type Account, updateUser } from "./api";
import { bodyOf, draftOf, mistakesIn } from "./draft";
import { profileWords } from "./profile-words";

/** `listed` as the list showed it; what is edited is what was fetched by then. */
export function useProfileEdit(listed: Account, onSaved: () => void) {
  const { today } = useSession();
  const [user, setUser] = useState<Account | null>(null);
  /** Half a date is no text, and must not be taken for none. */
  const joiningDate = useRef<HTMLInputElement>(null);
  const recordsFrom = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: draftOf(listed, today),
    write: updateUser,
    check: (draft) => {
      const mistakes = mistakesIn(draft);
      if (joiningDate.current?.validity.badInput === true) mistakes.joiningDate = profileWords.dayInvalid;
      if (recordsFrom.current?.validity.badInput === true) mistakes.recordsFrom = profileWords.dayInvalid;
      return { mistakes };
    },
    variablesOf: (draft, before) => ({ id: listed._id, body: bodyOf(user ?? listed, before, draft) }),
    done: onSaved,
  });
  return {
    ...form,
    joiningDate,
    recordsFrom,
    user,
    isEditing: user !== null,
    isDirty: user !== null && form.isDirty,
    begin: (fetched: Account) => {
      form.reset(draftOf(fetched, today));
      setUser(fetched);
    },
    cancel: () => setUser(null),
  };
}

export type ProfileEdit = ReturnType<typeof useProfileEdit>;
