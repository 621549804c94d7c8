/** What a change made of a figure and of a text: marked for the eye, and in words for people who listen. */
import clsx from "clsx";
import { diffWords } from "../domain/text-diff";
import styles from "./text-change.module.css";

const words = {
  none: "unchanged",
  was: "was ",
  now: ", now ",
  removed: "[removed: ",
  added: "[added: ",
  end: "]",
} as const;

type Props = { before: string; after: string };

/** "6 h → 8 h" */
export function FigureChange({ before, after }: Props) {
  if (before === after) return <Unchanged text={after} />;
  return (
    <span className={styles.change}>
      <del>
        <span className="visually-hidden">{words.was}</span>
        {before}
      </del>
      <span aria-hidden="true"> → </span>
      <ins>
        <span className="visually-hidden">{words.now}</span>
        {after}
      </ins>
    </span>
  );
}

/** The words that came and went; a text that was written anew stands whole below the one before. */
export function TextChange({ before, after }: Props) {
  if (before === after) return <Unchanged text={after} />;
  const pieces = diffWords(before, after);
  const isRewritten = !pieces.some((piece) => piece.kind === "same");
  return (
    <span className={clsx(styles.change, styles.text, isRewritten && styles.rewritten)}>
      {pieces.map((piece, index) => {
        const key = `${index} ${piece.kind}`;
        if (piece.kind === "same") return <span key={key}>{piece.text}</span>;
        const Mark = piece.kind === "removed" ? "del" : "ins";
        return (
          <Mark key={key}>
            <span className="visually-hidden">{words[piece.kind]}</span>
            {piece.text}
            <span className="visually-hidden">{words.end}</span>
          </Mark>
        );
      })}
    </span>
  );
}

function Unchanged({ text }: { text: string }) {
  return (
    <>
      {text} <span className={styles.unchanged}>{words.none}</span>
    </>
  );
}
