/**
 * Fails where the API document is not valid OpenAPI, or breaks a rule that the linter recommends. The linter is Redocly's, which
 * openapi-typescript brings along: docs/decisions/0015-one-declaration.md. It reads the one file and asks no network.
 */
import { createConfig, formatProblems, getTotals, lint } from "@redocly/openapi-core";

const document = process.argv[2] ?? new URL("../../docs/openapi.json", import.meta.url).pathname;
const config = await createConfig({
  extends: ["recommended-strict"],
  rules: {
    // The socket answers 101.
    "operation-2xx-response": "off",
    // The envelope of each answer writes its data out; the components are there for the client's types to name.
    "no-unused-components": "off",
  },
});
const problems = await lint({ ref: document, config });
if (problems.length > 0) {
  formatProblems(problems, { totals: getTotals(problems), version: "" });
  process.exitCode = 1;
}
