/** February 2028, in which everybody works by the organisation's first pattern. */
import type { Book } from "./book";
import { DIARY } from "./diary";
import { COMMENTS, ENTRIES, PICTURES } from "./entries";
import { FIGURES, NOTICES, WHY } from "./figures";
import { BY_NAME } from "./people";

export const FEBRUARY: Book = {
  month: "2028-02",
  name: "February 2028",
  morning: "T09:00:00+13:00",
  people: BY_NAME,
  diary: DIARY,
  pictures: PICTURES,
  entries: ENTRIES,
  comments: COMMENTS,
  figures: FIGURES,
  notices: NOTICES,
  why: WHY,
};
