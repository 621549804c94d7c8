/** Reads the report back out of its PDF: the words on each page, as a reader that copies text out of it finds them. */
import { inflateSync } from "node:zlib";

/** An object of the file: its dictionary as text and, of a stream, what is in it. */
type Part = { readonly dictionary: string; readonly content: string };

function partsOf(file: Buffer): Map<number, Part> {
  // One character a byte, so that places in the text are places in the file.
  const text = file.toString("latin1");
  const parts = new Map<number, Part>();
  const heads = /(?:^|[\r\n])(\d+) 0 obj/g;
  for (let head = heads.exec(text); head !== null; head = heads.exec(text)) {
    const [, number] = head;
    const rest = text.slice(heads.lastIndex);
    const dictionary = /^[\s\S]*?(?=endobj|stream\r?\n)/.exec(rest)?.[0] ?? "";
    const opening = /^stream\r?\n/.exec(rest.slice(dictionary.length))?.[0] ?? "";
    const from = heads.lastIndex + dictionary.length + opening.length;
    const length = opening === "" ? 0 : Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const bytes = file.subarray(from, from + length);
    const content = dictionary.includes("FlateDecode") ? inflateSync(bytes) : bytes;
    parts.set(Number(number), { dictionary, content: content.toString("latin1") });
    // What looks like another object within a stream is not one.
    heads.lastIndex = from + length;
  }
  return parts;
}

const partOf = (parts: Map<number, Part>, reference: string | undefined): Part => {
  const part = parts.get(Number(reference));
  if (!part) throw new Error(`the file has no object ${reference}`);
  return part;
};

/** Which letter each glyph of a font stands for, by the font's own table. */
function lettersOf(parts: Map<number, Part>, font: Part): Map<number, string> {
  const table = partOf(parts, /\/ToUnicode (\d+) 0 R/.exec(font.dictionary)?.[1]).content;
  const pairs = table.matchAll(/^<([0-9A-Fa-f]+)> <([0-9A-Fa-f]+)>$/gm);
  return new Map(
    [...pairs].map(([, glyph = "", letter = ""]) => [
      Number.parseInt(glyph, 16),
      String.fromCodePoint(Number.parseInt(letter, 16)),
    ]),
  );
}

/** The bytes of a string as it stands in a page's content: in hexadecimal, or in brackets with its escapes. */
function glyphsOf(written: string): number[] {
  const bytes = written.startsWith("<")
    ? Buffer.from(written.slice(1, -1), "hex")
    : Buffer.from(
        written
          .slice(1, -1)
          .replace(/\\([0-7]{1,3}|[nrtbf()\\])/g, (_, escaped: string) =>
            /\d/.test(escaped)
              ? String.fromCharCode(Number.parseInt(escaped, 8))
              : ({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }[escaped] ?? escaped),
          ),
        "latin1",
      );
  return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2));
}

const STRING = String.raw`<[0-9A-Fa-f]*>|\((?:\\[\s\S]|[^\\)])*\)`;

function piecesOf(parts: Map<number, Part>, page: Part): string[] {
  const { content } = partOf(parts, /\/Contents (\d+) 0 R/.exec(page.dictionary)?.[1]);
  const resources = partOf(parts, /\/Resources (\d+) 0 R/.exec(page.dictionary)?.[1]).dictionary;
  const fonts = partOf(parts, /\/Font (\d+) 0 R/.exec(resources)?.[1]).dictionary;
  const letters = new Map(
    [...fonts.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, reference]) => [
      name,
      lettersOf(parts, partOf(parts, reference)),
    ]),
  );
  const pieces: string[] = [];
  let spoken = new Map<number, string>();
  for (const [, font, shown] of content.matchAll(
    new RegExp(String.raw`/(\w+) [\d.]+ Tf|\[((?:\s|[\d.-]|${STRING})*)\]\s*TJ`, "g"),
  )) {
    if (font !== undefined) spoken = letters.get(font) ?? new Map();
    else if (shown !== undefined)
      pieces.push(
        [...shown.matchAll(new RegExp(STRING, "g"))]
          .flatMap(([string]) => glyphsOf(string))
          .map((glyph) => spoken.get(glyph) ?? "\u{fffd}")
          .join(""),
      );
  }
  return pieces;
}

/** For each page its pieces of text, in the order in which they are drawn. */
export function readPdf(file: Buffer): string[][] {
  const parts = partsOf(file);
  const pages = [...parts.values()].find(({ dictionary }) => /\/Type\s*\/Pages\b/.test(dictionary));
  const kids = /\/Kids\s*\[([^\]]*)\]/.exec(pages?.dictionary ?? "")?.[1] ?? "";
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, page]) => piecesOf(parts, partOf(parts, page)));
}
