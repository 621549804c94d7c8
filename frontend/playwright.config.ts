/**
 * The browser tests. Each worker starts a server of its own (see e2e/fixtures.ts), with a sample organisation that is thrown away
 * afterwards, and drives it in Chromium. `cargo xtask test` says where both are; by hand the debug build and Debian's Chromium are
 * used: the one without a window where it is installed, which opens a page in half the time.
 */
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const usual = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const chromium = process.env.DAYBOOK_CHROMIUM ?? usual.find(existsSync) ?? "/usr/bin/chromium";
if (!existsSync(chromium))
  throw new Error(`There is no Chromium at ${chromium}. Name it in DAYBOOK_CHROMIUM.`);

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/sample.ts",
  // Below test-results, where the reports of other runners lie too, which Playwright would otherwise remove.
  outputDir: "test-results/browser",
  snapshotPathTemplate: "{testDir}/aria/{arg}{ext}",
  reporter: [["list"], ["json", { outputFile: "test-results/results.json" }]],
  // One organisation a worker, in which one person has one session: the tests of a worker take turns.
  workers: 2,
  fullyParallel: false,
  // The same journeys once more, on another database or device: `cargo xtask test --only browser --long`.
  ...(process.env.DAYBOOK_LONG ? {} : { grepInvert: /@long/ }),
  forbidOnly: Boolean(process.env.CI),
  // How long a test waits for what does not come. Nothing is expected to be quick: the machine may have other work.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  use: {
    locale: "en-US",
    timezoneId: "Pacific/Kiritimati",
    viewport: { width: 1440, height: 900 },
    // A trace films every test, which takes a good part of the time of them all. With DAYBOOK_TRACE=1 one that fails leaves its own.
    trace: process.env.DAYBOOK_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromium,
      // Without a locale of UTF-8 Chromium calls a file "download" whose name has letters such as é.
      env: { ...process.env, LC_ALL: "C.UTF-8" },
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
      ],
    },
  },
});
