/** Which mails somebody gets, chosen on their profile; and the hours at which the organisation has them sent. */
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures";
import { fitForEverybody, fitInBothThemes } from "./looks";
import { Portal } from "./portal";

/** A Wednesday. */
let portal: Portal;
test.beforeAll(async () => {
  portal = await Portal.start("demo", { DAYBOOK_NOW: "2026-11-18T10:00:00Z" });
});
test.afterAll(() => portal.remove());

const open = (page: Page, who: "employee" | "manager") =>
  signIn(page, who, who, portal.address, `/${who}/profile`);
const choice = (page: Page, label: string) => page.getByRole("combobox", { name: label });
const save = (page: Page) => page.getByRole("button", { name: "Save Notifications" });
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });

test("an employee chooses which mails come, and finds the choice again", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "employee");
  await expect(page.getByRole("heading", { level: 2, name: "Notifications" })).toBeVisible();
  await expect(
    page.getByText("In the portal you are always told. Choose what also comes by mail."),
  ).toBeVisible();
  await expect(choice(page, "Rejected days")).toHaveValue("instant");
  await expect(choice(page, "Evening reminder of a missing day").getByRole("option")).toHaveText([
    "Instant",
    "Off",
  ]);
  await choice(page, "Approved days").selectOption("Daily digest");
  await choice(page, "Evening reminder of a missing day").selectOption("Off");
  await save(page).click();
  await expect(messages(page)).toContainText("Notification settings saved");
  await page.reload();
  await expect(choice(page, "Approved days")).toHaveValue("digest");
  await expect(choice(page, "Evening reminder of a missing day")).toHaveValue("off");
  await fitInBothThemes(page, "notification-settings");
  await fitForEverybody(page, "notification-settings");
});

test("HR sets the hours, and every profile names them", async ({ visitor }) => {
  const { page } = await visitor();
  const manager = (await visitor()).page;
  await open(manager, "manager");
  await expect(choice(manager, "Morning digest of my team").getByRole("option")).toHaveText([
    "Daily digest",
    "Off",
  ]);
  await expect(manager.getByText("08:30")).toBeVisible();
  await signIn(page, "hr", "hr", portal.address, "/hr/settings");
  await expect(page.getByRole("heading", { level: 2, name: "Mails" })).toBeVisible();
  await page.getByRole("button", { name: "Edit: Daily digest at" }).click();
  await page.getByLabel("Daily digest at").fill("07:15");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(messages(page)).toContainText("Setting saved");
  await expect(manager.getByText("07:15")).toBeVisible();
  await page.getByRole("button", { name: "Edit: Evening reminder at" }).click();
  await page.getByLabel("Evening reminder at").fill("17:20");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText("Evening reminder at must be a time in quarter hours, such as 17:30"),
  ).toBeVisible();
});
