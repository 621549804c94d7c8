/** What was typed and not saved is not lost unasked: by Back, by a link of the menu, by a reload. */
import type { Page } from "@playwright/test";
import { expect, settled, test } from "./fixtures";
import { fitInBothThemes } from "./looks";

const question = (page: Page) => page.getByRole("dialog", { name: "You have changes that are not saved." });
const answer = (page: Page, name: "Stay" | "Leave") => question(page).getByRole("button", { name }).click();
const menu = (page: Page, role: string, name: string) =>
  page.getByRole("navigation", { name: `${role} menu` }).getByRole("link", { name });

/** Reloads, and stays where the browser asks; says whether it did. */
async function asksOnReload(page: Page): Promise<boolean> {
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type() === "beforeunload";
  });
  const loaded = page.waitForEvent("load").then(() => false);
  await page.evaluate(() => window.location.reload()).catch(() => undefined);
  return Promise.race([asked, loaded]);
}

test("a registration is left only by somebody who means it", async ({ signedIn }) => {
  const { page } = await signedIn("hr");
  await menu(page, "HR", "Add New Employee").click();
  await settled(page);
  const name = page.getByLabel("First Name");
  await name.fill("Zoë");

  await page.goBack();
  await expect(question(page)).toBeVisible();
  await fitInBothThemes(page, "leaving");
  await answer(page, "Stay");
  await expect(name).toHaveValue("Zoë");
  await expect(page).toHaveURL(/\/hr\/add-user$/);

  await menu(page, "HR", "Holidays").click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question(page)).toHaveCount(0);
  await expect(name).toHaveValue("Zoë");
  expect(await asksOnReload(page)).toBe(true);
  await expect(name).toHaveValue("Zoë");

  await menu(page, "HR", "Holidays").click();
  await answer(page, "Leave");
  await expect(page.getByRole("heading", { level: 1, name: "Holiday Management" })).toBeFocused();
  // Nothing is typed any more, and nobody asks.
  expect(await asksOnReload(page)).toBe(false);
  await page.goBack();
  await expect(name).toHaveValue("");
  await name.fill("Zoë");
  // A sign-out is meant, and is not held up.
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Login" }).first()).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});

test("a dialog with something typed in it holds up Back and a reload", async ({ signedIn }) => {
  const { page } = await signedIn("hr");
  await menu(page, "HR", "Holidays").click();
  await page.getByRole("button", { name: "Add Holiday" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Holiday" });
  await dialog.getByLabel("Name").fill("Harbour Day");
  await page.goBack();
  await answer(page, "Stay");
  await expect(dialog.getByLabel("Name")).toHaveValue("Harbour Day");
  expect(await asksOnReload(page)).toBe(true);
  // A key pressed while the browser takes its own question away is lost, and nothing tells when it has gone.
  const lost = dialog.getByRole("alert").filter({ hasText: "What you wrote will be lost." });
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(lost).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await dialog.getByRole("button", { name: "Keep Writing" }).click();
  await page.goBack();
  await answer(page, "Leave");
  await expect(page).toHaveURL(/\/hr$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
