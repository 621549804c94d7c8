/**
 * A write outlives its screen: its author goes on while the line is slow, and hears of the outcome wherever they are by then. In a
 * portal of its own, because days are filled, opened and decided.
 */
import type { Page } from "@playwright/test";
import { expect, ownPortal, settled, test } from "./fixtures";
import { Organisation } from "./organisation";

const portal = ownPortal();

const TODAY = "Wednesday, November 18, 2026";
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const task = (page: Page) => page.getByLabel("Task description");

async function goTo(page: Page, role: string, screen: string): Promise<void> {
  const menu = page.getByRole("navigation", { name: `${role} menu` });
  await menu.getByRole("link", { name: screen }).click();
  await settled(page);
}

type Outcome = "answered" | "lost";

/** Keeps back that call each time it is made, until it is let through to the server or its line is cut. */
async function slowly(page: Page, path: string): Promise<(outcome: Outcome) => Promise<void>> {
  const held: ((outcome: Outcome) => void)[] = [];
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === "GET") return route.fallback();
    const outcome = await new Promise<Outcome>((resolve) => held.push(resolve));
    await (outcome === "lost" ? route.abort() : route.continue());
  });
  return async (outcome) => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    held.shift()?.(outcome);
  };
}

/** The person of the demo whom a search finds. */
async function idOf(manager: Organisation, search: string): Promise<string> {
  const found = await manager.call("GET", `/api/users?role=Employee&search=${search}`);
  return (found as { users: [{ _id: string }] }).users[0]._id;
}

test("a holiday that is being saved keeps its dialog, and is answered for after Back", async ({
  signedIn,
}) => {
  const { page } = await signedIn("hr");
  const answer = await slowly(page, "/api/holidays");
  for (const [outcome, said] of [
    ["lost", "Failed to save holiday"],
    ["answered", "Holiday created successfully"],
  ] as const) {
    await goTo(page, "HR", "Holidays");
    await button(page, "Add Holiday").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Date").fill("2026-12-18");
    await dialog.getByLabel("Name").fill("Harbour Day");
    await button(page, "Save Holiday").click();
    await expect(button(page, "Saving...")).toBeDisabled();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Close" }).click({ force: true });
    await expect(dialog).toBeVisible();
    await expect(dialog).not.toContainText("What you wrote will be lost.");
    await page.goBack();
    await expect(page).toHaveURL(/\/hr$/);
    await answer(outcome);
    await expect(messages(page)).toContainText(said);
    await expect(messages(page)).toContainText("Harbour Day");
  }
});

test("of two days that are sent at once each gets its answer, and nobody loses the focus", async ({
  signedIn,
}) => {
  const manager = await new Organisation(portal.address).signIn("manager@daybook.example");
  await manager.call("POST", "/api/timesheet-unlock/direct-unlock", {
    employeeId: await idOf(manager, "haddad"),
    requestedDate: "2026-11-17",
    reason: "Was on the ferry",
  });
  const { page } = await signedIn("employee", undefined, "noor");
  const answer = await slowly(page, "/api/timesheets/my");
  await goTo(page, "Employee", "Timesheet");
  const fill = async (text: string) => {
    await button(page, "Full day 9 h").click();
    await task(page).fill(text);
  };
  await fill("Counted the crates");
  await button(page, "Submit Timesheet").click();
  await expect(button(page, "Saving...")).toBeDisabled();

  await page.getByRole("region", { name: "Also open" }).getByRole("button", { name: "Tue, Nov 17" }).click();
  await fill("Counted them");
  await answer("lost");
  await expect(messages(page)).toContainText("Failed to save timesheet");
  await expect(messages(page)).toContainText(TODAY);
  await expect(task(page)).toBeFocused();
  await page.keyboard.type(" again");
  await button(page, "Submit Timesheet").click();
  await expect(button(page, "Saving...")).toBeDisabled();

  await page.getByRole("region", { name: "Also open" }).getByRole("button", { name: "Wed, Nov 18" }).click();
  await expect(task(page)).toHaveValue("Counted the crates");
  await expect(page.getByRole("form").getByRole("alert")).toHaveText("Failed to save timesheet");
  await task(page).focus();
  await answer("answered");
  await expect(messages(page)).toContainText("Timesheet submitted successfully!");
  await expect(task(page)).toBeFocused();
  await page
    .getByRole("grid")
    .getByRole("button", { name: /November 17, 2026/ })
    .click();
  await expect(task(page)).toHaveValue("Counted them again");
  await expect(task(page)).toBeDisabled();
});
