/**
 * A forgotten day, from the employee's side: the portal froze it and said so, somebody opens it, and it is filled while nobody
 * reloads a page.
 */
import type { Page } from "@playwright/test";
import { expect, ownPortal, picture, signIn, test } from "./fixtures";
import { Organisation } from "./organisation";

const FROZEN = "Frozen – no timesheet was submitted. Please contact your manager to unlock it.";
const REASON = "Was at the printer's all day";
const DAY = "2026-11-18";
/** A few seconds before the day is over: it ends while she is signed in. */
const BEFORE_MIDNIGHT = "2026-11-18T23:59:50Z";

const portal = ownPortal(BEFORE_MIDNIGHT);
let noor: string;
test.beforeAll(async () => {
  const office = await new Organisation(portal.address).signIn("priya@daybook.example");
  const { users } = (await office.call("GET", "/api/users?role=Employee&search=noor")) as {
    users: readonly { readonly _id: string }[];
  };
  noor = users[0]?._id ?? "";
});
const day = (page: Page) =>
  page.getByRole("grid").getByRole("button", { name: /Wednesday, November 18, 2026/ });
const menu = (page: Page) => page.getByRole("navigation", { name: "Employee menu" });

test("a frozen day says so, is opened, and is filled", async ({ visitor }) => {
  const [employee, hr] = [(await visitor()).page, (await visitor()).page];
  await signIn(employee, "employee", "noor");
  // The night passes: nobody reloads the page, and the badge appears by itself.
  await expect(menu(employee).getByRole("link", { name: /^Notifications\s*, \d+ to read$/ })).toBeVisible();

  await test.step("the notice leads to the day", async () => {
    await menu(employee)
      .getByRole("link", { name: /Notifications/ })
      .click();
    const news = employee.getByRole("region", { name: "Notices" });
    const notice = news.getByRole("listitem").filter({ hasText: DAY });
    await expect(notice).toContainText("A day was frozen");
    await expect(notice).toContainText("New");
    await picture(employee, "frozen-1-notice");
    await notice.getByRole("link", { name: "A day was frozen" }).click();
    await expect(employee).toHaveURL(new RegExp(`/employee/timesheet\\?date=${DAY}$`));
    await expect(day(employee)).toContainText("Frozen");
    // The portal ran on over midnight, and the page stayed open.
    await expect(employee.getByRole("grid").getByRole("button", { name: /\bToday\b/ })).toHaveAttribute(
      "data-date",
      "2026-11-19",
    );
    const form = employee.getByRole("form", { name: "Time Entry" });
    await expect(form).toContainText(FROZEN);
    await expect(form.getByLabel("Hours")).toBeDisabled();
    await picture(employee, "frozen-2-day");
  });

  await test.step("HR sees what she reads, and the way to open it", async () => {
    await signIn(hr, "hr", "hr", "", `/user-timesheets/${noor}?date=${DAY}`);
    const box = hr.getByRole("region", { name: "Wednesday, November 18, 2026" });
    await expect(box).toContainText("What Noor sees on this day");
    await expect(box).toContainText(FROZEN);
    await box.getByRole("link", { name: "Unlock this day" }).click();
    await expect(hr).toHaveURL(`/hr/direct-unlock?employee=${noor}&date=${DAY}`);
  });

  await test.step("unlocked, it turns purple under her eyes", async () => {
    await hr.getByLabel("Reason").fill(REASON);
    await hr.getByRole("button", { name: "Unlock Timesheet" }).click();
    await expect(hr.getByText("Timesheet Unlocked Successfully!")).toBeVisible();
    await expect(day(employee)).toHaveAttribute("data-status", "unlocked");
    const form = employee.getByRole("form", { name: "Time Entry" });
    await expect(form).toContainText("Unlocked by Helen Fischer (HR) until you use it.");
    await expect(form).toContainText(REASON);
    await picture(employee, "frozen-3-unlocked");
    await hr.goBack();
    await expect(day(hr)).toContainText("Approved unlock");
  });

  await test.step("it is filled once", async () => {
    await employee.getByRole("button", { name: "Full day 9 h" }).click();
    await employee.getByLabel("Task description").fill("Proofs of the autumn booklet");
    await employee.getByRole("button", { name: "Submit Timesheet" }).click();
    await expect(day(employee)).toContainText("Pending");
    const form = employee.getByRole("form", { name: "Time Entry" });
    await expect(form).toContainText("Unlocked by Helen Fischer (HR), and used.");
    await expect(form).toContainText("Timesheet already submitted for this date");
    await expect(form.getByLabel("Hours")).toBeDisabled();
  });

  await test.step("the notices are marked as viewed, and the badge goes", async () => {
    await menu(employee)
      .getByRole("link", { name: /Notifications/ })
      .click();
    const news = employee.getByRole("region", { name: "Notices" });
    const unlocked = news.getByRole("listitem").filter({ hasText: "A day was unlocked" });
    await expect(unlocked).toContainText(REASON);
    await expect(unlocked.getByRole("link")).toHaveAttribute("href", `/employee/timesheet?date=${DAY}`);
    await expect(unlocked).toContainText("New");
    // The one that she followed counts as viewed.
    const followed = news.getByRole("listitem").filter({ hasText: `${DAY}: no timesheet` });
    await expect(followed).not.toContainText("New");
    await news.getByRole("button", { name: "Mark All as Viewed" }).click();
    await expect(news).not.toContainText("New");
    await expect(menu(employee).getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
  });
});
