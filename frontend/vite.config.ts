import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { precompress } from "./scripts/precompress.ts";

/** What the sign-in and every other screen are made of. */
const BASE =
  /src\/(api\/(client|error|query|read|send|undo|unwrap)|messages|session\/(portal|queries|store)|ui\/(button|field|form-message|password-field|toast|use-refusal))/;

const server = process.env.DAYBOOK_SERVER ?? "http://127.0.0.1:8080";

/** Development talks to a running `daybook serve`; only the address of the page differs, so the Origin is rewritten for the socket. */
const proxy = {
  "/api": { target: server, changeOrigin: true },
  "/ws": { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true },
};

/** The screens speak English in every browser: of what React Aria says in 34 languages, one is taken along. */
const inEnglish: Plugin = {
  name: "in-english",
  enforce: "pre",
  load: {
    filter: { id: /\/node_modules\/react-(?:aria|aria-components|stately)\/.*\/intl\/.*(?<!en-US)\.mjs$/ },
    handler: () => 'export { default } from "./en-US.mjs";',
  },
};

export default defineConfig({
  plugins: [react(), inEnglish, precompress()],
  server: { host: "127.0.0.1", port: 5173, proxy },
  preview: { host: "127.0.0.1", port: 4173, proxy },
  build: {
    manifest: true,
    // The content security policy allows files of our own origin only, so nothing becomes a data: script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // In one file: cut by who shares what with whom, it would be several, which pack worse and change with every new screen.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "base", test: BASE }] } } },
    // Every browser since the spring of 2024 knows light-dark() and oklch(): the palette stays as it is written.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
  },
});
