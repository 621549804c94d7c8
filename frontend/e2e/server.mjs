/** Starts the portal with its sample organisation in a folder of its own, and removes the folder when it is told to stop. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = process.env.DAYBOOK_BIN ?? new URL("../../target/debug/daybook", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "daybook-e2e-"));
const server = spawn(program, ["demo"], {
  stdio: ["ignore", "inherit", "inherit"],
  env: { ...process.env, DAYBOOK_DATA_DIR: folder },
});

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill("SIGTERM"));
server.on("error", (error) => {
  console.error(`${program} cannot be started: ${error.message}`);
  process.exitCode = 1;
});
server.on("exit", (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
