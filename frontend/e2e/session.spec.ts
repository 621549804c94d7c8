/** Sessions as their people see them: one at a time, ended with a reason, left without a trace. */
import { expect, hold, signInByForm, test } from "./fixtures";

const dialog = "You have been logged out because you logged in from another device.";

test("a second sign-in ends the first, which the socket says", async ({ signedIn, visitor }) => {
  const first = await signedIn("hr");
  await expect(first.page.getByRole("heading", { level: 1, name: "HR Dashboard" })).toBeVisible();
  // The socket tells: what the page would ask again by itself is held.
  const letGo = await hold(first.page, "**/api/session");
  const second = await visitor();
  await signInByForm(second.page, "hr");
  const alert = first.page.getByRole("alertdialog");
  await expect(alert).toContainText(dialog);
  letGo();
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(first.page).toHaveURL(/\/login$/);
  expect(await first.page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  // The second one goes on.
  await second.page.reload();
  await expect(second.page.getByRole("heading", { level: 1, name: "HR Dashboard" })).toBeVisible();
});

test("a reload and a second tab keep the session, a sign-out in one ends it in both", async ({
  signedIn,
}) => {
  const { page, context } = await signedIn("admin");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  const tab = await context.newPage();
  await tab.goto("/admin/audit-logs");
  await expect(tab.getByRole("heading", { level: 1, name: "Audit Logs" })).toBeVisible();
  // The browser tells the other tab by itself; the server would tell it too, and may be the quicker one.
  const tellServer = await hold(page, "**/api/auth/logout");
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("link", { name: "Login to System" })).toBeVisible();
  await expect(tab.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
  const answer = page.waitForResponse("**/api/auth/logout");
  tellServer();
  expect((await answer).ok()).toBe(true);
});

test("the theme that was chosen is there before the first paint of the next visit", async ({ visitor }) => {
  const { page } = await visitor();
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await page.getByRole("button", { name: "Theme: System" }).click();
  await page.getByRole("button", { name: "Theme: Light" }).click();
  await page.goto("/login", { waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
