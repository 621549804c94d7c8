/** A program of a test's own, which answers over HTTP. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}

export class Program {
  readonly #process: ChildProcess;
  readonly #name: string;

  constructor(file: string, words: string[], options: SpawnOptions) {
    this.#process = spawn(file, words, options);
    this.#name = file;
  }

  /** Waits until it answers well at that address. */
  async answers(address: string): Promise<void> {
    while (!(await answersWell(address))) {
      if (this.#process.exitCode !== null)
        throw new Error(`${this.#name} ended with ${this.#process.exitCode}`);
      await new Promise((soon) => setTimeout(soon, 50));
    }
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill(signal);
    await ended;
  }
}

async function answersWell(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}
