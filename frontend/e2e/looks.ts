/** A state of a screen as everybody sees it: in both themes, on a desk and on a phone. */
import type { Page } from "@playwright/test";
import { picture, withoutSidewaysScroll, withoutViolations } from "./fixtures";

const USUAL_HEIGHT = 900;

/** A window of that width, as high as the page: what lies half behind the bar at the foot would be measured as if it were that small. */
export async function showWhole(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: USUAL_HEIGHT });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, USUAL_HEIGHT) });
}

const THEMES = ["dark", "light"] as const;
type Theme = (typeof THEMES)[number];

/** What is shown now in both themes, as pictures; `looked` says in which of them it is looked at for what shuts people out. */
async function inBothThemes(page: Page, name: string, looked: (theme: Theme) => boolean): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await picture(page, `${name}-${colorScheme}`);
    await withoutSidewaysScroll(page);
    if (looked(colorScheme)) await withoutViolations(page);
  }
}

/** What is shown now, in both themes. */
export const fitInBothThemes = (page: Page, name: string): Promise<void> =>
  inBothThemes(page, name, () => true);

/** Each theme and each width is looked at once: a colour does not depend on the width, nor a target's size on the theme. */
export async function fitForEverybody(page: Page, name: string): Promise<void> {
  for (const [width, theme] of [
    [390, "dark"],
    [1440, "light"],
  ] as const) {
    await showWhole(page, width);
    await inBothThemes(page, `${name}-${width}`, (one) => one === theme);
  }
}
