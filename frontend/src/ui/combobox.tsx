/**
 * A choice among more than a list can hold: type, and the fitting ones are asked for. The focus stays in the field, arrows move
 * through what was found, Enter takes it, Escape and leaving the field put back what was chosen. What is found, and how, is up to
 * its user.
 */
import clsx from "clsx";
import { ChevronsUpDown } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  use,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { ComboBox, ComboBoxStateContext, Input, ListBox, ListBoxItem } from "react-aria-components/ComboBox";
import styles from "./combobox.module.css";
import { Field, type Wired } from "./field";
import fieldStyles from "./field.module.css";
import { Popup } from "./popover";

export type Choice = {
  readonly value: string;
  readonly label: string;
  /** A second, softer line that tells two of one name apart. */
  readonly detail?: string | null;
  /** Takes something away instead of giving it. */
  readonly tone?: "remove";
};

type Props = {
  label: string;
  /** The label is read out only: where a column's heading already says it. */
  labelHidden?: boolean;
  /** What is chosen; its label stands in the field while nobody searches. */
  chosen: string | null;
  placeholder?: string;
  /** What was found for the last text that `onSearch` was told. */
  choices: readonly Choice[];
  /** The text to search for, a moment after the last letter; null once nobody searches any more. */
  onSearch: (text: string | null) => void;
  onChoose: (choice: Choice) => void;
  loading: boolean;
  /** Said in place of choices where they could not be loaded. */
  failure?: string | null;
  /** Stands under the choices: that there are more than these, say. */
  note?: string | null;
  words: {
    readonly loading: string;
    readonly none: string;
    /** What comes before choosing, where there is nothing to choose from. */
    readonly first?: string;
  };
  disabled?: boolean;
  /** A choice is being saved: the field waits. */
  busy?: boolean;
  hint?: ReactNode;
  error?: string | null;
  /** As high as a row of a table allows. */
  compact?: boolean;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

const QUIET_MS = 200;

export function Combobox({ label, labelHidden = false, hint, error, className, ...rest }: Props) {
  if (labelHidden) {
    return (
      <div className={className}>
        <Search {...rest} label={label} wired={{}} />
      </div>
    );
  }
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wired) => <Search {...rest} label={label} wired={wired} />}
    </Field>
  );
}

type SearchProps = Omit<Props, "labelHidden" | "hint" | "error" | "className"> & { wired: Partial<Wired> };

function Search({ wired, onSearch, ...rest }: SearchProps) {
  const { label, chosen, choices, loading, failure = null, disabled = false, busy = false } = rest;
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const tell = useEffectEvent(onSearch);

  useEffect(() => {
    if (typed === asked) return;
    const ask = () => {
      setAsked(typed);
      tell(typed);
    };
    // Opening and closing ask at once; only typing is waited for.
    if (typed === null || asked === null) return ask();
    const timer = setTimeout(ask, QUIET_MS);
    return () => clearTimeout(timer);
  }, [typed, asked]);

  // Choices for an earlier text do not belong to this one: they are neither shown nor taken.
  const isWaiting = loading || typed !== asked;
  const [kept, setKept] = useState(choices);
  if (!isWaiting && failure === null && kept !== choices) setKept(choices);

  return (
    <ComboBox
      aria-label={label}
      {...(wired.id === undefined ? {} : { id: wired.id })}
      {...(wired["aria-describedby"] === undefined ? {} : { "aria-describedby": wired["aria-describedby"] })}
      className={clsx(styles.frame, rest.compact && styles.compact)}
      isInvalid={wired["aria-invalid"] ?? false}
      isDisabled={disabled}
      isReadOnly={busy}
      menuTrigger="manual"
      shouldFocusWrap
      allowsEmptyCollection
      // Out of sight until the answer is here: an empty list would be read out at each letter.
      items={kept}
      selectedKey={null}
      inputValue={typed ?? chosen ?? ""}
      onInputChange={setTyped}
      onFocus={(event) => event.target instanceof HTMLInputElement && event.target.select()}
      onOpenChange={(isOpen) => setTyped((before) => (isOpen ? (before ?? "") : null))}
    >
      <Parts
        {...rest}
        shown={isWaiting || failure !== null ? [] : choices}
        typed={typed}
        isWaiting={isWaiting}
      />
    </ComboBox>
  );
}

type PartsProps = Omit<SearchProps, "wired" | "onSearch"> & {
  shown: readonly Choice[];
  typed: string | null;
  isWaiting: boolean;
};

function Parts({
  chosen,
  placeholder,
  shown,
  typed,
  isWaiting,
  onChoose,
  failure = null,
  note = null,
  ...rest
}: PartsProps) {
  const { words, disabled = false, busy = false, ref } = rest;
  // It is drawn a second time for the list of its options, where nothing can be open.
  const state = use(ComboBoxStateContext);
  const isOpen = state?.isOpen === true;
  const first = typed && isOpen ? (shown[0]?.value ?? null) : null;
  const isNone = !isWaiting && failure === null && shown.length === 0;
  const next = typed === "" ? words.first : "Try fewer letters.";
  const isListed = first !== null && state?.collection.getItem(first) != null;
  const activate = useEffectEvent((key: string) => state?.selectionManager.setFocusedKey(key));

  // With letters typed, the first that fits is what Enter takes.
  useEffect(() => {
    if (isListed) activate(first);
  }, [first, isListed]);

  const open = () => {
    if (!disabled && !busy) state?.open(null, "manual");
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || state === null) return;
    const { key } = event;
    const isArrow = key === "ArrowDown" || key === "ArrowUp";
    const handled = (work?: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      work?.();
    };
    if (!isOpen) {
      if (isArrow || (key === "Enter" && !event.ctrlKey && !event.metaKey)) handled(open);
    } else if (key === "Escape" || (key === "ArrowUp" && event.altKey)) {
      // It closes the list, and not a dialog that the field stands in.
      handled(state.close);
    } else if (key === "Tab") {
      // Leaving takes nothing.
      event.stopPropagation();
    } else if (
      shown.length === 0
        ? isArrow || key === "Enter"
        : key === "Enter" && state.selectionManager.focusedKey === null
    ) {
      handled();
    }
  };

  return (
    <>
      <Input
        ref={ref}
        className={clsx(fieldStyles.control, styles.input)}
        aria-busy={busy || undefined}
        placeholder={(isOpen ? (chosen ?? placeholder) : placeholder) ?? ""}
        onClick={open}
        // The first letter replaces what was chosen, whose text is not there to be edited.
        onChange={open}
        onKeyDownCapture={onKeyDown}
      />
      <ChevronsUpDown size={14} aria-hidden className={styles.mark} />
      <Popup className={styles.popup}>
        <p role="status" className={styles.word} data-failed={(failure !== null && !isWaiting) || undefined}>
          {isWaiting ? words.loading : (failure ?? (shown.length === 0 ? words.none : null))}
          {isNone && next && <span className={styles.next}>{next}</span>}
        </p>
        <ListBox<Choice>
          aria-label={rest.label}
          className={styles.list ?? ""}
          hidden={shown.length === 0}
          dependencies={[onChoose]}
        >
          {(choice) => (
            <ListBoxItem
              id={choice.value}
              textValue={choice.label}
              className={styles.choice ?? ""}
              data-tone={choice.tone}
              onAction={() => onChoose(choice)}
            >
              <span dir="auto">{choice.label}</span>
              {choice.detail && <span className="quiet fine">{choice.detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
        {note !== null && shown.length > 0 && <p className={styles.note}>{note}</p>}
      </Popup>
    </>
  );
}
