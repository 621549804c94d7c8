/** What people read about themselves, and what of it they change. */
import type { Page, Route } from "@playwright/test";
import { expect, PASSWORD, settled, test, withoutNews } from "./fixtures";
import { press, tabTo, typeInto } from "./keys";
import { fitForEverybody } from "./looks";
import { Portal } from "./portal";

const OWN = "harbour-light-42";

let portal: Portal;

test.beforeAll(async () => {
  portal = await Portal.start("demo", { DAYBOOK_NOW: "2026-11-18T09:00:00Z" });
});

test.afterAll(async () => portal.remove());

async function signInAt(page: Page, mailbox: string, password = PASSWORD): Promise<void> {
  await page.goto(`${portal.address}/login`);
  await page.getByLabel("Email").fill(`${mailbox}@daybook.example`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** The profile of that person, as an area's menu leads to it. */
async function openProfile(page: Page, mailbox: string, area: string): Promise<void> {
  await signInAt(page, mailbox);
  await expect(page).toHaveURL(new RegExp(`/${area}$`));
  await page.goto(`${portal.address}/${area}/profile`);
  await settled(page);
}

const edit = (page: Page) => page.getByRole("button", { name: "Edit Profile" });
const save = (page: Page) => page.getByRole("button", { name: "Save Changes" });
const current = (page: Page) => page.getByLabel("Current Password", { exact: true });
const fresh = (page: Page) => page.getByLabel("New Password", { exact: true });
const repeated = (page: Page) => page.getByLabel("Confirm New Password", { exact: true });
const detail = (page: Page, name: string) =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) })
    .locator("dd");

for (const [area, role, name, salary] of [
  ["employee", "Employee", "Emma Larsen", null],
  ["manager", "Manager", "Daniel Okafor", null],
  ["hr", "HR", "Helen Fischer", "54,000.00 EUR"],
  ["admin", "Admin", "Ada Lindqvist", "59,000.00 EUR"],
  ["boss", "Boss", "Beatrice Hall", null],
] as const) {
  test(`the profile of ${role} is read and changed`, async ({ visitor }) => {
    const { page } = await visitor();
    await openProfile(page, area, area);
    await expect(detail(page, "Name")).toHaveText(name);
    await expect(detail(page, "Email")).toHaveText(`${area}@daybook.example`);
    await expect(detail(page, "Role")).toHaveText(role);
    await expect(detail(page, "Employee ID")).toHaveText(/^EMP\d+$/);
    if (salary === null) await expect(page.getByText("Salary")).toHaveCount(0);
    else await expect(detail(page, "Salary")).toHaveText(salary);
    if (role === "Employee") await expect(detail(page, "Manager")).toHaveText("Daniel Okafor");

    await edit(page).click();
    await expect(page.getByLabel("Department")).toBeFocused();
    await page.getByLabel("Department").fill("");
    await page.getByLabel("Position").fill("  Keeper of the light ");
    await save(page).click();
    await expect(page.getByText("Profile updated successfully!")).toBeVisible();
    await expect(edit(page)).toBeFocused();
    await expect(detail(page, "Department")).toHaveText("Not specified");
    await expect(detail(page, "Position")).toHaveText("Keeper of the light");
    await page.reload();
    await expect(detail(page, "Position")).toHaveText("Keeper of the light");
  });
}

test("a new password takes the place of the old one, and ends the sessions elsewhere", async ({
  visitor,
}) => {
  const { page } = await visitor();
  await openProfile(page, "jonas", "employee");
  await edit(page).click();
  await current(page).fill(PASSWORD);
  await fresh(page).fill(OWN);
  await repeated(page).fill(OWN);
  await page.getByLabel("Position").fill("Lead Engineer");
  await save(page).click();
  await expect(page.getByText("Profile and password updated successfully!")).toBeVisible();
  await expect(detail(page, "Position")).toHaveText("Lead Engineer");
  // This session goes on.
  await page.reload();
  await expect(detail(page, "Name")).toHaveText("Jonas Weber");
  const other = (await visitor()).page;
  await signInAt(other, "jonas");
  await expect(other.getByRole("alert")).toHaveText("Invalid email or password");
  await signInAt(other, "jonas", OWN);
  await expect(other).toHaveURL(/\/employee$/);
});

test("what will not do is said at its field, and nothing that was typed is lost", async ({ visitor }) => {
  const { page } = await visitor();
  await openProfile(page, "noor", "employee");
  await edit(page).click();
  const position = page.getByLabel("Position");
  await position.fill("Chief Writer");

  await test.step("passwords", async () => {
    await current(page).fill("wrong-password");
    await save(page).click();
    await expect(fresh(page)).toHaveAccessibleDescription(
      "All password fields are required when changing password",
    );
    await expect(fresh(page)).toBeFocused();
    await fitForEverybody(page, "profile-edit");
    await fresh(page).fill(OWN);
    await repeated(page).fill("harbour-night");
    await save(page).click();
    await expect(repeated(page)).toHaveAccessibleDescription("New passwords do not match");
    await fresh(page).fill("short");
    await repeated(page).fill("short");
    await save(page).click();
    await expect(fresh(page)).toHaveAccessibleDescription("New password must be at least 6 characters");
    await fresh(page).fill(OWN);
    await repeated(page).fill(OWN);
    await save(page).click();
    await expect(page.getByRole("main").getByText("Current password is incorrect")).toBeVisible();
    await expect(position).toHaveValue("Chief Writer");
    await expect(fresh(page)).toHaveValue(OWN);
    // The password is the first to go: with a wrong one nothing is saved.
    const tab = await page.context().newPage();
    await tab.goto(`${portal.address}/employee/profile`);
    await expect(detail(tab, "Position")).toHaveText("Writer");
    await tab.close();
  });

  await test.step("the rest", async () => {
    for (const field of [current(page), fresh(page), repeated(page)]) await field.fill("");
    const department = page.getByLabel("Department");
    await department.fill("x".repeat(101));
    await save(page).click();
    await expect(department).toHaveAttribute("aria-invalid", "true");
    await expect(department).toHaveAccessibleDescription(/100/);
    await department.fill("Studio");
    await expect(department).not.toHaveAttribute("aria-invalid");
  });

  await test.step("what happens on the way", async () => {
    const box = page.getByRole("main").getByRole("alert");
    const failures: readonly (readonly [(route: Route) => Promise<void>, string])[] = [
      [(route) => route.abort("connectionfailed"), "Failed to update profile"],
      [(route) => route.abort("timedout"), "Failed to update profile"],
      [(route) => route.fulfill({ status: 502, body: "<html>" }), "Failed to update profile"],
      [
        (route) =>
          route.fulfill({
            status: 503,
            json: {
              success: false,
              code: "UNAVAILABLE",
              message: "Please try again shortly.",
              requestId: "r",
            },
          }),
        "Please try again shortly.",
      ],
    ];
    for (const [answer, sentence] of failures) {
      await page.route("**/api/auth/profile", (route) =>
        route.request().method() === "PUT" ? answer(route) : route.fallback(),
      );
      await save(page).click();
      await expect(box).toHaveText(sentence);
      await expect(box).toBeFocused();
      await expect(position).toHaveValue("Chief Writer");
      await page.unroute("**/api/auth/profile");
    }
  });

  await test.step("only half of it", async () => {
    await current(page).fill(PASSWORD);
    await fresh(page).fill(OWN);
    await repeated(page).fill(OWN);
    await page.route("**/api/auth/profile", (route) =>
      route.request().method() === "PUT" ? route.abort("connectionfailed") : route.fallback(),
    );
    await save(page).click();
    await expect(
      page.getByText("Your password has been changed. The other changes have not been saved yet."),
    ).toBeVisible();
    await expect(current(page)).toHaveValue("");
    await expect(position).toHaveValue("Chief Writer");
    await page.unroute("**/api/auth/profile");
    await save(page).click();
    await expect(page.getByText("Profile and password updated successfully!")).toBeVisible();
    await expect(detail(page, "Position")).toHaveText("Chief Writer");
  });
});

test("a profile that does not come says so, and is tried again", async ({ visitor }) => {
  const { page } = await visitor();
  await withoutNews(page);
  await openProfile(page, "amelie", "employee");
  for (const answer of [
    (route: Route) => route.fulfill({ status: 404, body: "<html>not here</html>" }),
    (route: Route) =>
      route.fulfill({
        status: 403,
        json: { success: false, code: "FORBIDDEN", message: "Not yours.", requestId: "r" },
      }),
  ]) {
    await page.route("**/api/auth/profile", answer);
    await page.reload();
    const panel = page.getByRole("alert").filter({ hasText: "Failed to load profile data" });
    await expect(panel).toBeVisible();
    await expect(edit(page)).toHaveCount(0);
    await page.unroute("**/api/auth/profile");
    await panel.getByRole("button", { name: "Try Again" }).click();
    await expect(detail(page, "Name")).toHaveText("Amélie Dubois");
  }
  // The network and a server in trouble get a second chance before anybody is bothered.
  await page.route("**/api/auth/profile", (route) => route.abort("timedout"));
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "Loading profile..." })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Failed to load profile data" })).toBeVisible();
});

test("a profile is changed without a mouse", async ({ visitor }) => {
  const { page } = await visitor();
  await openProfile(page, "kostas", "employee");
  await press(page, edit(page));
  await expect(page.getByLabel("Department")).toBeFocused();
  await tabTo(page, page.getByLabel("Position"));
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Cartographer");
  await typeInto(page, current(page), PASSWORD);
  await typeInto(page, fresh(page), OWN);
  await typeInto(page, repeated(page), OWN);
  await press(page, save(page));
  await expect(page.getByText("Profile and password updated successfully!")).toBeVisible();
  await expect(edit(page)).toBeFocused();
  await expect(detail(page, "Position")).toHaveText("Cartographer");
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("button", { name: "Cancel" }));
  await expect(edit(page)).toBeFocused();
});
