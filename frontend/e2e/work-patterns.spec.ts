/** Work patterns: in a portal of its own, because the organisation's is everybody's. */
import type { Page } from "@playwright/test";
import { expect, ownPortal, signIn, test } from "./fixtures";
import { tabTo } from "./keys";
import { fitForEverybody } from "./looks";

ownPortal();

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const section = (page: Page) => page.getByRole("region", { name: "Working Time" });
const change = (page: Page) => section(page).getByRole("button", { name: "Change Pattern" });

test("HR shortens the day of the organisation by keyboard alone, everybody sees it, and it is taken back", async ({
  visitor,
}) => {
  const { page } = await visitor();
  const guest = (await visitor()).page;
  await guest.goto("/");
  await expect(guest.getByText("A full day is 9 hours, a half day is 5 hours.")).toBeVisible();
  await signIn(page, "hr", "hr", "", "/hr/settings");
  await expect(section(page)).toContainText("Monday to Friday, full day 9 h, half day 5 h");
  await tabTo(page, change(page));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("From", { exact: true })).toBeFocused();
  await tabTo(page, page.getByLabel("Full Day"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("8");
  await tabTo(page, page.getByLabel("Half Day"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  const half = "Half day hours must be more than 0 and less than the full day, in steps of 0.5";
  await expect(page.getByLabel("Half Day")).toHaveAccessibleDescription(half);
  await expect(page.getByLabel("Half Day")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await expect(messages(page)).toContainText("Work pattern saved");
  await expect(change(page)).toBeFocused();
  await expect(section(page)).toContainText("Monday to Friday, full day 8 h, half day 4 h");
  await guest.reload();
  await expect(guest.getByText("A full day is 8 hours, a half day is 4 hours.")).toBeVisible();
  await section(page).getByRole("button", { name: "Remove: from Nov 18, 2026" }).click();
  await expect(section(page)).toContainText("Monday to Friday, full day 9 h, half day 5 h");
  await expect(section(page).getByRole("button", { name: /^Remove/ })).toHaveCount(0);
});

test("an Employee gets working days of their own, is told, and finds them in the calendar", async ({
  signedIn,
  visitor,
}) => {
  const { page } = await visitor();
  await signIn(page, "hr", "hr", "", "/hr/employees");
  await page.getByRole("button", { name: "Emma Larsen" }).click();
  const dialog = page.getByRole("dialog");
  await expect(section(page)).toContainText("Same as the organisation");
  await change(page).click();
  await dialog.getByLabel("From", { exact: true }).fill("2026-11-02");
  await expect(dialog.getByText("Attendance is recalculated from that day on.")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Wednesday" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Saturday" }).check();
  await dialog.getByLabel("Full Day").fill("7.5");
  await dialog.getByLabel("Half Day").fill("3.5");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toContainText("What you wrote will be lost.");
  await dialog.getByRole("button", { name: "Keep Writing" }).click();
  await fitForEverybody(page, "work-pattern-of-a-person");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(messages(page)).toContainText("Work pattern saved");
  await expect(section(page)).toContainText(
    "Monday, Tuesday and Thursday to Saturday, full day 7.5 h, half day 3.5 h",
  );
  await expect(section(page)).not.toContainText("Same as the organisation");

  const employee = (await signedIn("employee", "/employee/profile")).page;
  await expect(
    employee.getByText("Monday, Tuesday and Thursday to Saturday, full day 7.5 h, half day 3.5 h"),
  ).toBeVisible();
  await employee.goto("/employee/notifications");
  await expect(employee.getByRole("link", { name: "Your working days change" })).toBeVisible();
  await employee.goto("/employee/timesheet?date=2026-11-18");
  await expect(
    employee
      .getByText(/^This is not one of your working days\./)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(
    employee.getByText("Day off", { exact: true }).filter({ visible: true }).first(),
  ).toBeVisible();
  await employee.goto("/employee/timesheet?date=2026-11-17");
  await expect(employee.getByRole("button", { name: /Full day/ })).toContainText("7.5 h");
  await expect(employee.getByRole("button", { name: /Half day/ })).toContainText("3.5 h");
});
