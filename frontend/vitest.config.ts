import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://localhost:3000/" } },
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    // Above the patience of a single look (setup.ts), so that a failure names what was missing.
    testTimeout: 120_000,
    // Vitest would leave one of the processors to somebody who watches.
    maxWorkers: "100%",
    // One browser for all files, which setup.ts empties after every test: making a new one for each file costs more than the tests.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    // A test that asserts nothing proves nothing.
    expect: { requireAssertions: true },
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
