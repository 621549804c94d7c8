/** The main job by keyboard alone: nobody here has a mouse. */
import type { Locator, Page } from "@playwright/test";
import { expect, PASSWORD, test } from "./fixtures";
import { press, tabTo } from "./keys";

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function signInByKeys(page: Page, mailbox: string): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Login to System" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  // Past the header: the next stop is the first of the page itself.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Login to System" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(title(page, "Sign In")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(`${mailbox}@daybook.example`);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
}

async function signOutByKeys(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: /User menu/ });
  await tabTo(page, menu, "Shift+Tab");
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("menuitem", { name: "Logout" }));
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("link", { name: "Login to System" })).toBeVisible();
}

test("a day is recorded without a mouse, and the first stop is the link to the content", async ({
  visitor,
}) => {
  const { page } = await visitor();
  const day = (name: string) => page.getByRole("grid").getByRole("button", { name });
  await signInByKeys(page, "jonas");
  await expect(title(page, "Welcome, Jonas Weber!")).toBeFocused();
  await press(page, page.getByRole("link", { name: "Fill Timesheet" }));
  await expect(title(page, "Enhanced Timesheet")).toBeFocused();

  await test.step("the day is found with the arrows", async () => {
    await tabTo(page, day("Wednesday, November 18, 2026"));
    await page.keyboard.press("ArrowUp");
    await expect(day("Wednesday, November 11, 2026")).toBeFocused();
    await page.keyboard.press("Home");
    await expect(day("Sunday, November 8, 2026")).toBeFocused();
    await page.keyboard.press("Enter");
    // It cannot be filled, and says so, to the eye and aloud.
    await expect(page.getByLabel("Date", { exact: true })).toHaveValue("Sunday, November 8, 2026");
    await expect(day("Sunday, November 8, 2026")).toBeFocused();
    await expect(
      page.getByRole("status").filter({ hasText: /^Weekends cannot be selected\./ }),
    ).toBeAttached();
    await page.keyboard.press("PageUp");
    await expect(day("Thursday, October 8, 2026")).toBeFocused();
    await page.keyboard.press("t");
    await expect(day("Wednesday, November 18, 2026")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Date", { exact: true })).toHaveValue("Wednesday, November 18, 2026");
  });

  await test.step("a figure starts the hours, and the form is sent", async () => {
    await page.keyboard.type("7");
    await expect(page.getByLabel("Hours")).toBeFocused();
    await page.keyboard.type(".5");
    await tabTo(page, page.getByLabel("Task description"));
    await page.keyboard.type("Reviewed the crane drawings");
    await press(page, page.getByRole("button", { name: "Submit Timesheet" }));
    const today = day("Wednesday, November 18, 2026");
    await expect(today).toContainText("Pending");
    await expect(today).toContainText("7.5");
    await expect(today).toBeFocused();
  });
  await signOutByKeys(page);
});

test("weeks are decided without a mouse", async ({ visitor }) => {
  const { page } = await visitor();
  await signInByKeys(page, "manager");
  await expect(title(page, "Welcome, Daniel Okafor!")).toBeFocused();
  const menu = page.getByRole("navigation", { name: "Manager menu" });
  await tabTo(page, menu.getByRole("link", { name: "Timesheet Approvals" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(title(page, "Timesheet Approvals")).toBeFocused();

  const week = (name: RegExp) => page.getByRole("article", { name });
  const jonas = week(/Jonas Weber.*November 16 – 22, 2026/);
  const noor = week(/Noor Haddad.*November 16 – 22, 2026/);
  const dialog = page.getByRole("dialog");
  await expect(jonas).toBeVisible();
  const walkTo = async (target: Locator, key: string) => {
    for (let step = 0; step < 10; step += 1) {
      await page.keyboard.press(key);
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`${key} does not lead there`);
  };
  // The letters are keys in the list alone.
  await tabTo(page, page.getByRole("article").first());
  await walkTo(jonas, "j");

  await test.step("a dialog gives the focus back", async () => {
    await page.keyboard.press("v");
    await expect(dialog).toContainText("Reviewed the crane drawings");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(jonas).toBeFocused();
    await page.keyboard.press("r");
    await expect(dialog.getByLabel("Reason")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(jonas).toBeFocused();
  });

  await test.step("a week is rejected with a reason that is not lost by accident", async () => {
    await page.keyboard.press("r");
    await expect(dialog.getByLabel("Reason")).toBeFocused();
    // The letters of the shortcuts are letters here.
    await page.keyboard.type("rave: which crane?");
    await page.keyboard.press("Escape");
    await expect(dialog).toContainText("What you wrote will be lost.");
    await press(page, dialog.getByRole("button", { name: "Keep Writing" }));
    await tabTo(page, dialog.getByLabel("Reason"), "Shift+Tab");
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    await expect(jonas).toContainText("Rejected");
    // The focus is on the next week.
    await expect(noor).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: /Jonas Weber rejected/ })).toBeAttached();
  });

  await test.step("a week is approved", async () => {
    await page.keyboard.press("a");
    await expect(noor).toContainText("Approved");
    await expect(noor.getByRole("button", { name: "Approve Week" })).toBeDisabled();
    await expect(page.getByRole("status").filter({ hasText: /Noor Haddad approved/ })).toBeAttached();
    await expect(week(/Κώστας Παππάς.*November 16 – 22, 2026/)).toBeFocused();
    await walkTo(jonas, "k");
  });
  await signOutByKeys(page);
});

test("on a phone nothing that has the focus lies behind a bar", async ({ signedIn }) => {
  const { page } = await signedIn("manager");
  await page.setViewportSize({ width: 390, height: 700 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/manager/team-timesheets");
  await expect(page.getByRole("article").first()).toBeVisible();
  const last = page.getByRole("combobox", { name: "Rows per page" });
  const covered: string[] = [];
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      const bar = document.querySelector('nav[aria-label="Main screens"]');
      const header = document.querySelector("header");
      if (!focused || !bar || !header || bar.contains(focused) || header.contains(focused)) return null;
      if (focused.matches("a[href='#content'], article")) return null;
      const box = focused.getBoundingClientRect();
      const hidden =
        box.bottom > bar.getBoundingClientRect().top || box.top < header.getBoundingClientRect().bottom;
      return hidden ? `${focused.tagName} ${focused.textContent}` : null;
    });
    if (found !== null) covered.push(found);
    if (await last.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(last).toBeFocused();
  expect(covered).toEqual([]);
});
