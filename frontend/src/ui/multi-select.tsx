/** Several of many: a button that says what is chosen, and a list in which arrows and first letters move and Enter chooses. */
import { Check, ChevronDown } from "lucide-react";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Field } from "./field";
import styles from "./multi-select.module.css";
import { PopoverButton } from "./popover";
import type { Option } from "./select";

type Props<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  /** What the button says of the choice. */
  face: string;
};

export function MultiSelect<Value extends string>({ label, options, chosen, onChange, face }: Props<Value>) {
  return (
    <Field label={label}>
      {({ id }) => (
        <PopoverButton
          id={id}
          name={`${label}: ${face}`}
          label={label}
          className={styles.button}
          face={
            <>
              <span className={styles.face}>{face}</span>
              <ChevronDown size={16} aria-hidden />
            </>
          }
        >
          {() => (
            <ListBox
              aria-label={label}
              className={styles.list ?? ""}
              autoFocus
              selectionMode="multiple"
              // Escape closes the list, and leaves what was chosen.
              escapeKeyBehavior="none"
              selectedKeys={chosen}
              onSelectionChange={(keys) =>
                onChange(
                  options.map(({ value }) => value).filter((value) => keys === "all" || keys.has(value)),
                )
              }
            >
              {options.map(({ value, label: name }) => (
                <ListBoxItem key={value} id={value} textValue={name} className={styles.option ?? ""}>
                  <Check size={14} aria-hidden />
                  {name}
                </ListBoxItem>
              ))}
            </ListBox>
          )}
        </PopoverButton>
      )}
    </Field>
  );
}
