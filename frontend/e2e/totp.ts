/** Codes as an authenticator app shows them (RFC 6238: SHA-1, six digits, thirty seconds). */
import { createHmac } from "node:crypto";
import { Organisation } from "./organisation";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP = 30_000;

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function codeOf(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", bytesOf(key)).update(counter).digest();
  const start = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(start) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/** An app whose clock is that of a portal, which may have been moved. */
export class Authenticator {
  readonly #ahead: number;
  #key = "";
  #last = 0;

  private constructor(ahead: number) {
    this.#ahead = ahead;
  }

  /** For a portal whose clock shows that moment now. */
  static at(moment: string): Authenticator {
    return new Authenticator(Date.parse(moment) - Date.now());
  }

  /** Asks the portal's log what time it is there. An earlier session of its administrator ends. */
  static async of(address: string): Promise<Authenticator> {
    const admin = await new Organisation(address).signIn("admin@daybook.example");
    const { logs } = (await admin.call("GET", "/api/audit-logs?action=signed-in&limit=1")) as {
      logs: { at: string }[];
    };
    return Authenticator.at(logs[0]?.at ?? "");
  }

  scan(key: string): void {
    this.#key = key;
    this.#last = 0;
  }

  /** A code that was not shown before: where the present one was, it is the next, which the portal takes already. */
  code(): string {
    const now = Math.floor((Date.now() + this.#ahead) / STEP);
    this.#last = Math.max(now, this.#last + 1);
    return codeOf(this.#key, this.#last);
  }
}
