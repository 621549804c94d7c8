import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { precompress } from "./scripts/precompress.ts";

const anyOf = (...paths: string[]) => new RegExp(paths.join("|"));

/** What the sign-in and every other screen are made of. */
const BASE = anyOf(
  "src/(api/(client|error|lag|query|reads?|send|undo|unwrap)\\.|domain/(address|credentials|kept|paths|people|roles)|messages|(leave|leave-calendar|notices|substitutes)/reads)",
  "src/(session/(portal|queries|store)|ui/(after-paint|button|field|form-message|password-field))",
  "src/ui/(screen-handle|toast|use-refusal)",
  "node_modules/(openapi-fetch|react|react-dom|scheduler|react-router|@tanstack/[^/]+|clsx)/",
  "lucide-react/dist/esm/(?!icons)",
  "icons/(chevron-down|circle-alert|circle-check|circle-exclamation-point|eye|eye-off|monitor|moon|sun|wifi-off|x)\\.",
);

/** What every screen behind the sign-in is made of. */
const FRAME = anyOf(
  "src/(app/(menus|shell)\\.|domain/(day|format|paging)|session/(current|passwords))",
  "src/ui/(empty|error-panel|page|pager|select|shortcuts|skeleton|status|status-words|tile|use-address)\\.",
  "lucide-react",
  "@internationalized/date/dist/private/(?!DateFormatter)",
);

/** What a form is made of, in a dialog or beside one. */
const FORM = /src\/(api\/use-form|domain\/reason|ui\/(dialog|form|form-dialog))\./;

/** What the pages of a sign-in share, and what comes back from a provider. */
const SIGN_IN = /src\/(features\/auth\/(api|auth-form|messages)|session\/arrival)\./;

const server = process.env.DAYBOOK_SERVER ?? "http://127.0.0.1:8080";

/** Development talks to a running `daybook serve`; only the address of the page differs, so the Origin is rewritten for the socket. */
const proxy = {
  "/api": { target: server, changeOrigin: true },
  "/ws": { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true },
  "/licences.txt": { target: server },
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
    // The server shows them with its own.
    license: true,
    // The content security policy allows files of our own origin only, so nothing becomes a data: script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // Two files: cut by who shares what with whom, they would be thirty, each a round trip, and another thirty with each new screen.
    rolldownOptions: {
      output: {
        // Seven letters tell two builds of a file apart; each name stands in the list that every visitor loads.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "base", test: BASE, priority: 2 },
            { name: "frame", test: FRAME, priority: 1 },
            { name: "form", test: FORM },
            { name: "sign-in", test: SIGN_IN },
          ],
        },
      },
    },
    // Every browser since the spring of 2024 knows light-dark() and oklch(): the palette stays as it is written.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
  },
});
