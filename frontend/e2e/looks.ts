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

/** What is shown now, in both themes. */
export async function fitInBothThemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await picture(page, `${name}-${colorScheme}`);
    await withoutSidewaysScroll(page);
    await withoutViolations(page);
  }
}

export async function fitForEverybody(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await showWhole(page, width);
    await fitInBothThemes(page, `${name}-${width}`);
  }
}
