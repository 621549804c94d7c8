/** Moving about without a mouse. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures";

/** Goes on with Tab until the focus is there; a control that Tab never reaches does not exist for these people. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: "Tab" | "Shift+Tab" | "ArrowDown" = "Tab",
): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 60; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there`);
}

export async function press(page: Page, target: Locator): Promise<void> {
  // Within a menu it is the arrows that lead on.
  const isEntry = (await target.getAttribute("role")) === "menuitem";
  await tabTo(page, target, isEntry ? "ArrowDown" : "Tab");
  await page.keyboard.press("Enter");
}

/** Types into the field that Tab leads to. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
