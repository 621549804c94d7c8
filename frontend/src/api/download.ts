/**
 * A file from the server, saved under the name that the server gives it. The call goes through the one client, so that it carries
 * the token and notices the end of a session like any other; a plain link could do neither.
 */
import { unwrapBody } from "./unwrap";

/** What a call answers with that was told to take its body as a blob. */
type FileAnswer = { data?: Blob | undefined; error?: unknown; response: Response };

/** Long enough for the slowest browser to begin to read what it is to save, in milliseconds. */
const KEPT = 30_000;

/**
 * The name in a `Content-Disposition` header: the one in UTF-8 where there is one, for it alone holds every letter. Only a name is
 * taken, never a folder. `null` where the header names nothing.
 */
export function fileNameOf(header: string | null): string | null {
  const encoded = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header ?? "")?.[1];
  const quoted = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? "");
  const plain = quoted?.[1]?.replace(/\\(.)/g, "$1") ?? quoted?.[2];
  const name = decoded(encoded) ?? plain;
  return name?.split(/[/\\]/).pop()?.trim() || null;
}

function decoded(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
}

/**
 * Saves the file that a call answers with, under `fallbackName` where the server gives no name; answers with the name. A refusal is
 * an `ApiError` with its status and the server's sentence.
 */
export async function downloadFile(call: Promise<FileAnswer>, fallbackName: string): Promise<string> {
  const file = await unwrapBody(call);
  const { response } = await call;
  const name = fileNameOf(response.headers.get("Content-Disposition")) ?? fallbackName;
  saveFile(file, name);
  return name;
}
