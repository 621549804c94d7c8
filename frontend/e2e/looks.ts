/** A state of a screen as everybody sees it: on a desk and on a phone, in a light and in a dark theme. */
import type { Page } from "@playwright/test";
import { picture, withoutSidewaysScroll, withoutViolations } from "./fixtures";

const USUAL_HEIGHT = 900;

/** A window of that width, as high as the page: what lies half behind the bar at the foot would be measured as if it were that small. */
export async function showWhole(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: USUAL_HEIGHT });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, USUAL_HEIGHT) });
}

/** Each theme and each width once: a colour does not depend on the width, nor a target's size on the theme. The desk comes last, and stays. */
export const VIEWS = [
  { width: 390, colorScheme: "dark" },
  { width: 1440, colorScheme: "light" },
] as const;
type View = (typeof VIEWS)[number];

/** What is shown now, as it is. */
export async function fits(page: Page, name: string): Promise<void> {
  await picture(page, name);
  await withoutSidewaysScroll(page);
  await withoutViolations(page);
}

/** Turns to that view, without motion. */
async function turnTo(page: Page, { width, colorScheme }: View): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await showWhole(page, width);
}

/** What is shown now, in both themes. */
export async function fitInBothThemes(page: Page, name: string): Promise<void> {
  for (const { colorScheme } of VIEWS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await fits(page, `${name}-${colorScheme}`);
  }
}

/** What is shown now, in every view. */
export async function fitForEverybody(page: Page, name: string): Promise<void> {
  for (const view of VIEWS) {
    await turnTo(page, view);
    await fits(page, `${name}-${view.width}-${view.colorScheme}`);
  }
}
