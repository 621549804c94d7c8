/** Timesheet Unlock, by each role that has it, with the employee watching: in a portal of its own, because every day can be opened only once. */
import type { Page } from "@playwright/test";
import { expect, signIn, test, type Who } from "./fixtures";
import { tabTo } from "./keys";
import { fitForEverybody, fitInBothThemes } from "./looks";
import { Portal } from "./portal";

/** A Wednesday. */
let portal: Portal;
test.beforeAll(async () => {
  portal = await Portal.start("demo", { DAYBOOK_NOW: "2026-11-18T09:00:00Z" });
});
test.afterAll(() => portal.remove());

const employeeField = (page: Page) => page.getByRole("combobox", { name: "Employee" });
const dateField = (page: Page) => page.getByLabel("Date to unlock");
const reasonField = (page: Page) => page.getByRole("textbox", { name: "Reason" });
const submit = (page: Page) => page.getByRole("button", { name: "Unlock Timesheet" });
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const day = (page: Page, name: string) => page.getByRole("grid").getByRole("button", { name });

/** Signed in, before the form. */
async function open(page: Page, who: Who, search = ""): Promise<void> {
  await signIn(page, who, who, portal.address, `/${who}/direct-unlock${search}`);
}

/** An employee before the month, with that day chosen. */
async function watch(page: Page, mailbox: string, date: string): Promise<void> {
  await signIn(page, "employee", mailbox, portal.address, `/employee/timesheet?date=${date}`);
}

async function fill(page: Page, task: string): Promise<void> {
  await page.getByRole("button", { name: "Half day 5 h" }).click();
  await page.getByLabel("Task description").fill(task);
  await page.getByRole("button", { name: "Submit Timesheet" }).click();
  await expect(page.getByText("Timesheet submitted successfully!")).toBeVisible();
}

test("a manager opens yesterday, and the employee fills it once", async ({ visitor }) => {
  const YESTERDAY = "Tuesday, November 17, 2026";
  const employee = (await visitor()).page;
  const manager = (await visitor()).page;
  await watch(employee, "noor", "2026-11-17");
  const yesterday = day(employee, YESTERDAY);
  await expect(employee.getByText(/Please contact your manager/).first()).toBeAttached();
  await expect(employee.getByLabel("Hours")).toBeDisabled();

  await open(manager, "manager");
  await test.step("only the manager's own team is there to choose from", async () => {
    await employeeField(manager).click();
    await expect(manager.getByRole("option")).toHaveCount(5);
    await employeeField(manager).fill("workshop");
    await expect(manager.getByText("No employees found")).toBeVisible();
    await employeeField(manager).fill("HADDAD");
    await manager.getByRole("option", { name: /Noor Haddad/ }).click();
  });
  const choose = async () => {
    await expect(employeeField(manager)).toHaveValue("Noor Haddad");
    await expect(dateField(manager)).toHaveAttribute("min", "2026-11-17");
    await expect(dateField(manager)).toHaveAttribute("max", "2026-11-18");
    await manager.getByRole("button", { name: YESTERDAY, exact: true }).click();
    await reasonField(manager).fill("Was on the ferry without a network");
  };
  await choose();
  await expect(manager).toHaveURL(/\?employee=[^&]+&date=2026-11-17$/);
  const address = manager.url();
  // Twice, as impatient people do: it is sent once.
  await submit(manager).dblclick();
  await expect(messages(manager)).toContainText("Timesheet Unlocked Successfully!");
  await expect(messages(manager)).toContainText(`Noor Haddad can now fill in ${YESTERDAY}.`);
  await expect(employeeField(manager)).toBeFocused();
  await expect(employeeField(manager)).toHaveValue("");
  await expect(reasonField(manager)).toHaveValue("");
  await expect(manager.getByRole("region", { name: "Unlocked just now" })).toContainText("Noor Haddad");

  await test.step("over the socket: the open calendar turns purple by itself", async () => {
    await expect(yesterday).toContainText("Approved unlock");
    await expect(employee.getByLabel("Hours")).toBeEnabled();
  });

  await test.step("a second unlock of the same day fails, and loses nothing that was typed", async () => {
    await manager.goto(address);
    await choose();
    await submit(manager).click();
    await expect(messages(manager)).toContainText("Unlock Failed");
    await expect(messages(manager)).toContainText("This date is already unlocked");
    await expect(employeeField(manager)).toHaveValue("Noor Haddad");
    await expect(dateField(manager)).toHaveValue("2026-11-17");
    await expect(reasonField(manager)).toHaveValue("Was on the ferry without a network");
  });

  await test.step("the employee fills the day, and with that it is used up", async () => {
    await fill(employee, "Wrote up the ferry trip");
    await expect(yesterday).toContainText("Pending");
    await expect(yesterday).not.toContainText("Approved unlock");
    await expect(employee.getByLabel("Hours")).toBeDisabled();
  });
});

test("HR opens a rejected day that is long past", async ({ visitor }) => {
  const REJECTED = "Monday, November 2, 2026";
  const employee = (await visitor()).page;
  const hr = (await visitor()).page;
  await watch(employee, "employee", "2026-11-02");
  await expect(employee.getByText(/requires approval to unlock/).first()).toBeAttached();
  await open(hr, "hr");
  await employeeField(hr).fill("emma");
  await hr.getByRole("option", { name: /Emma Larsen/ }).click();
  await expect(dateField(hr)).toHaveAttribute("min", "2026-11-16");
  const rejected = hr.getByRole("group", { name: "Rejected days you can unlock" });
  await rejected.getByRole("button", { name: REJECTED }).click();
  await reasonField(hr).fill("The site log came late");
  await submit(hr).click();
  await expect(messages(hr)).toContainText(`Emma Larsen can now fill in ${REJECTED}.`);
  await expect(employee.getByLabel("Hours")).toBeEnabled();
  await expect(employee.getByLabel("Entry for the chosen day")).toContainText("Approved unlock");
  await fill(employee, "As in the site log");
  await expect(day(employee, REJECTED)).toContainText("Pending");
  await expect(employee.getByLabel("Hours")).toBeDisabled();
});

test("an admin opens any day, by the keys alone", async ({ visitor }) => {
  const employee = (await visitor()).page;
  const { page } = await visitor();
  await watch(employee, "amelie", "2026-11-12");
  await open(page, "admin");
  await tabTo(page, employeeField(page));
  await page.keyboard.type("studio");
  await expect(page.getByRole("option").first()).toContainText("Amélie Dubois");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(employeeField(page)).toHaveValue("Amélie Dubois");
  await expect(employeeField(page)).toBeFocused();
  // A browser begins a number anew after a second without a key, and on a busy machine a second passes between two.
  await expect(async () => {
    await employeeField(page).focus();
    await tabTo(page, dateField(page));
    await page.keyboard.type("11122026");
    await expect(page.getByText("Thursday, November 12, 2026")).toBeVisible({ timeout: 3000 });
  }).toPass();
  await tabTo(page, reasonField(page));
  await page.keyboard.type("Was ill, came back today");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(messages(page)).toContainText("Timesheet Unlocked Successfully!");
  await expect(employeeField(page)).toBeFocused();
  await expect(page).toHaveURL(/\/direct-unlock$/);
  await expect(day(employee, "Thursday, November 12, 2026")).toContainText("Approved unlock");
});

test("what is missing, too long or too far back is said where it is", async ({ visitor }) => {
  const { page } = await visitor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await open(page, "hr");
  await submit(page).click();
  await expect(page.getByText("Please fill in all fields")).toBeVisible();
  await employeeField(page).fill("jonas");
  await page.getByRole("option", { name: /Jonas Weber/ }).click();
  await expect(dateField(page)).toHaveAttribute("min", "2026-11-16");
  await dateField(page).fill("2026-11-13");
  await reasonField(page).fill("é".repeat(450));
  await expect(page.getByText("/ 500")).toHaveCount(0);
  await reasonField(page).fill("é".repeat(501));
  await expect(page.getByText("501 / 500")).toBeVisible();
  await submit(page).click();
  await expect(reasonField(page)).toBeFocused();
  await expect(reasonField(page)).toHaveAccessibleDescription(/The reason must be at most 500 characters/);
  expect(asked.filter((one) => one.startsWith("POST") && one.endsWith("direct-unlock"))).toEqual([]);

  await reasonField(page).fill("é".repeat(500));
  await submit(page).click();
  await expect(messages(page)).toContainText("Unlock Failed");
  await expect(messages(page)).toContainText("You can only unlock timesheets up to 2 day(s) back");
  await expect(dateField(page)).toHaveValue("2026-11-13");
  await expect(reasonField(page)).toHaveValue("é".repeat(500));
  await fitForEverybody(page, "unlock-refused");
  await employeeField(page).click();
  await expect(page.getByRole("option")).toHaveCount(10);
  await fitInBothThemes(page, "unlock-suggestions");
});
