/** The start page: what the portal is, for a visitor and for somebody who is signed in, and the header that every page shares. */
import type { Page } from "@playwright/test";
import { expect, settled, test } from "./fixtures";
import { press } from "./keys";

const header = (page: Page) => page.getByRole("banner").first();
const site = (page: Page) => page.getByRole("navigation", { name: "Portal" });

test("a visitor reads what the portal is, and is led to the sign-in", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Every working day, in its place.");

  await page.getByRole("button", { name: "Approve Week" }).click();
  await expect(page.getByText("Approved. Maya sees it within a second.")).toBeVisible();
  await expect(header(page).getByRole("link", { name: "Login" })).toHaveAttribute("href", "/login");
  await expect(site(page).getByRole("link")).toHaveText(["Home"]);
  await press(page, page.getByRole("link", { name: "Login to System" }));
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("heading", { level: 1, name: "Sign In" })).toBeFocused();
  await site(page).getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("link", { name: "Login to System" })).toBeVisible();
});

test("somebody who is signed in finds the way home, and out", async ({ signedIn }) => {
  const { page } = await signedIn("employee", "/");
  await expect(page.getByRole("link", { name: "Go to Dashboard" })).toHaveAttribute("href", "/employee");
  await expect(page.getByRole("link", { name: /^Login/ })).toHaveCount(0);
  await expect(site(page).getByRole("link")).toHaveText(["Home", "Dashboard"]);

  const menu = header(page).getByRole("button", { name: /User menu/ });
  await menu.click();
  const entry = (name: string) => page.getByRole("menuitem", { name });
  await expect(page.locator("[role=menu] a")).toHaveText(["Home", "Dashboard", "Profile"]);
  await entry("Profile").click();
  await expect(page).toHaveURL(/\/employee\/profile$/);
  await settled(page);
  await site(page).getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/employee$/);

  await menu.click();
  await entry("Logout").click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("link", { name: "Login to System" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("daybook.token"))).toBeNull();
  await page.goto("/employee");
  await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
});

test("a visitor reads the licences of everything in the program", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/");
  await page.getByRole("link", { name: "Licences" }).click();
  await expect(page).toHaveURL(/\/licences\.txt$/);
  // Of the fonts, a crate and a package.
  for (const notice of ["Noto Sans", "Besley", "- actix-web 4", "## react-dom - "])
    await expect(page.locator("body")).toContainText(notice);
});
