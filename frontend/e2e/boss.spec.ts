/** The area of a Boss, who reads everybody's days and changes none, and how an administrator makes one. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, ownPortal, settled, signInByForm, test } from "./fixtures";
import { HANDS } from "./hands";
import { press, tabTo } from "./keys";

ownPortal();

const main = (page: Page) => page.getByRole("main");
const menu = (page: Page) => page.getByRole("navigation", { name: "Boss menu" });
const roles = (page: Page) => page.getByLabel("Role").getByRole("option");

test("a Boss signs in, and reads and takes along somebody's month, by keyboard alone", async ({
  visitor,
}) => {
  const { page } = await visitor();
  await signInByForm(page, "boss", "boss");
  await expect(menu(page).getByRole("link")).toHaveText([
    "Dashboard",
    "User Timesheets",
    "Reports",
    "Profile",
    "Team Directory",
  ]);
  await HANDS["by keyboard"].goTo(page, "Boss", "User Timesheets");
  await expect(page.getByRole("heading", { level: 1, name: "Employee Directory" })).toBeFocused();
  await expect(main(page)).toContainText("View all employee timesheets");

  await press(page, page.getByRole("link", { name: "View timesheets of Emma Larsen" }));
  await expect(page.getByRole("heading", { level: 1, name: "Emma Larsen's Timesheets" })).toBeFocused();
  const saved = page.waitForEvent("download");
  await press(page, page.getByRole("button", { name: "Download Timesheet" }));
  const file = await saved;
  expect(file.suggestedFilename()).toBe("Emma_Larsen_timesheet_November_2026.csv");
  expect(await readFile(await file.path(), "utf8")).toContain("2026-11");
  await page.goto(`${page.url().replace(/\?.*/, "")}?date=2026-11-02`);
  await settled(page);
  await expect(page.getByRole("region", { name: /November 2, 2026/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Unlock this day" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^History/ })).toHaveCount(0);
});

test("an administrator makes a Boss, last of the roles; HR cannot", async ({ signedIn }) => {
  const { page } = await signedIn("admin", "/admin/add-user");
  await expect(roles(page)).toHaveText(["Select Role", "Employee", "Manager", "HR", "Admin", "Boss"]);
  await tabTo(page, page.getByLabel("First Name"));
  await page.keyboard.type("Berta");
  await page.getByLabel("Last Name").fill("Stein");
  await page.getByLabel("Email").fill("berta@daybook.example");
  await page.getByLabel("Role").selectOption("Boss");
  await page.getByRole("button", { name: "Register" }).click();
  const dialog = page.getByRole("dialog", { name: "Registration Successful!" });
  await expect(dialog).toContainText(/EMP\d+/);
  await page.goto("/admin/users");
  const section = page.getByRole("region", { name: "Boss", exact: true });
  await expect(section.getByRole("button", { name: "Berta Stein", exact: true })).toBeVisible();

  const office = (await signedIn("hr", "/hr/add-user")).page;
  await expect(roles(office)).toHaveText(["Select Role", "Employee", "Manager"]);
});
