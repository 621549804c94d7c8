/** `npm run lighthouse`: the first screens by Lighthouse, over the release build, one browser after the other. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

process.env.DAYBOOK_BIN ??= fileURLToPath(new URL("../target/release/daybook", import.meta.url));

export default defineConfig({
  ...tests,
  testMatch: "lighthouse.ts",
  reporter: "list",
  workers: 1,
  timeout: 180_000,
  use: { ...tests.use, screenshot: "off" },
});
