/**
 * Fails when src/api/schema.d.ts is not what the API document gives: somebody changed a call and did not run `npm run gen`, or
 * changed the generated file by hand.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const here = (path) => new URL(`../${path}`, import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "daybook-schema-"));
try {
  const fresh = join(folder, "schema.d.ts");
  const generator = here("node_modules/openapi-typescript/bin/cli.js");
  execFileSync(process.execPath, [generator, here("../docs/openapi.json"), "-o", fresh], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (readFileSync(fresh, "utf8") !== readFileSync(here("src/api/schema.d.ts"), "utf8")) {
    console.error("src/api/schema.d.ts is stale: run `npm run gen` in frontend/ and commit the result.");
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
