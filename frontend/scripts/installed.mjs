// Says by its exit status whether the installed packages are exactly those of the lock file, so
// that `npm ci`, which starts by removing them all, runs only when it changes something. npm keeps
// its own list of what it has installed, and writes it last: an installation that was interrupted
// has none.

import { readFileSync } from "node:fs";

function packages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

function upToDate() {
  const locked = packages("package-lock.json");
  const installed = packages("node_modules/.package-lock.json");
  const present = Object.entries(installed).every(
    ([path, entry]) => locked[path]?.version === entry.version && locked[path]?.integrity === entry.integrity,
  );
  // What is made for another system is optional and stays away.
  const complete = Object.entries(locked).every(
    ([path, entry]) => path === "" || entry.optional || entry.devOptional || path in installed,
  );
  return present && complete;
}

try {
  process.exitCode = upToDate() ? 0 : 1;
} catch {
  process.exitCode = 1;
}
