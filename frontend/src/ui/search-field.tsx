/**
 * Searches a list as people type. The text being typed stays here; the search itself goes to the screen, which keeps it in the
 * address, so a change from there (Back, a link) shows here too.
 */
import clsx from "clsx";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import fieldStyles from "./field.module.css";
import styles from "./search-field.module.css";

/** How long typing has to rest before the list is asked for, in milliseconds. */
const REST = 200;

type Props = {
  label: string;
  /** The label is read out only, where the place of the field says enough. */
  labelHidden?: boolean;
  placeholder?: string;
  /** What the list is searched for now. */
  value: string;
  /** Called with the trimmed words once typing rests, and at once on Enter or when the field is cleared. */
  onSearch: (text: string) => void;
  maxLength?: number;
  /** Ctrl+/, ⌘/ on a Mac, leads here. On a page with two search fields only one may have it. */
  shortcut?: boolean;
  className?: string | undefined;
};

/** On a Mac the command key takes the place of Ctrl. */
const isMac = /mac/i.test(navigator.userAgent);

export function SearchField({
  label,
  labelHidden = false,
  placeholder,
  value,
  onSearch,
  maxLength = 254,
  shortcut = true,
  className,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  // Sent to the screen but not back as `value` yet: when it comes back it must not overwrite newer typing.
  const [told, setTold] = useState<readonly string[]>([]);

  if (value !== shown) {
    setShown(value);
    const own = told.indexOf(value);
    setTold(told.slice(own + 1));
    if (own === -1) setDraft(value);
  }

  const tell = (text: string) => {
    clearTimeout(timer.current);
    const search = text.trim();
    if (search === (told.at(-1) ?? value)) return;
    setTold([...told, search]);
    onSearch(search);
  };
  const tellLatest = useEffectEvent(tell);
  useEffect(() => {
    timer.current = setTimeout(() => tellLatest(draft), REST);
    return () => clearTimeout(timer.current);
  }, [draft]);

  useEffect(() => {
    if (!shortcut) return;
    const focus = (event: globalThis.KeyboardEvent) => {
      // A single key would be triggered by dictation, or by typing with the focus in the wrong place.
      const modified = isMac ? event.metaKey : event.ctrlKey;
      if (event.key !== "/" || !modified || event.altKey || event.defaultPrevented) return;
      const field = input.current;
      const dialog = document.querySelector("dialog[open]");
      if (field === null || (dialog !== null && !dialog.contains(field))) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, [shortcut]);

  const clear = () => {
    setDraft("");
    tell("");
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      tell(draft);
    } else if (event.key === "Escape" && draft !== "") {
      // The first press clears; the next one may close what the field stands in.
      event.preventDefault();
      event.stopPropagation();
      clear();
    }
  };

  return (
    <div className={clsx(fieldStyles.field, className)}>
      <label htmlFor={id} className={labelHidden ? "visually-hidden" : fieldStyles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <Search size={16} aria-hidden className={styles.glass} />
        <input
          ref={input}
          id={id}
          type="search"
          className={clsx(fieldStyles.control, styles.control)}
          placeholder={placeholder}
          value={draft}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          aria-keyshortcuts={shortcut ? (isMac ? "Meta+/" : "Control+/") : undefined}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          // If a link is followed before typing has rested, Back must still lead to this search.
          onBlur={() => tell(draft)}
        />
        {draft !== "" && (
          <button type="button" className={styles.clear} aria-label="Clear search" onClick={clear}>
            <X size={16} aria-hidden />
          </button>
        )}
        {draft === "" && shortcut && (
          <span className={styles.key} aria-hidden="true">
            {isMac ? "⌘ /" : "Ctrl /"}
          </span>
        )}
      </div>
    </div>
  );
}
