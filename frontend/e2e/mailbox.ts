/** The folder in which a portal keeps its mails, and what stands in them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";

export type Letter = { readonly to: string; readonly subject: string; readonly text: string };

/** Undoes quoted-printable and base64: what a line of a mail cannot hold is written in one of the two. */
function decoded(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return Buffer.from(body, "latin1").toString();
  const bytes = body
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

function header(head: string, name: string): string {
  const unfolded = head.replace(/\r\n[ \t]+/g, " ");
  const written = new RegExp(`^${name}:\\s*(.*)$`, "im").exec(unfolded)?.[1]?.trim() ?? "";
  // What is not ASCII stands in encoded words; a space between two of them separates nothing.
  return written
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, "base64").toString());
}

function split(message: string): { head: string; body: string } {
  const end = message.indexOf("\r\n\r\n");
  return { head: message.slice(0, end), body: message.slice(end + 4) };
}

/** The plain-text part of the mail. */
function read(path: string): Letter {
  const { head, body } = split(readFileSync(path, "latin1"));
  const boundary = /boundary="?([^";\s]+)"?/i.exec(header(head, "Content-Type"))?.[1] ?? "";
  const parts = body.split(`--${boundary}`).map((part) => split(part.replace(/^\r\n/, "")));
  const plain = parts.find((part) => /text\/plain/i.test(header(part.head, "Content-Type")));
  if (plain === undefined) throw new Error(`${path} has no plain text`);
  const encoding = header(plain.head, "Content-Transfer-Encoding").toLowerCase();
  return {
    to: header(head, "To"),
    subject: header(head, "Subject"),
    text: decoded(plain.body, encoding).replaceAll("\r\n", "\n"),
  };
}

export class Mailbox {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What has come for that address so far, oldest first. */
  to(address: string): Letter[] {
    // The first mail makes the folder.
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith(".eml"))
      .sort()
      .map((name) => read(join(this.#folder, name)))
      .filter((letter) => letter.to.includes(address));
  }

  /** The newest of `count` mails to that address, as soon as they are there. */
  async wait(address: string, count = 1): Promise<Letter> {
    await expect.poll(() => this.to(address).length).toBe(count);
    const letter = this.to(address).at(-1);
    if (letter === undefined) throw new Error(`no mail has come to ${address}`);
    return letter;
  }
}
