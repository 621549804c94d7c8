/** One setting: what it is called, what it does and what it is, and the field that opens in its place. */
import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "../../api/error";
import { useForm } from "../../api/use-form";
import { formatDayOf } from "../../domain/day";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { LeaveGuard } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { EditForm } from "../../ui/form";
import { Select } from "../../ui/select";
import { type Setting, saveSetting } from "./api";
import { words } from "./messages";
import {
  authorOf,
  beginningText,
  bodyOf,
  choiceText,
  draftOf,
  isByDay,
  mistakesIn,
  valueText,
} from "./model";
import styles from "./settings.module.css";

const said = words.form;

type Props = {
  setting: Setting;
  isOpen: boolean;
  /** Another one is being edited: one at a time. */
  isWaiting: boolean;
  onOpen: () => void;
  onClose: () => void;
};

export function SettingRow({ setting, isOpen, isWaiting, onOpen, onClose }: Props) {
  const { timezone } = useSession();
  const edit = useRef<HTMLButtonElement>(null);
  const { label, help, value, next, source, updatedAt } = setting;
  const close = (takesFocus: boolean) => {
    flushSync(onClose);
    if (takesFocus) edit.current?.focus();
  };
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <h3>{label}</h3>
        <p className="quiet small">{help}</p>
      </div>
      {isOpen ? (
        <Editor setting={setting} onDone={close} />
      ) : (
        <div className={styles.value}>
          <p>
            <span className={styles.is}>{valueText(setting, value)}</span>
            {next && (
              <span className="quiet small">
                {`${valueText(setting, next.value)} from ${beginningText(setting, next.from)}`}
              </span>
            )}
            {updatedAt && (
              <span className="quiet fine">
                {words.changed(formatDayOf(updatedAt, timezone, "dated"), authorOf(setting))}
              </span>
            )}
          </p>
          {source === "operator" ? (
            <p className="quiet small">Set by the operator</p>
          ) : (
            <Button ref={edit} onClick={onOpen} disabled={isWaiting} aria-label={`Edit: ${label}`}>
              Edit
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function Editor({ setting, onDone }: { setting: Setting; onDone: (takesFocus: boolean) => void }) {
  const { today } = useSession();
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const [opened] = useState(setting);
  /** Somebody else was quicker, and what they decided stands beside the field. */
  const [isTold, setTold] = useState(false);
  const form = useForm({
    initial: draftOf({ setting: opened, today }),
    write: saveSetting,
    check: (draft) => ({ mistakes: mistakesIn(draft, opened) }),
    variablesOf: (draft) => ({
      setting: opened,
      body: bodyOf(draft, opened, isTold ? setting.version : opened.version),
    }),
    done: (_answer, isWaiting): void => onDone(isWaiting),
    refusalOf: (error, usual) => {
      if (error instanceof ApiError && error.status === 409) setTold(true);
      return usual;
    },
  });

  useLayoutEffect(() => field.current?.focus(), []);

  const isNew = isTold && setting.version !== opened.version;
  const hint = isNew ? said.now(valueText(setting, setting.value), authorOf(setting)) : null;
  const shared = { ref: field, label: opened.label, hint, autoComplete: "off" };
  return (
    <EditForm form={form} className={styles.form} onCancel={() => onDone(true)}>
      <LeaveGuard isDirty={form.isDirty} alsoWithin />
      {opened.type === "boolean" || opened.type === "choice" ? (
        <Select {...form.choice("value")} {...shared} options={choicesOf(opened)} />
      ) : (
        <TextField
          {...form.field("value")}
          {...shared}
          inputMode={opened.type === "integer" ? "numeric" : undefined}
          {...(opened.type === "time" && CLOCK)}
        />
      )}
      {opened.isByMonth && (
        <TextField {...form.field("from")} label="From month" type="month" placeholder="2026-01" />
      )}
      {isByDay(opened) && <TextField {...form.field("from")} label="First day" type="date" />}
    </EditForm>
  );
}

/** A field for a time of day that moves by quarters of an hour. */
const CLOCK = { type: "time", step: 15 * 60 };

const choicesOf = ({ key, choices }: Setting) =>
  choices
    ? choices.map((code) => ({ value: code, label: choiceText(key, code) }))
    : [
        { value: "true", label: words.yes },
        { value: "false", label: words.no },
      ];
