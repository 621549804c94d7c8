/** Days that are opened: asked for on a phone, decided by the keys alone, in a portal of their own, because each is opened once. */
import type { Page } from "@playwright/test";
import { expect, ownPortal, signIn, test, type Who } from "./fixtures";
import { press, tabTo } from "./keys";
import { fitForEverybody, fitInBothThemes } from "./looks";

ownPortal();

const YESTERDAY = "Tuesday, November 17, 2026";
const MONDAY = "Monday, November 16, 2026";
const PHONE = { width: 390, height: 844 };

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const panel = (page: Page) => page.getByRole("region", { name: "Entry for the chosen day" });
const requests = (page: Page) => page.getByRole("table", { name: "Requests" });

async function watch(page: Page, mailbox: string, date: string): Promise<void> {
  await signIn(page, "employee", mailbox, "", `/employee/timesheet?date=${date}`);
}

async function open(page: Page, who: Who): Promise<void> {
  await signIn(page, who, who, "", `/${who}`);
}

async function ask(page: Page, reason: string): Promise<void> {
  await panel(page).getByRole("button", { name: "Ask for unlock" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask for unlock" });
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: "Send Request" }).click();
  await expect(messages(page)).toContainText("Unlock request sent");
}

test("a day is asked for on a phone, counted on a start page, approved by keys alone, and filled", async ({
  visitor,
}) => {
  const employee = (await visitor()).page;
  const manager = (await visitor()).page;
  await employee.setViewportSize(PHONE);
  await watch(employee, "noor", "2026-11-17");
  await open(manager, "manager");
  const tile = manager.getByRole("link", { name: "Unlock Requests" });
  // The sample has one that waits already.
  await expect(manager.getByText("Unlock Requests").locator("xpath=../..")).toContainText("1");

  await ask(employee, "On the ferry without a network");
  await expect(panel(employee)).toContainText(
    "You asked for an unlock on Wednesday, November 18, 2026. It waits for your manager until Wednesday, November 25, 2026.",
  );
  await expect(panel(employee).getByRole("button", { name: "Ask for unlock" })).toHaveCount(0);

  await test.step("the tile counts it over the socket, and leads to the list", async () => {
    await expect(manager.getByText("Unlock Requests").locator("xpath=../..")).toContainText("2");
    await press(manager, tile);
    await expect(manager.getByRole("heading", { name: "Requests (2)" })).toBeVisible();
    await fitForEverybody(manager, "unlock-requests");
  });
  const row = requests(manager).getByRole("row", { name: /Noor Haddad/ });
  await expect(row).toContainText("On the ferry without a network");
  await press(manager, row.getByRole("button", { name: `Approve Noor Haddad, ${YESTERDAY}` }));
  await expect(messages(manager)).toContainText("Timesheet Unlocked Successfully!");
  await expect(manager.getByRole("heading", { name: "Requests (1)" })).toBeVisible();

  await expect(panel(employee)).toContainText("Unlocked by Daniel Okafor (Manager) until you use it.");
  await employee.getByRole("button", { name: "Half day 5 h" }).click();
  await employee.getByLabel("Task description").fill("Wrote up the ferry trip");
  await employee.getByRole("button", { name: "Submit Timesheet" }).click();
  await expect(panel(employee)).toContainText("Pending");
});

test("HR declines by the keys alone, and the employee reads why and asks again", async ({ visitor }) => {
  const employee = (await visitor()).page;
  const hr = (await visitor()).page;
  await employee.setViewportSize(PHONE);
  await watch(employee, "noor", "2026-11-16");
  await ask(employee, "I was ill");
  await expect(panel(employee)).toContainText("It waits for HR until Wednesday, November 25, 2026.");

  await open(hr, "hr");
  await press(hr, hr.getByRole("link", { name: "Unlock Requests" }));
  const decline = requests(hr).getByRole("button", { name: `Decline Noor Haddad, ${MONDAY}` });
  await press(hr, decline);
  const dialog = hr.getByRole("dialog", { name: "Decline Request" });
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await hr.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog).toContainText("A reason is required");
  await hr.keyboard.type("Please send the doctor's note first");
  await hr.keyboard.press("ControlOrMeta+Enter");
  await expect(messages(hr)).toContainText("Request declined");
  await expect(hr.getByText("No requests to unlock a day")).toBeVisible();
  await expect(hr.getByRole("heading", { name: "Requests (0)" })).toBeVisible();

  await expect(panel(employee)).toContainText("Please send the doctor's note first");
  await ask(employee, "It is on its way");
  await expect(panel(employee)).not.toContainText("Please send the doctor's note first");
  await employee.goto("/employee/notifications");
  await expect(employee.getByRole("link", { name: "A request was declined" })).toBeVisible();
});

test("an admin opens any day, by the keys alone", async ({ visitor }) => {
  const employee = (await visitor()).page;
  const { page } = await visitor();
  await watch(employee, "amelie", "2026-11-12");
  await signIn(page, "admin", "admin", "", "/admin/direct-unlock");
  const employeeField = page.getByRole("combobox", { name: "Employee" });
  const thursday = employee.getByRole("grid").getByRole("button", { name: "Thursday, November 12, 2026" });
  await tabTo(page, employeeField);
  await page.keyboard.type("studio");
  await expect(page.getByRole("option").first()).toContainText("Amélie Dubois");
  await fitInBothThemes(page, "unlock-suggestions");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(employeeField).toHaveValue("Amélie Dubois");
  await expect(employeeField).toBeFocused();
  // A browser begins a number anew after a second without a key, and on a busy machine a second passes between two.
  await expect(async () => {
    await employeeField.focus();
    await tabTo(page, page.getByLabel("Date to unlock"));
    await page.keyboard.type("11122026");
    await expect(page.getByText("Thursday, November 12, 2026")).toBeVisible({ timeout: 3000 });
  }).toPass();
  await tabTo(page, page.getByRole("textbox", { name: "Reason" }));
  await page.keyboard.type("Was ill, came back today");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(messages(page)).toContainText("Timesheet Unlocked Successfully!");
  await expect(employeeField).toBeFocused();
  await expect(page).toHaveURL(/\/direct-unlock$/);
  await expect(thursday).toContainText("Approved unlock");
  await employee.getByRole("button", { name: "Half day 5 h" }).click();
  await employee.getByLabel("Task description").fill("Wrote up the week");
  await employee.getByRole("button", { name: "Submit Timesheet" }).click();
  await expect(thursday).toContainText("Pending");
  await expect(employee.getByLabel("Hours")).toBeDisabled();
});
