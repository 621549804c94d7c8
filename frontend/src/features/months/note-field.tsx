/** A sentence that is kept with what was done: a note or a reason, of at most 500 characters (months.md §7). */
import { REASON_MAX, reasonLength } from "../../domain/reason";
import { TextArea } from "../../ui/field";

type Props = {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: (event: { target: { value: string } }) => void;
};

export const NoteField = (props: Props) => (
  <TextArea {...props} required rows={4} aside={`${reasonLength(props.value)} / ${REASON_MAX}`} />
);
