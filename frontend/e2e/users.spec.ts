/** The people whom HR and administrators look after: in a portal of its own, because it changes them. How they do it by keys is people-journey. */
import type { Page } from "@playwright/test";
import { expect, hold, ownPortal, signIn, test } from "./fixtures";
import { fitForEverybody, fitInBothThemes } from "./looks";

ownPortal();

const SCREENS = { admin: "/admin/users", hr: "/hr/employees" } as const;

/** Signed in as that person, before the people they look after. */
async function open(page: Page, who: keyof typeof SCREENS, search = ""): Promise<void> {
  await signIn(page, who, who, "", `${SCREENS[who]}${search}`);
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const nameOf = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const row = (page: Page, name: string) => page.getByRole("row").filter({ has: nameOf(page, name) });

test("people are found by page, by word and by state, all of it in the address", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "admin");
  const employees = section(page, "Employees");
  await test.step("pages, kept in the address", async () => {
    await expect(employees).toContainText("Showing 1 to 10 of 14 results");
    await employees.getByRole("button", { name: "Page 2" }).click();
    await expect(employees).toContainText("Showing 11 to 14 of 14 results");
    await expect(page).toHaveURL(/\?employees=2$/);
    await page.goBack();
    await expect(employees).toContainText("Showing 1 to 10 of 14 results");
    await page.goForward();
    await expect(employees).toContainText("Showing 11 to 14 of 14 results");
    await page.getByLabel("Items per page").selectOption("5");
    await expect(employees).toContainText("Showing 1 to 5 of 14 results");
    await expect(page).toHaveURL(/\?size=5$/);
    await expect(employees.getByRole("button", { name: /^Page / })).toHaveText(["1", "2", "3"]);
    await page.getByLabel("Items per page").selectOption("10");
  });

  await test.step("a search, without regard to case", async () => {
    await page.getByRole("searchbox").fill("бондар");
    await expect(nameOf(page, "Олена Бондар")).toBeVisible();
    await expect(employees).toContainText("Showing 1 to 1 of 1 results");
    await page.goBack();
    await expect(employees).toContainText("14 records");
    await expect(page.getByRole("searchbox")).toHaveValue("");
  });

  await test.step("those who cannot sign in", async () => {
    await page.getByLabel("Status").selectOption("Inactive");
    await expect(employees).toContainText("2 records");
    await expect(row(page, "Greta Holm").getByText("Inactive", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\?status=inactive$/);
    await page.reload();
    await expect(row(page, "Greta Holm")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(employees).toContainText("14 records");
  });
});

test("a list that is open elsewhere follows", async ({ visitor }) => {
  const [hr, admin] = [(await visitor()).page, (await visitor()).page];
  await open(hr, "hr", "?search=yuki");
  await open(admin, "admin");
  const release = await hold(hr, /\/api\/work-patterns/);
  await nameOf(hr, "Yuki Tanaka").click();
  const dialog = hr.getByRole("dialog");
  const edit = dialog.getByRole("button", { name: "Edit Profile" });
  await expect(edit).toBeEnabled();
  const place = await edit.boundingBox();
  release();
  await expect(dialog.getByRole("button", { name: "Change Pattern" })).toBeVisible();
  // What comes later moves nothing that somebody is about to press.
  expect(await edit.boundingBox()).toEqual(place);
  await edit.click();
  await dialog.getByLabel("Department").fill("Foundry");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await admin.getByRole("searchbox").fill("yuki");
  await expect(row(admin, "Yuki Tanaka")).toContainText("Foundry");
  // And without anybody touching it.
  await nameOf(hr, "Yuki Tanaka").click();
  await dialog.getByRole("button", { name: "Edit Profile" }).click();
  await dialog.getByLabel("Department").fill("Workshop");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(row(admin, "Yuki Tanaka")).toContainText("Workshop");
});

test("what opens above the people is fit for everybody", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "admin");
  const field = page.getByRole("combobox", { name: "Manager of Amélie Dubois" });
  await field.click();
  await expect(page.getByRole("option", { name: /Marta Nowak/ })).toBeVisible();
  await fitInBothThemes(page, "users-managers");
  await page.keyboard.press("Escape");
  await nameOf(page, "Amélie Dubois").click();
  const dialog = page.getByRole("dialog", { name: "Amélie Dubois" });
  await dialog.getByRole("button", { name: "Edit Profile" }).click();
  await dialog.getByLabel("Last Name").fill("");
  await dialog.getByLabel("Role").selectOption("Manager");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByText("Last name is required")).toBeVisible();
  await fitForEverybody(page, "users-edit");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByRole("dialog", { name: "Reset Password" }).getByLabel("Reason")).toBeFocused();
  await fitForEverybody(page, "users-reset-password");
});
