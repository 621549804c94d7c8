/** What can be done with one kind of file: bring it in, take a template along, and take out what is there. */
import clsx from "clsx";
import { useRef, useState } from "react";
import { saveFile } from "../../api/download";
import { refusalSentence, useSend } from "../../api/send";
import { DownloadButton } from "../../download/download-button";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { FileField } from "../../ui/file-field";
import { Section } from "../../ui/page";
import { NumberSelect } from "../../ui/select";
import { exportKind, planFile } from "./api";
import { CountryDialog } from "./country-dialog";
import styles from "./import.module.css";
import { words } from "./messages";
import { FILE_MAX, type Kind, type OpenPlan } from "./model";
import { templateOf } from "./templates";

const CSV = ".csv,.tsv,.txt,text/csv";

type Props = { kind: Kind; onPlan: OpenPlan };

export function KindCard({ kind, onPlan }: Props) {
  const { today } = useSession();
  const present = Number(today.slice(0, 4));
  const [year, setYear] = useState(present);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Section title={words.titles[kind]} className={styles.kind}>
      <p className="quiet small">{words.leads[kind]}</p>
      <FileOfKind kind={kind} onPlan={onPlan} />
      <div className={styles.out}>
        {kind === "holidays" && <Button onClick={() => setChoosing(true)}>From a Country</Button>}
        {kind === "balances" && (
          <NumberSelect
            label="Year of the export"
            fieldClassName={styles.year}
            value={year}
            options={[present - 2, present - 1, present, present + 1]}
            onChange={setYear}
          />
        )}
        <div className="actions">
          <Button onClick={() => saveTemplate(kind)}>Download a Template</Button>
          <DownloadButton
            file={exportKind}
            of={kind === "balances" ? { kind, year } : { kind }}
            words={{ download: "Export", downloading: "Preparing CSV..." }}
          />
        </div>
      </div>
      {isChoosing && <CountryDialog year={present} onClose={() => setChoosing(false)} onPlan={onPlan} />}
    </Section>
  );
}

function saveTemplate(kind: Kind): void {
  const { name, text } = templateOf(kind);
  saveFile(new Blob([text], { type: "text/csv" }), name);
}

function FileOfKind({ kind, onPlan }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const { send, isSending } = useSend(planFile, {
    done: ({ plan }) => {
      onPlan(plan._id);
      return true;
    },
    refused: (error, sent) => {
      refuse(refusalSentence(planFile, error, sent));
      return true;
    },
  });
  const refuse = (sentence: string) => {
    setMistake(sentence);
    setFile(null);
  };
  const choose = (chosen: File | null) => {
    // The same file, corrected, has to count as another choice.
    if (input.current) input.current.value = "";
    if (chosen === null || isSending) return;
    if (chosen.size > FILE_MAX) return refuse(words.tooLarge);
    setMistake(null);
    setFile(chosen);
    send({ kind, file: chosen, choices: {} });
  };
  return (
    <>
      <FileField
        ref={input}
        label="Choose File"
        hint={kind === "holidays" ? "CSV or iCalendar, up to 16 MiB" : "CSV, up to 16 MiB"}
        error={mistake}
        name="file"
        accept={kind === "holidays" ? `${CSV},.ics,text/calendar` : CSV}
        file={file}
        onChoose={choose}
        onSeveral={() => refuse(words.several)}
      />
      <p role="status" className={clsx("quiet small", !isSending && "visually-hidden")}>
        {isSending && words.loading}
      </p>
    </>
  );
}
