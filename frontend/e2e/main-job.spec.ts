/**
 * What the portal is for, done as its people do it: a day is recorded, the week is rejected with a reason, the employee sees why,
 * corrects and resubmits, the manager hears of it and approves. Nobody reloads a page: what changes arrives.
 */
import { expect, picture, test } from "./fixtures";

const TODAY = /^18 Wednesday, November 18, 2026/;
const REASON = "Please say which office, and for whom.";
const FIRST = "Measured the waiting room";
const SECOND = "Measured the waiting room of the east office, for Amélie";

test("a day is recorded, comes back, is corrected, and is approved, all without a reload", async ({
  signedIn,
}) => {
  const employee = (await signedIn("employee")).page;
  const manager = (await signedIn("manager")).page;

  await test.step("the employee records today", async () => {
    await employee.getByRole("link", { name: "Fill Timesheet" }).click();
    await expect(employee.getByRole("heading", { level: 1, name: "Enhanced Timesheet" })).toBeVisible();
    await expect(employee.getByLabel("Date", { exact: true })).toHaveValue("Wednesday, November 18, 2026");
    await employee.getByRole("button", { name: "Full day 9 h" }).click();
    await employee.getByLabel("Task description").fill(FIRST);
    await employee.getByRole("button", { name: "Submit Timesheet" }).click();
    await expect(employee.getByText("Timesheet submitted successfully!")).toBeVisible();
    await expect(employee.getByRole("button", { name: TODAY })).toContainText("Pending");
    await expect(employee.getByRole("button", { name: "Timesheet Already Submitted" })).toBeDisabled();
    await picture(employee, "job-1-recorded");
  });

  const card = manager.getByRole("article", { name: /Emma Larsen.*November 16 – 22, 2026/ });

  await test.step("the manager rejects the week with a reason", async () => {
    await manager
      .getByRole("navigation", { name: "Manager menu" })
      .getByRole("link", { name: "Timesheet Approvals" })
      .click();
    await expect(card).toContainText(FIRST);
    await picture(manager, "job-2-week");
    await card.getByRole("button", { name: "Reject Week" }).click();
    const dialog = manager.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Reject", exact: true })).toBeDisabled();
    await dialog.getByLabel("Reason").fill(REASON);
    await dialog.getByRole("button", { name: "Reject", exact: true }).click();
    await expect(card).toContainText("Rejected");
  });

  await test.step("the employee sees why, and corrects the day", async () => {
    // Over the socket: the open calendar turns red by itself.
    await expect(employee.getByRole("button", { name: TODAY })).toContainText("Rejected");
    await employee
      .getByRole("navigation", { name: "Employee menu" })
      .getByRole("link", { name: /Notifications/ })
      .click();
    const week = employee.getByRole("article", { name: "November 16 – 22, 2026" });
    await expect(week).toContainText(REASON);
    await picture(employee, "job-3-why");
    await week.getByRole("link", { name: /Fix this day\s*, Wednesday, November 18/ }).click();
    await expect(employee.getByLabel("Task description")).toHaveValue(FIRST);
    await employee.getByLabel("Hours").fill("8:30");
    await employee.getByLabel("Task description").fill(SECOND);
    await employee.getByRole("button", { name: "Submit Timesheet" }).click();
    await expect(employee.getByRole("button", { name: TODAY })).toContainText("8.5");
    await expect(employee.getByRole("button", { name: TODAY })).toContainText("Pending");
  });

  await test.step("the manager is notified and sees what changed", async () => {
    const menu = manager.getByRole("navigation", { name: "Manager menu" });
    await expect(menu.getByRole("link", { name: /Resubmitted Timesheets\s*, \d+ to read/ })).toBeVisible();
    await menu.getByRole("link", { name: /Resubmitted Timesheets/ }).click();
    const item = manager.getByRole("article", { name: /Emma Larsen.*Wednesday, November 18, 2026/ });
    await expect(item).toContainText("Pending Review");
    await expect(item.locator("del").first()).toContainText("9 h");
    await expect(item.locator("ins").first()).toContainText("8.5 h");
    await expect(item).toContainText(REASON);
    await picture(manager, "job-4-resubmitted");
    await item.getByRole("link", { name: /Review this week/ }).click();
  });

  await test.step("the manager approves the week, and the employee's calendar turns green", async () => {
    await expect(card).toContainText("8.5");
    await card.getByRole("button", { name: "Approve Week" }).click();
    await expect(employee.getByRole("button", { name: TODAY })).toContainText("Approved");
    await picture(employee, "job-5-approved");
  });
});
