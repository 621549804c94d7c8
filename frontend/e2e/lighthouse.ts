/**
 * What Lighthouse says of the first screens: the login and the home of each role, each in a browser that has just started and has
 * nothing cached, as a telephone and as a desktop computer. Lighthouse is fetched when it is asked for; no other command needs it.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { expect, signIn, test, type Who } from "./fixtures";

const LIGHTHOUSE = "lighthouse@12.8.2";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

type Report = {
  readonly categories: Readonly<
    Record<"performance" | "accessibility" | "best-practices", { score: number }>
  >;
  readonly audits: Readonly<Record<string, { readonly numericValue: number }>>;
};

/** Kept after the run: the page beside each report names what cost a point. */
const REPORTS = new URL("../../artifacts/lighthouse/", import.meta.url).pathname;

async function judged(url: string, name: string, more: readonly string[]): Promise<Report> {
  mkdirSync(REPORTS, { recursive: true });
  const { launchOptions } = test.info().project.use;
  const run = () =>
    promisify(execFile)(
      "npx",
      [
        "--yes",
        LIGHTHOUSE,
        url,
        "--quiet",
        "--output=json",
        "--output=html",
        `--output-path=${REPORTS}${name}`,
        "--only-categories=performance,accessibility,best-practices",
        ...more,
      ],
      { env: { ...process.env, CHROME_PATH: launchOptions?.executablePath } },
    );
  // Now and then its trace of a page lacks the beginning, and Lighthouse asks to be run again.
  await run().catch((failure: Error) => {
    if (!failure.message.includes("NO_NAVSTART")) throw failure;
    return run();
  });
  return JSON.parse(readFileSync(`${REPORTS}${name}.report.json`, "utf8"));
}

const ROLES: readonly Who[] = ["employee", "manager", "hr", "admin"];

for (const screen of ["login", ...ROLES] as const)
  for (const device of ["mobile", "desktop"] as const)
    test(`${screen} ${device}`, async ({ portal }) => {
      const profile = mkdtempSync(join(tmpdir(), "daybook-lighthouse-"));
      if (screen !== "login") {
        // What the sign-in leaves in the profile is all that Lighthouse's own browser finds there.
        const context = await chromium.launchPersistentContext(
          profile,
          test.info().project.use.launchOptions,
        );
        await signIn(await context.newPage(), screen, screen, portal.address);
        await context.close();
      }
      const { categories, audits } = await judged(`${portal.address}/${screen}`, `${screen}-${device}`, [
        `--chrome-flags=${[...FLAGS, `--user-data-dir=${profile}`].join(" ")}`,
        ...(device === "desktop" ? ["--preset=desktop"] : []),
      ]);
      rmSync(profile, { recursive: true, force: true });

      const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
      const scores = Object.values(categories).map(({ score }) => Math.round(score * 100));
      const times = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"].map(value);
      const shift = value("cumulative-layout-shift");
      console.log(`| ${[screen, device, ...scores, ...times.map(Math.round), shift].join(" | ")} |`);
      expect.soft(scores[0], "performance").toBeGreaterThanOrEqual(95);
      expect.soft(scores.slice(1), "accessibility, best practices").toEqual([100, 100]);
      expect.soft(shift, "cumulative layout shift").toBe(0);
    });
