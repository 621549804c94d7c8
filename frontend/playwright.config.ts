/**
 * The browser tests. They start the server themselves, with a sample organisation of its own that is thrown away afterwards, and
 * drive it in Chromium. `cargo xtask test` says where both are; by hand the debug build and Debian's Chromium are used.
 */
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.DAYBOOK_E2E_PORT ?? 18_473);
const address = `http://127.0.0.1:${port}`;
const chromium = process.env.DAYBOOK_CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(chromium))
  throw new Error(`There is no Chromium at ${chromium}. Name it in DAYBOOK_CHROMIUM.`);

export default defineConfig({
  testDir: "e2e",
  // Below test-results, where the reports of other runners lie too, which Playwright would otherwise remove.
  outputDir: "test-results/browser",
  reporter: [["list"], ["json", { outputFile: "test-results/results.json" }]],
  // One organisation, in which one person has one session: the tests take turns.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: address,
    locale: "en-US",
    timezoneId: "Pacific/Kiritimati",
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
      ],
    },
  },
  webServer: {
    command: "node e2e/server.mjs",
    url: `${address}/readyz`,
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: {
      DAYBOOK_LISTEN: `127.0.0.1:${port}`,
      // A Wednesday in the middle of a working week, wherever and whenever the tests run.
      DAYBOOK_NOW: "2026-11-18T09:00:00Z",
    },
  },
});
