/**
 * Every screen, in both themes, at two widths: it stands, it is accessible, it fits, and it breaks no policy. What a screen reader
 * finds there is kept in `e2e/aria`; after a change that was meant, `npx playwright test screens --update-snapshots` writes it anew.
 */
import type { Page } from "@playwright/test";
import { AREAS, OPEN } from "./areas";
import { expect, settled, test, type Who, withoutSidewaysScroll } from "./fixtures";
import { fitInBothThemes, fits, showWhole, VIEWS } from "./looks";

test.use({ apart: "screens" });

/** Beside their own area: the screen that all share, one that is denied, and one with a person in its address. */
const BESIDE: Readonly<Partial<Record<Who, readonly string[]>>> = {
  employee: ["/directory", "/hr"],
  hr: ["/user-timesheets/018f0000-0000-7000-8000-000000000000"],
  boss: ["/user-timesheets/018f0000-0000-7000-8000-000000000000"],
};

function nameOf(path: string): string {
  return path === "/" ? "start" : path.slice(1).replaceAll("/", "-");
}

/**
 * What a screen reader finds, without what differs from run to run: addresses hold identifiers, and the clock goes on. A report was
 * last updated by the machine's clock, which is on another day than the portal's. What stands in the audit log, and who never signed
 * in, depends on who was there before, and on the jobs.
 */
async function heard(page: Page): Promise<string> {
  const tree = await page.locator("body").ariaSnapshot();
  return tree
    .replace(/^ *- \/url: .*\n/gm, "")
    .replace(/(?<="Last updated:"\n *- time: ).*/g, "DAY AND TIME")
    .replace(/\b\d{1,2}:\d{2} [AP]M\b/g, "TIME")
    .replace(/^( *)- table "(Audit log|Accounts)":\n(?:\1 .*\n)+/m, '$1- table "$2": ROWS\n')
    .replace(/[\d,]+(?= (?:entry|entries)(?: sealed|, chain intact))/g, "COUNT")
    .replace(/\b[0-9a-f]{64}\b/g, "HASH")
    .replaceAll(new URL(page.url()).origin, "ADDRESS");
}

/** A screen that another role was shown already is heard and measured again; how it is made, axe knows by then. */
async function inspect(page: Page, path: string, prefix: string, isNew = true) {
  // Axe takes longer than whatever comes a moment later; without it that is waited for.
  await page.goto(path, { waitUntil: isNew ? "load" : "networkidle" });
  for (const { width, colorScheme } of VIEWS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    // The menu of the person comes a moment after the frame.
    const isSignedIn = prefix !== "visitor-";
    await expect(page.getByRole("button", { name: /User menu/ })).toHaveCount(isSignedIn ? 1 : 0);
    if (width === 1440) expect(await heard(page)).toMatchSnapshot(`${prefix}${nameOf(path)}.yml`);
    if (!isNew) {
      await withoutSidewaysScroll(page);
      continue;
    }
    await showWhole(page, width);
    await fits(page, `${prefix}${nameOf(path)}-${width}-${colorScheme}`);
  }
}

for (const path of [...OPEN, "/employee"]) {
  test(`a visitor at ${path}`, async ({ visitor }) => {
    const { page } = await visitor();
    await inspect(page, path, "visitor-");
    await expect(page.locator("main")).toHaveCount(1);
  });
}

for (const { who, role, area } of AREAS) {
  test(`the screens of ${who}`, async ({ signedIn }) => {
    const { page } = await signedIn(who);
    for (const { address, roles } of area)
      await test.step(address, () => inspect(page, address, `${who}-`, roles?.[0] === role));
    for (const path of BESIDE[who] ?? [])
      await test.step(path, () => inspect(page, path, `${who}-`, who !== "boss"));
  });
}

test("what opens above a screen", async ({ signedIn }) => {
  const { page } = await signedIn("manager", "/manager/team-timesheets?range=waiting");
  await page.getByRole("button", { name: /User menu/ }).click();
  await fitInBothThemes(page, "open-user-menu");
  await page.keyboard.press("Escape");

  for (const [name, button] of [
    ["reject", "Reject Week"],
    ["tasks", "View Weekly Tasks"],
  ] as const) {
    await page.getByRole("button", { name: button }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await fitInBothThemes(page, `open-${name}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }

  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Manager menu" })).toBeVisible();
  await fitInBothThemes(page, "open-drawer");
  await page.getByRole("dialog").getByRole("link", { name: "Team Reports" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Team Reports" })).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
