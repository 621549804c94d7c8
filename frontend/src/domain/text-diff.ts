/** What changed between two texts, word by word, for a reader who wants to see the change and not to hunt for it. */
export type Piece = { readonly kind: "same" | "removed" | "added"; readonly text: string };

/** Beyond this a word-by-word comparison costs more than it tells; the two texts then stand whole. */
const MOST_WORDS = 1200;

const words = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

export function diffWords(before: string, after: string): Piece[] {
  const old = words(before);
  const now = words(after);
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  // The longest common subsequence, from the ends backwards, so that the walk below goes forwards.
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pieces: { kind: Piece["kind"]; text: string }[] = [];
  const push = (kind: Piece["kind"], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      push("same", old[row] ?? "");
      row++;
      column++;
    } else if (row < old.length && (column >= now.length || at(row + 1, column) >= at(row, column + 1))) {
      push("removed", old[row++] ?? "");
    } else {
      push("added", now[column++] ?? "");
    }
  }
  return pieces;
}
