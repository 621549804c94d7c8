/**
 * Holds each route to its budget of JavaScript: what a browser fetches, gzipped, to show the screen when it comes there first.
 * That is the entry, the screen's chunk, and all that both import; behind the guard what every signed-in screen has around it, too.
 */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
const FIRST_SCREEN = { key: "src/features/auth/login-page.tsx", budget: 135 };
const OTHER_BUDGET = 220;
/** A screen together with something that comes when it is painted or when somebody opens it. */
const LATER_BUDGET = 230;
const SIGNED_IN = ["src/app/session-keeper.tsx", "src/app/signed-in.tsx", "src/app/user-menu-entries.tsx"];
const PUBLIC = new Set([
  FIRST_SCREEN.key,
  "src/features/landing/landing-page.tsx",
  "src/features/auth/forgot-password-page.tsx",
  "src/features/auth/reset-password-page.tsx",
  "src/features/registration/registration-page.tsx",
]);

const sizes = new Map();
function kib(file) {
  if (!sizes.has(file))
    sizes.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1024);
  return sizes.get(file);
}

function closure(keys, files = new Set()) {
  for (const key of keys) {
    const chunk = manifest[key];
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    closure(chunk.imports ?? [], files);
  }
  return files;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const measured = Object.keys(manifest).filter(
  (key) => manifest[key].isDynamicEntry && /^src\/(features\/|app\/.*-page\.tsx$)/.test(key),
);
// The list of screens is part of the entry; what a screen fetches later is named by that screen.
const screens = new Set(entry === undefined ? [] : manifest[entry].dynamicImports);
if (entry === undefined || !screens.has(FIRST_SCREEN.key))
  throw new Error("the manifest has no entry or no login screen");

let failed = false;
for (const key of measured) {
  const usual = screens.has(key) ? OTHER_BUDGET : LATER_BUDGET;
  const budget = key === FIRST_SCREEN.key ? FIRST_SCREEN.budget : usual;
  const files = closure(PUBLIC.has(key) ? [entry, key] : [entry, ...SIGNED_IN, key]);
  const size = [...files].filter((file) => file.endsWith(".js")).reduce((sum, file) => sum + kib(file), 0);
  const over = size > budget;
  failed ||= over;
  console.log(
    `${over ? "OVER" : "  ok"}  ${size.toFixed(1).padStart(6)} of ${budget} KiB  ${key.replace(/^src\/(features\/)?/, "")}`,
  );
}
process.exitCode = failed ? 1 : 0;
