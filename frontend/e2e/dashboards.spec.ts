/** The dashboards of HR and of administrators: their figures lead on, and what changes is there at once. */
import type { Page } from "@playwright/test";
import { expect, ownPortal, test } from "./fixtures";
import { press } from "./keys";
import { fitForEverybody } from "./looks";
import { Organisation } from "./organisation";

const portal = ownPortal();

const main = (page: Page) => page.getByRole("main");
const tile = (page: Page, name: string) =>
  main(page).locator("dl > div").filter({ hasText: name }).locator("dd").first();

test("the figures of HR are real and lead on, and open positions are changed by keyboard where they stand", async ({
  signedIn,
}) => {
  const { page } = await signedIn("hr");
  // Of the sample's employees two have left; one joined twelve days ago and has no manager, nor has the one who is blocked.
  await expect(tile(page, "Total Employees")).toHaveText("12");
  await expect(tile(page, "New Hires")).toHaveText("1");
  await expect(tile(page, "Turnover Rate")).toHaveText(/^\d+\.\d%$/);
  await main(page).getByRole("link", { name: "Employees Without a Manager" }).click();
  await expect(page).toHaveURL(/\/hr\/employees\?manager=none&status=active$/);
  await expect(main(page)).toContainText("Lucas Moreau");
  // The list shows those who were counted: a person who is blocked or has left needs no manager.
  await expect(main(page).getByText("Bilal Aziz")).toHaveCount(0);
  await page.goBack();

  const edit = page.getByRole("button", { name: "Edit open positions" });
  const field = page.getByRole("textbox", { name: "Open Positions" });
  await press(page, edit);
  await expect(field).toBeFocused();
  await page.keyboard.type("-1");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription("Open positions must be a whole number from 0 to 10,000");
  await fitForEverybody(page, "open-positions-refused");
  await field.fill("12");
  await page.keyboard.press("Enter");
  await expect(edit).toBeFocused();
  await expect(tile(page, "Open Positions")).toHaveText("12");
  await expect(page.getByText("Open positions updated")).toBeVisible();
  const colleague = await new Organisation(portal.address).signIn("priya@daybook.example");
  await colleague.call("PUT", "/api/settings/open-positions", { value: 8 });
  await expect(tile(page, "Open Positions")).toHaveText("8");
});

test("the administrators' lists are leafed through, each with its place in the address", async ({
  signedIn,
}) => {
  const { page } = await signedIn("admin");
  await expect(tile(page, "Total Users")).toHaveText("20");
  const activity = page.getByRole("region", { name: "Recent Timesheet Activity" });
  await expect(activity).toContainText(/Page 1 of \d/);
  await press(page, activity.getByRole("button", { name: "Next" }));
  await expect(activity).toContainText(/Page 2 of \d/);
  await expect(page).toHaveURL(/\/admin\?activity=2$/);
  await page.reload();
  await press(page, activity.getByRole("button", { name: "Previous" }));
  await expect(activity).toContainText(/Page 1 of \d/);
  await expect(activity.getByRole("button", { name: "Next" })).toBeFocused();
});
