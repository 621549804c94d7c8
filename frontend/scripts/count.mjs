// Counts the tests in the report of vitest or Playwright and prints three numbers: passed, failed,
// left out, and then the name of each test that failed, one to a line. `cargo xtask test` adds them
// up. A file that failed as a whole, and a test that passed only when it was repeated, count as failed.
//
//   node scripts/count.mjs vitest|playwright REPORT

import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** The tests of a suite in Playwright's report and of those within it that did not pass at once. */
function unexpected(suite) {
  const own = (suite.specs ?? [])
    .filter((spec) => spec.tests.some((test) => ["unexpected", "flaky"].includes(test.status)))
    .map((spec) => `${spec.file}:${spec.line} ${spec.title}`);
  return [...own, ...(suite.suites ?? []).flatMap(unexpected)];
}

const counters = {
  vitest(report) {
    const names = report.testResults
      .filter((file) => file.status === "failed")
      .flatMap((file) => {
        const failed = file.assertionResults.filter((test) => test.status === "failed");
        const path = relative(process.cwd(), file.name);
        return failed.length === 0 ? [path] : failed.map((test) => `${path} ${test.fullName}`);
      });
    const broken = report.testResults.filter(
      (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
    );
    const left = report.numPendingTests + report.numTodoTests;
    return [[report.numPassedTests, report.numFailedTests + broken.length, left], names];
  },

  playwright(report) {
    const { expected, unexpected: failed, flaky, skipped } = report.stats;
    return [[expected, failed + flaky + report.errors.length, skipped], report.suites.flatMap(unexpected)];
  },
};

const [runner, file] = process.argv.slice(2);
const counter = counters[runner];
if (counter === undefined || file === undefined) {
  console.error("usage: node scripts/count.mjs vitest|playwright REPORT");
  process.exit(2);
}
const [counts, names] = counter(JSON.parse(readFileSync(file, "utf8")));
console.log([counts.join(" "), ...names.map((name) => name.replaceAll("\n", " "))].join("\n"));
