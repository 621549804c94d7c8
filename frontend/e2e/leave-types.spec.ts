/** Leave types: kept among the settings of HR, in a portal of its own, because they are everybody's. */
import type { Page } from "@playwright/test";
import { expect, ownPortal, signIn, test } from "./fixtures";
import { press, tabTo } from "./keys";
import { fitForEverybody } from "./looks";

ownPortal();

const open = (page: Page, who: "hr" | "admin") =>
  signIn(page, who, who, "", who === "hr" ? "/hr/settings" : "/admin/settings?tab=hr");
const types = (page: Page) => page.getByRole("region", { name: "Leave Types" });
const row = (page: Page, name: string) => types(page).getByRole("row").filter({ hasText: name });
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });

test("HR keeps the leave types by keyboard alone, and an administrator sees it and hears of who was quicker", async ({
  visitor,
}) => {
  const { page } = await visitor();
  const other = (await visitor()).page;
  await open(page, "hr");
  await open(other, "admin");
  await expect(row(other, "Annual Leave")).toContainText("until March");
  await expect(row(other, "Unpaid Leave")).toContainText("No limit");

  await press(page, page.getByRole("button", { name: "Add Leave Type" }));
  const dialog = page.getByRole("dialog", { name: "Add Leave Type" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("annual LEAVE");
  await tabTo(page, dialog.getByRole("textbox", { name: "Days per Year" }));
  await page.keyboard.type("2.5");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("A leave type with this name already exists")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Study Leave");
  await page.keyboard.press("Enter");
  await expect(messages(page)).toContainText("Leave type added successfully!");
  await expect(row(page, "Study Leave")).toContainText("2.5");
  await expect(row(other, "Study Leave")).toBeVisible();

  await other.getByRole("button", { name: "Edit: Annual Leave" }).click();
  const editing = other.getByRole("dialog", { name: "Edit Leave Type" });
  await editing.getByLabel("From Year").selectOption("2027");
  await editing.getByRole("textbox", { name: "Days per Year" }).fill("25");
  await fitForEverybody(other, "leave-type-editing");

  await press(page, page.getByRole("button", { name: "Edit: Annual Leave" }));
  await tabTo(page, page.getByRole("textbox", { name: "Days Back" }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("14");
  await page.keyboard.press("Enter");
  await expect(messages(page)).toContainText("Leave type updated successfully!");
  await expect(page.getByRole("button", { name: "Edit: Annual Leave" })).toBeFocused();

  await editing.getByRole("button", { name: "Save" }).click();
  await expect(
    editing.getByText("This leave type has changed since you opened it. Please review it again."),
  ).toBeVisible();
  await expect(editing.getByRole("textbox", { name: "Days Back" })).toHaveValue("14");
  await expect(editing.getByRole("textbox", { name: "Days per Year" })).toHaveValue("25");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "Annual Leave")).toContainText("From 2027: 25 days");

  await press(page, page.getByRole("button", { name: "Deactivate: Study Leave" }));
  await expect(row(page, "Study Leave")).toContainText("Inactive");
  await expect(other.getByRole("button", { name: "Activate: Study Leave" })).toBeVisible();
});
