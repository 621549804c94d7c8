/** Substitutes: named and ended where managers and HR do it, and what the substitute finds and decides meanwhile. */
import type { Locator, Page } from "@playwright/test";
import { expect, ownPortal, settled, signIn, test, type Who } from "./fixtures";
import { press, tabTo, typeInto } from "./keys";
import { fitForEverybody, fitInBothThemes } from "./looks";

/** Who stands in for whom is a matter of the whole organisation, so this one is nobody else's. */
ownPortal();

const open = (page: Page, who: Who, screen: string, mailbox: string = who) =>
  signIn(page, who, mailbox, "", screen);
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const substitutes = (page: Page) => page.getByRole("region", { name: "Substitutes" });
const row = (page: Page, ...names: string[]) =>
  names.reduce((rows: Locator, hasText) => rows.filter({ hasText }), substitutes(page).getByRole("row"));
const cards = (page: Page, forWhom: string) => page.getByRole("article").filter({ hasText: forWhom });
const menu = (page: Page, role: string) => page.getByRole("navigation", { name: `${role} menu` });

/** Ends what the sample organisation begins with, so that each test says itself who stands in. */
async function endAll(page: Page): Promise<void> {
  await substitutes(page).getByRole("combobox", { name: "Status" }).selectOption({ label: "All Status" });
  await settled(page);
  const end = substitutes(page).getByRole("button", { name: /^End: / });
  for (let left = await end.count(); left > 0; left -= 1) {
    await end.first().click();
    await page.getByRole("button", { name: "End Substitution" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(end).toHaveCount(left - 1);
  }
}

async function choose(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("combobox", { name: field }).fill(name);
  await page.getByRole("option", { name }).click();
}

test("a manager names a substitute by keyboard alone, who decides for that team and reads why, until it is ended", async ({
  visitor,
}) => {
  const { page } = await visitor();
  const other = (await visitor()).page;
  const hr = (await visitor()).page;
  await open(hr, "hr", "/hr/settings");
  await endAll(hr);
  await open(other, "manager", "/manager/team-timesheets?range=waiting", "marta");
  await expect(other.getByText("for Daniel Okafor")).toHaveCount(0);
  await open(page, "manager", "/manager/profile");

  await press(page, page.getByRole("button", { name: "Name a Substitute" }));
  const substitute = page.getByRole("combobox", { name: "Substitute" });
  await expect(substitute).toBeFocused();
  await page.keyboard.type("nowak");
  await expect(page.getByRole("option", { name: /Marta Nowak/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(substitute).toHaveValue("Marta Nowak");
  await typeInto(page, page.getByLabel("To", { exact: true }), "11172026");
  await typeInto(page, page.getByLabel("Reason"), "On holiday");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("The last day must not be before the first")).toBeVisible();
  await expect(page.getByLabel("To", { exact: true })).toBeFocused();
  await page.keyboard.type("11272026");
  await page.keyboard.press("Enter");
  await expect(messages(page)).toContainText("Substitute named");
  await expect(page.getByRole("button", { name: "Name a Substitute" })).toBeFocused();
  await expect(row(page, "Daniel Okafor", "Marta Nowak", "Running")).toContainText("On holiday");

  // The substitute finds the other team without having asked for it anew.
  await expect(
    other.getByText("You are standing in for Daniel Okafor until November 27, 2026."),
  ).toBeVisible();
  const waiting = cards(other, "for Daniel Okafor");
  await expect(waiting.first()).toBeVisible();
  const team = other.getByRole("combobox", { name: "Team" });
  await team.selectOption({ label: "My Team" });
  await expect(other).toHaveURL(/[?&]team=own/);
  await expect(waiting).toHaveCount(0);
  await team.selectOption({ label: "Daniel Okafor's Team" });
  await expect(waiting.first()).toBeVisible();
  await expect(other.getByRole("article").filter({ hasNotText: "for Daniel Okafor" })).toHaveCount(0);
  const first = await waiting.first().getAttribute("data-week");
  await waiting.first().getByRole("button", { name: "Approve Week" }).click();
  await expect(other.getByText(/^Week of .* approved, \d+ left$/)).toBeAttached();
  await expect(other.locator(`[data-week="${first}"]`)).toHaveCount(0);
  await fitForEverybody(other, "substitutes-approvals");

  await page.goto("/manager/team-timesheets?range=waiting");
  await expect(page.getByText("Marta Nowak is your substitute until November 27, 2026.")).toBeVisible();
  await expect(page.locator(`[data-week="${first}"]`)).toHaveCount(0);

  await page.goto("/manager/profile");
  const end = page.getByRole("button", { name: "End: Marta Nowak for Daniel Okafor" });
  await press(page, end);
  await expect(page.getByText("Are you sure you want to end this substitution?")).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "End Substitution" }));
  await page.keyboard.press("Enter");
  await expect(messages(page)).toContainText("Substitution ended");
  await expect(page.getByRole("button", { name: "Name a Substitute" })).toBeFocused();
  await expect(other.getByText("You are standing in for")).toHaveCount(0);
  await expect(other.getByRole("combobox", { name: "Team" })).toHaveCount(0);
});

test("HR stands in, decides under Approvals, and loses it at once", async ({ visitor }) => {
  const { page } = await visitor();
  const admin = (await visitor()).page;
  await open(admin, "admin", "/admin/settings?tab=hr");
  await endAll(admin);
  await open(page, "hr", "/hr");
  await expect(page.getByText("You are standing in for")).toHaveCount(0);
  await expect(menu(page, "HR").getByRole("link", { name: "Approvals" })).toHaveCount(0);
  await admin.getByRole("button", { name: "Name a Substitute" }).click();
  await choose(admin, "Manager", "Daniel Okafor");
  await choose(admin, "Substitute", "Helen Fischer");
  await admin.getByLabel("To", { exact: true }).fill("2026-11-27");
  await admin.getByLabel("Reason").fill("On holiday");
  await fitInBothThemes(admin, "substitutes-naming");
  await admin.getByRole("button", { name: "Name Substitute" }).click();
  await expect(row(admin, "Daniel Okafor", "Helen Fischer", "Running")).toBeVisible();

  await expect(
    page.getByText("You are standing in for Daniel Okafor until November 27, 2026."),
  ).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Review Timesheets" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Timesheet Approvals" })).toBeFocused();
  await page.goto("/hr/approvals?range=waiting");
  const card = cards(page, "for Daniel Okafor").first();
  const week = await card.getAttribute("data-week");
  await card.getByRole("button", { name: "Reject Week" }).click();
  await page.getByLabel("Reason").fill("Which project was this for?");
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await expect(page.locator(`[data-week="${week}"]`)).toHaveCount(0);
  await expect(page.getByText(/^Week of .* rejected, \d+ left$/)).toBeAttached();

  await substitutes(admin).getByRole("combobox", { name: "Status" }).selectOption({ label: "Running" });
  await expect(admin).toHaveURL(/[?&]status=running/);
  await admin.getByRole("button", { name: "End: Helen Fischer for Daniel Okafor" }).click();
  await admin.getByRole("button", { name: "End Substitution" }).click();
  await expect(messages(admin)).toContainText("Substitution ended");
  await expect(page.getByText("You are not standing in for anyone at the moment.")).toBeVisible();
  await expect(menu(page, "HR").getByRole("link", { name: "Approvals" })).toHaveCount(0);
});
