/** How a person is written on a screen, and whose account is known as a whole. */
import type { Schemas } from "./types";

export type Account = Schemas["User"];

/** The directory's people carry less; a list of a role holds whole accounts. */
export const isAccount = (person: Account | Schemas["DirectoryUser"]): person is Account =>
  "isBlocked" in person;

export const accountsOf = ({ users, pagination }: Schemas["UserList"]) => ({
  users: users.filter(isAccount),
  pagination,
});

type Named = { readonly firstName: string; readonly lastName: string };

export const fullName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.trim();

/** The first character of each name, as a person reads characters: a flag or a letter with its accents counts as one. */
export function initialsOf({ firstName, lastName }: Named): string {
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
  return [firstName, lastName]
    .map((name) => characters.segment(name.trim())[Symbol.iterator]().next().value?.segment ?? "")
    .join("")
    .toLocaleUpperCase("en");
}

/** A link that writes to that address and says nothing else: an address may hold `?` and `&`, which would start a subject or a copy. */
export const mailtoOf = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
