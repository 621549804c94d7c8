/** Looking after people, as HR and as an admin: in a portal of its own, because what is done here changes who may sign in. */
import type { Locator, Page } from "@playwright/test";
import { findEmployee } from "./directory-parts";
import { expect, hold, PASSWORD, picture, signIn, signInByForm, test } from "./fixtures";
import { press, tabTo } from "./keys";
import { fitForEverybody, fits, turnTo, VIEWS } from "./looks";
import { Portal } from "./portal";

let portal: Portal;
test.beforeAll(async () => {
  portal = await Portal.start("demo", { DAYBOOK_NOW: "2026-11-18T09:00:00Z" });
});
test.afterAll(() => portal.remove());

const SCREENS = { admin: "/admin/users", hr: "/hr/employees" } as const;

/** Signed in as that person, before the people they look after. */
async function open(page: Page, who: keyof typeof SCREENS, search = ""): Promise<void> {
  await signIn(page, who, who, portal.address, `${SCREENS[who]}${search}`);
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const nameOf = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const row = (page: Page, name: string) => page.getByRole("row").filter({ has: nameOf(page, name) });
const managerOf = (page: Page, name: string) => page.getByRole("combobox", { name: `Manager of ${name}` });
const toast = (page: Page, words: string) => page.getByRole("region", { name: "Messages" }).getByText(words);
const columns = (region: Locator) => region.getByRole("columnheader");

test("an admin sees every role, by page, by word and by state", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("User Management - All Roles");
  await expect(columns(section(page, "Employees"))).toHaveText([
    "Name",
    "Access Control",
    "Department",
    "Role",
    "Assign Manager",
  ]);
  for (const [name, count] of [
    ["Managers", "2 records"],
    ["HR", "2 records"],
    ["Admin", "1 record"],
    ["Boss", "1 record"],
  ] as const) {
    await expect(columns(section(page, name))).toHaveText(["Name", "Access Control", "Department", "Role"]);
    await expect(section(page, name)).toContainText(count);
  }
  await expect(row(page, "Ada Lindqvist")).toContainText("Current Admin");
  await expect(page.getByRole("button", { name: /Block Ada Lindqvist/ })).toHaveCount(0);

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
    await expect(page.getByText("No managers found")).toBeVisible();
    await expect(page.getByText("No HR personnel found")).toBeVisible();
    await expect(page.getByText("No administrators found")).toBeVisible();
    await page.getByRole("searchbox").fill("%");
    await expect(page.getByText("No employees found")).toBeVisible();
    await page.goBack();
    await expect(employees).toContainText("14 records");
    await expect(page.getByRole("searchbox")).toHaveValue("");
  });

  await test.step("those who cannot sign in", async () => {
    await page.getByLabel("Status").selectOption("Blocked");
    await expect(employees).toContainText("1 record");
    await expect(row(page, "Bilal Aziz").getByText("Blocked", { exact: true })).toBeVisible();
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

test("HR edits an employee's profile", async ({ visitor }) => {
  const { page } = await visitor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, "hr");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Employee Directory");
  await expect(columns(section(page, "Employees"))).toHaveText(["Name", "Department", "Assign Manager"]);
  await expect(columns(section(page, "Managers"))).toHaveText(["Name", "Department"]);
  await expect(page.getByRole("button", { name: /^(Unb|B)lock/ })).toHaveCount(0);

  await nameOf(page, "Noor Haddad").click();
  const dialog = page.getByRole("dialog", { name: "Noor Haddad" });
  await expect(dialog).toContainText("46,800.00");
  await expect(dialog).toContainText("Daniel Okafor");
  await picture(page, "users-profile");
  await dialog.getByRole("button", { name: "Edit Profile" }).click();
  await expect(dialog.getByLabel("First Name")).toBeFocused();
  await expect(dialog.getByLabel("Role").getByRole("option")).toHaveText([
    "Select Role",
    "Employee",
    "Manager",
  ]);
  await expect(dialog).toContainText(/EMP\d{4}/);
  await dialog.getByLabel("Designation").fill("Senior Writer");
  await dialog.getByLabel("Phone").fill("+47 555 0123");
  await dialog.getByLabel("Salary").fill("51000.25");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Profile updated successfully!")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(nameOf(page, "Noor Haddad")).toBeFocused();
  // Three seconds, and it is gone.
  await expect(toast(page, "Profile updated successfully!")).toHaveCount(0);

  await page.reload();
  await nameOf(page, "Noor Haddad").click();
  for (const words of ["Senior Writer", "+47 555 0123", "51,000.25 EUR", "Writer"])
    await expect(dialog.getByText(words, { exact: true }).first()).toBeVisible();

  await test.step("what is given up stays as it was", async () => {
    await dialog.getByRole("button", { name: "Edit Profile" }).click();
    await dialog.getByLabel("Designation").fill("Nobody");
    await page.keyboard.press("Escape");
    await expect(dialog).toContainText("What you wrote will be lost.");
    await dialog.getByRole("button", { name: "Keep Writing" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog.getByRole("button", { name: "Edit Profile" })).toBeFocused();
    await expect(dialog).toContainText("Senior Writer");
  });
  // Nobody asks for what would be refused.
  expect(asked.filter((url) => /role=(HR|Admin)/.test(url))).toEqual([]);
});

test("HR gives an employee a manager, and takes the manager away again", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "hr", "?manager=none");
  await expect(page.getByLabel("Manager", { exact: true })).toHaveValue("none");
  await expect(section(page, "Managers")).toHaveCount(0);
  const field = managerOf(page, "Lucas Moreau");
  await field.click();
  await field.fill("mar");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText([/Marta Nowak/]);
  await page.getByRole("option", { name: /Marta Nowak/ }).click();
  await expect(toast(page, "Manager assigned successfully!")).toBeVisible();
  await expect(nameOf(page, "Lucas Moreau")).toHaveCount(0);

  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByLabel("Manager", { exact: true })).toHaveValue("any");
  await findEmployee(page, "lucas");
  await expect(field).toHaveValue("Marta Nowak");
  await field.click();
  await page.getByRole("option", { name: "Remove manager" }).click();
  await expect(toast(page, "Manager removed successfully!")).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue("");
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

test("a blocked person is told by the socket, and stays outside", async ({ visitor }) => {
  const [admin, employee] = [(await visitor()).page, (await visitor()).page];
  const blocked = "Your account has been blocked. Please contact your administrator.";
  await signIn(employee, "employee", "tomas", portal.address);
  await open(admin, "admin", "?search=silva");
  // The socket tells: what the page would ask again by itself is held.
  const letGo = await hold(employee, "**/api/session");

  await admin.getByRole("button", { name: "Block Tomás Silva" }).click();
  const question = admin.getByRole("dialog", { name: "Block Tomás Silva?" });
  await expect(question).toContainText("signed out at once");
  const answered = admin.waitForResponse("**/toggle-block");
  await question.getByRole("button", { name: "Block" }).click();
  expect((await answered).status()).toBe(200);
  await expect(employee.getByText(blocked)).toBeVisible();
  letGo();
  await picture(employee, "users-blocked-elsewhere");
  await expect(toast(admin, "User blocked successfully!")).toBeVisible();
  await expect(row(admin, "Tomás Silva").getByText("Blocked", { exact: true })).toBeVisible();

  await employee.getByRole("button", { name: "OK" }).click();
  await expect(employee).toHaveURL(`${portal.address}/login`);
  await employee.getByLabel("Email").fill("tomas@daybook.example");
  await employee.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await employee.keyboard.press("Enter");
  await expect(employee.getByRole("alert")).toHaveText(blocked);

  await admin.getByRole("button", { name: "Unblock Tomás Silva" }).click();
  await expect(toast(admin, "User unblocked successfully!")).toBeVisible();
  await signInByForm(employee, "employee", "tomas", portal.address);
});

test("people are looked after by keyboard alone", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "admin");
  await page.keyboard.press("ControlOrMeta+/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("samuel");
  await expect(section(page, "Employees")).toContainText("1 record");

  await test.step("a manager is taken away and given", async () => {
    const field = managerOf(page, "Samuel Mensah");
    await tabTo(page, field);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { name: "Remove manager" })).toBeVisible();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Manager removed successfully!")).toBeVisible();
    await expect(field).toBeFocused();
    await page.keyboard.type("okafor");
    await expect(page.getByRole("option", { name: /Daniel Okafor/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(toast(page, "Manager assigned successfully!")).toBeVisible();
    await expect(field).toHaveValue("Daniel Okafor");
  });

  await test.step("a profile is changed", async () => {
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await expect(nameOf(page, "Samuel Mensah")).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Samuel Mensah" });
    await press(page, dialog.getByRole("button", { name: "Edit Profile" }));
    await tabTo(page, dialog.getByLabel("Position"));
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Journeyman");
    await page.keyboard.press("Control+Enter");
    await expect(toast(page, "Profile updated successfully!")).toBeVisible();
    await expect(nameOf(page, "Samuel Mensah")).toBeFocused();
  });

  await test.step("a person is blocked and let in again", async () => {
    const block = page.getByRole("button", { name: "Block Samuel Mensah" });
    await press(page, block);
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }));
    await expect(toast(page, "User blocked successfully!")).toBeVisible();
    const unblock = page.getByRole("button", { name: "Unblock Samuel Mensah" });
    await expect(unblock).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(toast(page, "User unblocked successfully!")).toBeVisible();
  });
});

test("all of it is fit for everybody", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "admin");
  const name = nameOf(page, "Amélie Dubois");
  for (const view of VIEWS) {
    const { width } = view;
    await turnTo(page, view);
    await expect(name).toBeVisible();
    await fits(page, `users-list-${width}`);
    await managerOf(page, "Amélie Dubois").click();
    await expect(page.getByRole("option", { name: /Marta Nowak/ })).toBeVisible();
    await fits(page, `users-managers-${width}`);
    await page.keyboard.press("Escape");

    await page.setViewportSize({ width, height: 900 });
    await page.getByRole("button", { name: "Block Amélie Dubois" }).click();
    await fits(page, `users-block-${width}`);
    await page.keyboard.press("Escape");

    await name.click();
    const dialog = page.getByRole("dialog", { name: "Amélie Dubois" });
    await expect(dialog.getByRole("button", { name: "Edit Profile" })).toBeEnabled();
    await fits(page, `users-view-${width}`);
    await dialog.getByRole("button", { name: "Edit Profile" }).click();
    await dialog.getByLabel("Last Name").fill("");
    await dialog.getByLabel("Role").selectOption("Manager");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog.getByText("Last name is required")).toBeVisible();
    await fits(page, `users-edit-${width}`);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  await page.goto(`${portal.address}/admin/users?search=nobody-is-called-so`);
  await expect(page.getByText("No employees found")).toBeVisible();
  await fitForEverybody(page, "users-nobody");
});
