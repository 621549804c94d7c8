/** Says which revision a checksum or a file is of, and whether it still is what counts (months.md 1.9). */
import { useRef, useState } from "react";
import { messageOr, refusalOf } from "../../api/error";
import { useSend } from "../../api/send";
import type { Schemas } from "../../domain/types";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FileField } from "../../ui/file-field";
import { Form } from "../../ui/form";
import { FormError, FormSuccess } from "../../ui/form-message";
import { Section } from "../../ui/page";
import { useRefusal } from "../../ui/use-refusal";
import { check } from "./api";
import { words } from "./messages";
import { monthName } from "./model";
import styles from "./months.module.css";

const said = words.check;

type Checked = Schemas["CheckedChecksum"];

function sentenceOf({ result, month, revision }: Checked): string {
  if (result === "unknown" || month === null || revision === null) return said.unknown;
  return said[result](revision, monthName(month));
}

export function CheckChecksum() {
  const [checksum, setChecksum] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<Checked | null>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const outcome = useRef<HTMLParagraphElement>(null);
  const { mistakes, sentence, box, within, refuse, forgive } = useRefusal<"checksum">();
  const { send, isSending } = useSend(check, {
    done: (found) => {
      setAnswer(found);
      return true;
    },
    refused: (error, _asked, isWaiting) =>
      refuse(refusalOf(error, { checksum }, messageOr(error, said.failed)), isWaiting),
  });

  /** One of the two is asked about: the one that was given last. */
  const ask = (text: string, of: File | null) => {
    setChecksum(text);
    setFile(of);
    setAnswer(null);
    forgive();
    if (of === null && chosen.current) chosen.current.value = "";
  };
  const submit = () => {
    if (isSending) return;
    setAnswer(null);
    forgive();
    send(file ? { file } : { checksum });
  };

  return (
    <Section title={said.title}>
      <Form onSubmit={submit} className={styles.check}>
        <p className="quiet">{said.lead}</p>
        <div ref={within} className={styles.checked}>
          <TextField
            label={said.checksum}
            name="checksum"
            className={styles.checksum}
            value={checksum}
            error={mistakes.checksum}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => ask(event.target.value, null)}
          />
          <FileField
            ref={chosen}
            label={said.file}
            name="file"
            accept=".csv,text/csv"
            file={file}
            onChoose={(given) => ask("", given)}
          />
          <Button type="submit" busy={isSending}>
            {isSending ? said.checking : said.check}
          </Button>
        </div>
        <FormError message={sentence} ref={box} />
        <FormSuccess message={answer && sentenceOf(answer)} ref={outcome} />
      </Form>
    </Section>
  );
}
