/** Salaries with a date, and a joining date that is corrected: in a portal of its own, because its people change. */
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures";
import { fitForEverybody } from "./looks";
import { Portal } from "./portal";

/** A Wednesday. */
let portal: Portal;
test.beforeAll(async () => {
  portal = await Portal.start("demo", { DAYBOOK_NOW: "2026-11-18T09:00:00Z" });
});
test.afterAll(() => portal.remove());

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const history = (page: Page) => page.getByRole("table", { name: "Salary History" });

async function open(page: Page, name: string) {
  await page.getByRole("button", { name, exact: true }).click();
  await expect(history(page)).toBeVisible();
}

test("HR raises a salary from next year on and corrects a joining date", async ({ visitor }) => {
  const { page } = await visitor();
  await signIn(page, "hr", "hr", portal.address, "/hr/employees");
  await open(page, "Emma Larsen");
  const dialog = page.getByRole("dialog");
  await expect(history(page).getByRole("row")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Edit Profile" }).click();
  await dialog.getByLabel("Salary").fill("52000");
  await dialog.getByLabel("From", { exact: true }).fill("2024-12-17");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByLabel("From", { exact: true })).toHaveAccessibleDescription(
    /The salary cannot begin before the joining date \(2024-12-18\)/,
  );
  await fitForEverybody(page, "salary-from");
  await dialog.getByLabel("From", { exact: true }).fill("2027-01-01");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(messages(page)).toContainText("Profile updated successfully!");
  await open(page, "Emma Larsen");
  await expect(dialog).toContainText("46,800.00 EUR");
  await expect(history(page).getByRole("row").nth(1)).toContainText("Jan 1, 2027");
  await expect(history(page).getByRole("row").nth(1)).toContainText("52,000.00 EUR");
  await expect(history(page).getByRole("row").nth(1)).toContainText("Helen Fischer");
  await fitForEverybody(page, "salary-history");

  await dialog.getByRole("button", { name: "Edit Profile" }).click();
  await dialog.getByLabel("Joining Date").fill("2026-11-10");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByText("There are entries before this date")).toBeVisible();
  await dialog.getByLabel("Joining Date").fill("2024-11-04");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  await open(page, "Emma Larsen");
  await expect(dialog).toContainText("Monday, November 4, 2024");
  await expect(history(page).getByRole("row").nth(2)).toContainText("Nov 4, 2024");
});
