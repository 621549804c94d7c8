/** What changed between two texts, word by word, for a reader who wants to see the change and not to hunt for it. */
export type Piece = { readonly kind: "same" | "removed" | "added"; readonly text: string };

/** Beyond this a word-by-word comparison costs more than it tells; the two texts then stand whole. */
const MOST_WORDS = 1200;

/** Where less than this part of the shorter text was kept, it was written anew: a patchwork of chance words would only confuse. */
const LEAST_KEPT = 0.5;

/** A word or two that two rewritten passages happen to share do not hold them apart. */
const SHORTEST_ANCHOR = 4;

const solid = (text: string): number => text.replace(/\s+/g, "").length;

const words = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

export function diffWords(before: string, after: string): Piece[] {
  const old = words(before);
  const now = words(after);
  const rewritten: Piece[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) return rewritten;
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
  const kept = pieces.reduce((sum, piece) => sum + (piece.kind === "same" ? solid(piece.text) : 0), 0);
  const shorter = Math.min(solid(before), solid(after));
  return shorter > 0 && kept < shorter * LEAST_KEPT ? rewritten : joined(pieces);
}

/** Changes that only a blank or a short word parts become one change: first all that was removed, then all that was added. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    if (removed) result.push({ kind: "removed", text: removed });
    if (added) result.push({ kind: "added", text: added });
    removed = "";
    added = "";
  };
  pieces.forEach((piece, index) => {
    const between = index > 0 && index < pieces.length - 1;
    const swallowed =
      piece.kind === "same" &&
      between &&
      solid(piece.text) < SHORTEST_ANCHOR &&
      removed !== "" &&
      added !== "";
    if (piece.kind === "same" && !swallowed) {
      flush();
      result.push(piece);
      return;
    }
    if (piece.kind !== "added") removed += piece.text;
    if (piece.kind !== "removed") added += piece.text;
  });
  flush();
  return result;
}
