/** Portals of a test's own, beside the one that all tests share: to start from nothing, and to be stopped. */
import { execFile } from "node:child_process";
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort, Program } from "./program";

const program =
  process.env.DAYBOOK_BIN ?? fileURLToPath(new URL("../../target/debug/daybook", import.meta.url));

/** A Wednesday in the middle of a working week, wherever and whenever the tests run. */
export const NOW = "2026-11-18T09:00:00Z";

/** Names the folder of a portal that has made the sample of that moment, and was shut down (see sample.ts). */
export const SAMPLE = "DAYBOOK_E2E_SAMPLE";

export class Portal {
  #server: Program | null = null;
  readonly folder = mkdtempSync(join(tmpdir(), "daybook-e2e-own-"));
  readonly address: string;
  /** The folder in which it keeps its mails, unless it was told another way for them. */
  readonly outbox: string;
  #command: string;
  #settings: Readonly<Record<string, string>>;

  private constructor(command: string, listen: string, settings: Readonly<Record<string, string>>) {
    this.address = `http://${listen}`;
    this.#command = command;
    this.outbox = join(this.folder, command === "demo" ? "data/demo/outbox" : "data/outbox");
    this.#settings = { ...settings, DAYBOOK_LISTEN: listen };
  }

  /** `daybook COMMAND` in an empty folder, on a free port unless the settings name one. */
  static async start(command: "serve" | "demo", settings: Record<string, string> = {}): Promise<Portal> {
    const listen = settings.DAYBOOK_LISTEN ?? `127.0.0.1:${await freePort()}`;
    const portal = new Portal(command, listen, settings);
    const sample = process.env[SAMPLE];
    const isUsual = command === "demo" && settings.DAYBOOK_NOW === NOW && !settings.DAYBOOK_TIMEZONE;
    if (isUsual && sample) cpSync(sample, portal.folder, { recursive: true });
    await portal.resume();
    return portal;
  }

  /** What it keeps for the first administrator: `email` and `password`, each with its value. */
  firstAdministrator(what: "email" | "password"): string {
    const kept = readFileSync(join(this.folder, "data/first-password"), "utf8");
    return new RegExp(`${what} +(\\S+)`).exec(kept)?.[1] ?? "";
  }

  /** Starts it again, where it was and with what it had, some of its settings changed: at another time, say. */
  async resume(changed: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#settings = { ...this.#settings, ...changed };
    const log = openSync(join(this.folder, "log"), "a");
    this.#server = new Program(resolve(program), [this.#command], {
      ...this.#place(),
      stdio: ["ignore", "ignore", log],
    });
    closeSync(log);
    await this.#server.answers(`${this.address}/readyz`);
  }

  /** What a command prints that its operator gives beside it. */
  async command(...words: string[]): Promise<string> {
    return (await promisify(execFile)(resolve(program), words, this.#place())).stdout;
  }

  /** None of the settings of the person who runs the tests: it is the portal as it comes. No proxy waits for a stop. */
  #place(): { readonly cwd: string; readonly env: Record<string, string> } {
    const { PATH = "" } = process.env;
    return { cwd: this.folder, env: { PATH, DAYBOOK_DRAIN_SECONDS: "0", ...this.#settings } };
  }

  /** What it has written to its log so far. */
  log(): string {
    return readFileSync(join(this.folder, "log"), "utf8");
  }

  /** Starts the sample of `day` again on another day. It would be made anew then, so it is served as any organisation is. */
  async resumeSample(
    day: string,
    now: string,
    changed: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    this.#command = "serve";
    const database = `sqlite://data/demo/daybook-${day}.db`;
    await this.resume({
      DAYBOOK_NOW: now,
      DAYBOOK_DATA_DIR: "data/demo",
      DAYBOOK_DATABASE_URL: database,
      ...changed,
    });
  }

  /** Ends it as a power cut would. */
  async stop(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Ends it as an operator would: what it has begun is finished first. */
  async shutDown(): Promise<void> {
    await this.#end("SIGTERM");
  }

  async #end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const server = this.#server;
    this.#server = null;
    await server?.end(signal);
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
