/** Stands where a figure or a fact is missing: a dash, and words in its place for those who listen. */

export const DASH = "–";

export function Nothing({ spoken = "none" }: { spoken?: string }) {
  return (
    <>
      <span aria-hidden="true">{DASH}</span>
      <span className="visually-hidden">{spoken}</span>
    </>
  );
}
