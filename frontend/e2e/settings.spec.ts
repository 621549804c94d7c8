/** HR Settings and System Settings: in a portal of its own, because what the organisation decides is everybody's. */
import type { Page } from "@playwright/test";
import { expect, ownPortal, signIn, test } from "./fixtures";
import { tabTo } from "./keys";
import { fitInBothThemes } from "./looks";

ownPortal();

const open = (page: Page, who: "hr" | "admin") => signIn(page, who, who, "", `/${who}/settings`);
const row = (page: Page, label: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3, name: label, exact: true }) });
const edit = (page: Page, label: string) => page.getByRole("button", { name: `Edit: ${label}` });
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });

test("an administrator names the organisation, and every open browser reads it", async ({ visitor }) => {
  const { page } = await visitor();
  const guest = (await visitor()).page;
  const hr = (await visitor()).page;
  await open(page, "admin");
  await open(hr, "hr");
  await expect(page.getByRole("heading", { level: 1, name: "System Settings" })).toBeVisible();
  await expect(page.getByText("These are set by the server's operator.")).toBeVisible();
  await expect(page.getByText("SQLite")).toBeVisible();

  await edit(page, "Organisation").click();
  await page.getByRole("textbox", { name: "Organisation" }).fill("Northwind Works");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(messages(page)).toContainText("Setting saved");
  await expect(row(page, "Organisation")).toContainText("Northwind Works");
  await expect(row(page, "Organisation")).toContainText(/Changed Nov 18, 2026 by /);
  await expect(page).toHaveTitle(/Northwind Works/);
  await expect(hr).toHaveTitle(/Northwind Works/);
  await guest.goto("/login");
  await expect(guest).toHaveTitle(/Northwind Works/);
});

test("HR rates attendance from a month on, and hears of who was quicker, by keyboard alone", async ({
  visitor,
}) => {
  const { page } = await visitor();
  const other = (await visitor()).page;
  await open(page, "hr");
  await open(other, "admin");
  await other.getByRole("tab", { name: "HR" }).click();

  await tabTo(page, edit(page, "Good attendance from"));
  await page.keyboard.press("Enter");
  const percent = page.getByRole("textbox", { name: "Good attendance from" });
  await expect(percent).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("140");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Good attendance from must be a whole number from 50 to 100")).toBeVisible();
  await expect(percent).toBeFocused();

  await edit(other, "Good attendance from").click();
  await other.getByRole("textbox", { name: "Good attendance from" }).fill("70");
  await other.getByLabel("From month").fill("2027-01");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(row(other, "Good attendance from")).toContainText("70 from January 2027");

  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("75");
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("This setting has changed since you opened it. Please review it again."),
  ).toBeVisible();
  await expect(page.getByText(/^Now 80, set by /)).toBeVisible();
  await percent.focus();
  await page.keyboard.press("Enter");
  await expect(row(page, "Good attendance from")).toContainText("70 from January 2027");
  await expect(row(page, "Good attendance from").getByText("75", { exact: true })).toBeVisible();
  await expect(edit(page, "Good attendance from")).toBeFocused();
});

test("HR sets the hours of mails, and an open profile names them beside the choice of its owner", async ({
  signedIn,
  visitor,
}) => {
  const { page } = await visitor();
  const employee = (await signedIn("employee", "/employee/profile")).page;
  const choice = (label: string) => employee.getByRole("combobox", { name: label });
  await expect(choice("Rejected days")).toHaveValue("instant");
  await choice("Approved days").selectOption("Daily digest");
  await employee.getByRole("button", { name: "Save Notifications" }).click();
  await expect(messages(employee)).toContainText("Notification settings saved");
  await employee.reload();
  await expect(choice("Approved days")).toHaveValue("digest");
  await expect(employee.getByText("08:30")).toBeVisible();

  await open(page, "hr");
  await edit(page, "Daily digest at").click();
  await fitInBothThemes(page, "settings-editing");
  await page.getByLabel("Daily digest at").fill("07:15");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(messages(page)).toContainText("Setting saved");
  await expect(employee.getByText("07:15")).toBeVisible();
});
