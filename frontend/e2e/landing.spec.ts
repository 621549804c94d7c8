/** The start page: what the portal is, for a visitor and for somebody who is signed in, and the header that every page shares. */
import type { Page } from "@playwright/test";
import { AREAS } from "./areas";
import { expect, settled, signIn, test } from "./fixtures";
import { press } from "./keys";
import { fitForEverybody } from "./looks";

const region = (page: Page, name: string) => page.getByRole("region", { name });
const header = (page: Page) => page.getByRole("banner").first();
const site = (page: Page) => page.getByRole("navigation", { name: "Portal" });

test("a visitor reads what the portal is, and is led to the sign-in", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Every working day, in its place.");

  const workflow = region(page, "System Workflow").getByRole("listitem");
  await expect(workflow).toHaveCount(4);
  await expect(workflow.getByRole("heading")).toHaveText([
    "Weekly submission",
    "Manager approval",
    "HR monthly processing",
    "Executive access",
  ]);
  await expect(workflow.first()).toContainText("A full day is 9 hours, a half day is 5 hours.");
  await expect(region(page, "User Roles & Access").getByRole("term")).toHaveText([
    "Employee",
    "Manager",
    "HR",
    "Boss",
  ]);
  await expect(region(page, "User Roles & Access")).toContainText(
    "Downloads any timesheet, and sees reports, dashboard and analytics.",
  );
  const features = region(page, "Key System Features");
  await expect(features.getByRole("listitem")).toHaveCount(6);
  await expect(features).toContainText("Timesheets of absent employees are frozen automatically");
  await expect(page.locator("main footer").last()).toBeVisible();
  await fitForEverybody(page, "landing-visitor");

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

test("somebody who is signed in finds the way home, and out", async ({ visitor }) => {
  for (const { who } of AREAS) {
    await test.step(who, async () => {
      const { page } = await visitor();
      await signIn(page, who, who, "", "/");
      await expect(page.getByRole("link", { name: "Go to Dashboard" })).toHaveAttribute("href", `/${who}`);
      await expect(page.getByRole("link", { name: /^Login/ })).toHaveCount(0);
      await expect(site(page).getByRole("link")).toHaveText(["Home", "Dashboard"]);
      if (who === "employee") await fitForEverybody(page, "landing-signed-in");

      const menu = header(page).getByRole("button", { name: /User menu/ });
      await menu.click();
      const entry = (name: string) => page.getByRole("menuitem", { name });
      await expect(page.locator("[role=menu] a")).toHaveText(["Home", "Dashboard", "Profile"]);
      await entry("Profile").click();
      await expect(page).toHaveURL(new RegExp(`/${who}/profile$`));
      await settled(page);
      await site(page).getByRole("link", { name: "Dashboard" }).click();
      await expect(page).toHaveURL(new RegExp(`/${who}$`));

      await menu.click();
      await entry("Logout").click();
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByRole("link", { name: "Login to System" })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem("daybook.token"))).toBeNull();
      await page.goto(`/${who}`);
      await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
    });
  }
});
