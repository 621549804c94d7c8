// Counts the tests in the report of vitest or Playwright and prints three numbers: passed, failed,
// left out. `cargo xtask test` adds them up. A file that failed as a whole, and a test that passed
// only when it was repeated, count as failed.
//
//   node scripts/count.mjs vitest|playwright REPORT

import { readFileSync } from "node:fs";

const counters = {
  vitest(report) {
    const broken = report.testResults.filter(
      (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
    );
    return [
      report.numPassedTests,
      report.numFailedTests + broken.length,
      report.numPendingTests + report.numTodoTests,
    ];
  },

  playwright(report) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return [expected, unexpected + flaky + report.errors.length, skipped];
  },
};

const [runner, file] = process.argv.slice(2);
const counter = counters[runner];
if (counter === undefined || file === undefined) {
  console.error("usage: node scripts/count.mjs vitest|playwright REPORT");
  process.exit(2);
}
console.log(counter(JSON.parse(readFileSync(file, "utf8"))).join(" "));
