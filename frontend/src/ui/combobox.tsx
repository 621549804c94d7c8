/**
 * A choice among more than a list can hold: type, and the fitting ones are asked for. The pattern is the combobox of WAI-ARIA: the
 * focus stays in the field, arrows move through what was found, Enter takes it, Escape and leaving the field put back what was
 * chosen. What is found, and how, is up to its user.
 */
import clsx from "clsx";
import { ChevronsUpDown } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import styles from "./combobox.module.css";
import { Field } from "./field";
import fieldStyles from "./field.module.css";

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
  words: { readonly loading: string; readonly none: string };
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
/** Room for the list below the field; where there is less, and more above, it opens upwards. */
const LIST_ROOM = 280;

export function Combobox({ label, labelHidden = false, hint, error, className, ...rest }: Props) {
  if (labelHidden) {
    return (
      <div className={className}>
        <Search {...rest} label={label} wired={{ "aria-label": label }} />
      </div>
    );
  }
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wired) => <Search {...rest} label={label} wired={wired} />}
    </Field>
  );
}

type SearchProps = Omit<Props, "labelHidden" | "hint" | "error" | "className"> & {
  wired: Readonly<Record<string, string | true | undefined>>;
};

function Search({
  label,
  wired,
  chosen,
  placeholder,
  choices,
  onSearch,
  onChoose,
  loading,
  failure = null,
  note = null,
  words,
  disabled = false,
  busy = false,
  compact = false,
  ref,
}: SearchProps) {
  const id = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const [above, setAbove] = useState(false);
  const tell = useEffectEvent(onSearch);
  const isOpen = typed !== null;
  // Choices of an earlier text are no answer to this one: they are neither shown nor taken.
  const isWaiting = loading || typed !== asked;
  const shown = isOpen && !isWaiting && failure === null ? choices : [];
  const at = Math.min(active, shown.length - 1);

  useEffect(() => {
    if (typed === asked) return;
    const ask = () => {
      setAsked(typed);
      // With letters typed, the first that fits is what Enter takes.
      setActive(typed ? 0 : -1);
      tell(typed);
    };
    // Opening and closing ask at once; only typing is waited for.
    if (typed === null || asked === null) return ask();
    const timer = setTimeout(ask, QUIET_MS);
    return () => clearTimeout(timer);
  }, [typed, asked]);

  useLayoutEffect(() => {
    if (at >= 0) list.current?.children[at]?.scrollIntoView?.({ block: "nearest" });
  }, [at]);

  const open = () => {
    if (isOpen || disabled || busy) return;
    const box = frame.current?.getBoundingClientRect();
    if (box) {
      const below = window.innerHeight - box.bottom;
      setAbove(below < LIST_ROOM && box.top > below);
    }
    setTyped("");
  };
  const close = () => setTyped(null);
  const choose = (choice: Choice) => {
    close();
    onChoose(choice);
  };
  const move = (step: number) => {
    if (shown.length === 0) return;
    setActive(at < 0 && step < 0 ? shown.length - 1 : (at + step + shown.length) % shown.length);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const taken = shown[at];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) open();
      else if (event.altKey && event.key === "ArrowUp") close();
      else move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && isOpen) {
      // Not the form's Enter, nor that of a dialog around it.
      event.preventDefault();
      if (taken) choose(taken);
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      open();
    } else if (event.key === "Escape" && isOpen) {
      // It closes the list, and not a dialog that the field stands in.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return (
    <span ref={frame} className={clsx(styles.frame, compact && styles.compact)}>
      <input
        {...wired}
        ref={ref}
        type="text"
        role="combobox"
        className={clsx(fieldStyles.control, styles.input)}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-busy={busy || undefined}
        placeholder={isOpen ? (chosen ?? placeholder) : placeholder}
        value={typed ?? chosen ?? ""}
        disabled={disabled}
        readOnly={busy}
        onClick={open}
        onChange={(event) => {
          // The first letter replaces what was chosen, whose text is not there to be edited.
          if (!isOpen) open();
          setTyped(event.target.value);
        }}
        onFocus={(event) => event.target.select()}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ChevronsUpDown size={14} aria-hidden className={styles.mark} />
      {/* The list is always there, so that what the field controls can be found. A press in it leaves the focus in the field. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is. */}
      <div
        className={styles.popup}
        data-side={above ? "above" : "below"}
        hidden={!isOpen}
        onMouseDown={(event) => event.preventDefault()}
      >
        <p
          role="status"
          className={shown.length > 0 ? "visually-hidden" : styles.word}
          data-failed={failure !== null || undefined}
        >
          {isOpen && sayingOf({ isWaiting, failure, found: shown.length, words })}
        </p>
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
          {shown.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one.
            <div
              key={choice.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              className={styles.choice}
              data-tone={choice.tone}
              onClick={() => choose(choice)}
              onPointerMove={() => setActive(index)}
            >
              <span dir="auto">{choice.label}</span>
              {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
            </div>
          ))}
        </div>
        {note !== null && shown.length > 0 && <p className={styles.note}>{note}</p>}
      </div>
    </span>
  );
}

function sayingOf({
  isWaiting,
  failure,
  found,
  words,
}: {
  isWaiting: boolean;
  failure: string | null;
  found: number;
  words: Props["words"];
}): string {
  if (failure !== null && !isWaiting) return failure;
  if (isWaiting) return words.loading;
  if (found === 0) return words.none;
  return found === 1 ? "1 choice" : `${found} choices`;
}
