/** Holiday Management, and what it does to the calendars of others: in a portal of its own, because a holiday is everybody's. */
import type { Page } from "@playwright/test";
import { expect, ownPortal, signIn, test } from "./fixtures";
import { press, tabTo } from "./keys";
import { fitForEverybody } from "./looks";

ownPortal();

async function open(page: Page, who: "hr" | "admin", search = ""): Promise<void> {
  await signIn(page, who, who, "", `/${who}/holidays${search}`);
}

const add = (page: Page) => page.getByRole("button", { name: "Add Holiday" });
const dialog = (page: Page) => page.getByRole("dialog");
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save Holiday" });
const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const year = (page: Page) => page.getByLabel("Year", { exact: true });

test("a holiday is added, moved and deleted, and an open calendar follows at once", async ({
  signedIn,
  visitor,
}) => {
  const { page } = await visitor();
  const employee = (await signedIn("employee", `/employee/timesheet`, "jonas")).page;
  const grid = employee.getByRole("grid");
  const today = grid.getByRole("button", { name: "Wednesday, November 18, 2026" });
  const friday = grid.getByRole("button", { name: "Friday, November 20, 2026" });
  await expect(employee.getByLabel("Hours")).toBeEnabled();

  await open(page, "hr");
  await test.step("without a date or a name nothing is sent", async () => {
    await press(page, add(page));
    await press(page, save(page));
    await expect(dialog(page)).toContainText("Date and name are required");
    await expect(dialog(page).getByLabel("Date")).toBeFocused();
    await fitForEverybody(page, "holidays-edit");
  });

  await test.step("it is added, for every year from now on", async () => {
    await page.keyboard.type("11182026");
    await tabTo(page, dialog(page).getByLabel("Name"));
    await page.keyboard.type("Harbour Day");
    await tabTo(page, dialog(page).getByRole("checkbox", { name: "Repeats every year" }));
    await page.keyboard.press("Space");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(messages(page)).toContainText("Holiday created successfully");
    await expect(row(page, "Harbour Day")).toContainText("every year since 2026");
    await expect(row(page, "Harbour Day")).toContainText("Wednesday, November 18, 2026");
    await expect(row(page, "Harbour Day")).toContainText("Today");
    await expect(row(page, "Harbour Day")).toContainText("Helen Fischer");
    await expect(page.getByRole("region", { name: "Upcoming" }).getByRole("listitem").first()).toContainText(
      "Harbour Day",
    );
  });

  await test.step("over the socket: today is a holiday in the open calendar, and cannot be filled", async () => {
    await expect(today).toContainText("Holiday");
    await expect(employee.getByLabel("Hours")).toBeDisabled();
    await expect(employee.getByLabel("Entry for the chosen day")).toContainText("Harbour Day");
    await expect(
      employee.getByText("This date is a holiday. Contact Admin/HR/Manager if you worked.").first(),
    ).toBeAttached();
  });

  await test.step("the years after it have it, those before do not", async () => {
    await year(page).selectOption("2028");
    await expect(row(page, "Harbour Day")).toContainText("Saturday, November 18, 2028");
    await expect(page).toHaveURL(/\?year=2028$/);
    await year(page).selectOption("2025");
    await expect(row(page, "Christmas Day")).toBeVisible();
    await expect(row(page, "Harbour Day")).toHaveCount(0);
  });

  await test.step("it cannot be moved onto another one", async () => {
    await year(page).selectOption("2027");
    await page.getByRole("button", { name: "Edit Harbour Day" }).click();
    await expect(dialog(page)).toContainText("2026 remains its first year.");
    await dialog(page).getByLabel("Date").fill("2027-12-25");
    await save(page).click();
    await expect(dialog(page).getByLabel("Date")).toHaveAccessibleDescription(
      "A holiday already exists on this date",
    );
    await expect(dialog(page).getByLabel("Date")).toBeFocused();
  });

  await test.step("moved in another year, it moves in every year", async () => {
    await dialog(page).getByLabel("Date").fill("2027-11-20");
    await save(page).click();
    await expect(messages(page)).toContainText("Holiday updated successfully");
    await expect(row(page, "Harbour Day")).toContainText("Saturday, November 20, 2027");
    await year(page).selectOption("2026");
    await expect(row(page, "Harbour Day")).toContainText("Friday, November 20, 2026");
    await expect(friday).toContainText("Holiday");
    await expect(today).not.toContainText("Holiday");
    await expect(employee.getByLabel("Hours")).toBeEnabled();
  });

  await test.step("deleting it asks first, and takes it from every calendar", async () => {
    const remove = page.getByRole("button", { name: "Delete Harbour Day" });
    await remove.click();
    await expect(
      page.getByRole("dialog", { name: "Are you sure you want to delete this holiday?" }),
    ).toContainText("It will be deleted from every year since 2026");
    await page.keyboard.press("Escape");
    await expect(remove).toBeFocused();
    await remove.click();
    await dialog(page).getByRole("button", { name: "Delete", exact: true }).click();
    await expect(messages(page)).toContainText("Holiday deleted successfully");
    await expect(row(page, "Harbour Day")).toHaveCount(0);
    await expect(friday).not.toContainText("Holiday");
  });
});
