/** Leave between an employee and the manager: asked for, decided and given up, by mouse and by keyboard, in a portal of their own. */
import type { Page } from "@playwright/test";
import { expect, ownPortal, signIn, test } from "./fixtures";
import { press, tabTo } from "./keys";
import { fitForEverybody, fitInBothThemes } from "./looks";

ownPortal();

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const preview = (page: Page) => page.getByRole("region", { name: "Days Needed" });
const mine = (page: Page, text: string) =>
  page.getByRole("table", { name: "My Requests" }).getByRole("row").filter({ hasText: text });
const waiting = (page: Page, text: string) =>
  page.getByRole("table", { name: "Pending requests" }).getByRole("row").filter({ hasText: text });

const asEmployee = (page: Page) => signIn(page, "employee", "noor", "", "/employee/leave");
const asManager = (page: Page) => signIn(page, "manager", "manager", "", "/manager/leave-approvals");

async function ask(page: Page, type: string, first: string, last: string, reason: string): Promise<void> {
  await page.getByLabel("Leave Type").selectOption({ label: type });
  await page.getByLabel("First Day").fill(first);
  await page.getByLabel("Last Day").fill(last);
  await page.getByLabel("Reason (optional)").fill(reason);
  await expect(preview(page)).toContainText("left after that");
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(messages(page)).toContainText("Leave request submitted successfully!");
}

test("leave is asked for, approved and cancelled by mouse", async ({ visitor }) => {
  const employee = (await visitor()).page;
  const manager = (await visitor()).page;
  await asEmployee(employee);
  await asManager(manager);
  await ask(employee, "Annual Leave", "2027-02-01", "2027-02-03", "Skiing in the Vosges");
  await expect(mine(employee, "Feb 1 – 3, 2027")).toBeFocused();
  await expect(mine(employee, "Feb 1 – 3, 2027")).toContainText("Pending");
  await fitForEverybody(employee, "leave-asked");

  const row = waiting(manager, "Skiing in the Vosges");
  await expect(row).toContainText("Noor Haddad");
  await expect(manager.getByRole("link", { name: /Leave Approvals ?, \d+ to decide/ })).toBeVisible();
  await fitForEverybody(manager, "leave-approvals");
  await row.getByRole("button", { name: /^Approve/ }).click();
  await expect(row).toHaveCount(0);
  await expect(messages(manager)).toContainText("Leave approved");

  await expect(mine(employee, "Feb 1 – 3, 2027")).toContainText("Approved by");
  await mine(employee, "Feb 1 – 3, 2027")
    .getByRole("button", { name: /^Cancel/ })
    .click();
  const dialog = employee.getByRole("dialog", { name: "Cancel leave" });
  await dialog.getByLabel("Only the days after").check();
  await dialog.getByLabel("Last day of the leave").fill("2027-02-01");
  await fitInBothThemes(employee, "leave-cancelling");
  await dialog.getByRole("button", { name: "Cancel Leave" }).click();
  await expect(messages(employee)).toContainText("Leave shortened successfully!");
  await expect(mine(employee, "Feb 1, 2027")).toContainText("Shortened by Noor Haddad");
});

test("leave is asked for, rejected, approved and given up by keyboard alone", async ({ visitor }) => {
  const employee = (await visitor()).page;
  const manager = (await visitor()).page;
  await asEmployee(employee);
  await asManager(manager);

  await test.step("the ledger stands behind Details", async () => {
    const details = employee.getByRole("button", { name: "Details: Annual Leave" });
    await press(employee, details);
    await expect(employee.getByRole("table", { name: "Ledger" })).toContainText("Entitlement");
    await fitInBothThemes(employee, "leave-details");
    await employee.keyboard.press("Escape");
    await expect(details).toBeFocused();
  });

  await test.step("what cannot be taken says why", async () => {
    await tabTo(employee, employee.getByLabel("Leave Type"));
    await employee.keyboard.type("Annual");
    await tabTo(employee, employee.getByLabel("First Day"));
    await employee.keyboard.type("02202027");
    await expect(employee.getByText("There are no working days in this period")).toBeVisible();
    await expect(employee.getByRole("button", { name: "Send Request" })).toBeDisabled();
    // Back to the month, which is where a date field is entered.
    await employee.getByLabel("Leave Type").focus();
    await tabTo(employee, employee.getByLabel("First Day"));
    await employee.keyboard.type("02222027");
    await employee.getByLabel("Last Day").focus();
    await employee.keyboard.type("02232027");
    await expect(preview(employee)).toContainText("2 days in 2027");
    await tabTo(employee, employee.getByLabel("Reason (optional)"));
    await employee.keyboard.type("Moving house");
    await press(employee, employee.getByRole("button", { name: "Send Request" }));
    await expect(mine(employee, "Feb 22 – 23, 2027")).toBeFocused();
  });

  await test.step("the manager rejects it with a reason", async () => {
    await press(manager, waiting(manager, "Moving house").getByRole("button", { name: /^Reject/ }));
    const dialog = manager.getByRole("dialog", { name: "Reject Leave" });
    await expect(dialog.getByLabel("Reason")).toBeFocused();
    await expect(dialog.getByRole("button", { name: "Reject" })).toBeDisabled();
    await manager.keyboard.type("Stocktaking");
    await manager.keyboard.press("ControlOrMeta+Enter");
    await expect(messages(manager)).toContainText("Leave rejected");
    await expect(mine(employee, "Feb 22 – 23, 2027")).toContainText("Stocktaking");
  });

  await test.step("what has been recorded without a decision is cancelled at once", async () => {
    await employee.getByLabel("Leave Type").focus();
    await employee.keyboard.type("Sick");
    await tabTo(employee, employee.getByLabel("First Day"));
    await employee.keyboard.type("11192026");
    await press(employee, employee.getByRole("button", { name: "Record Leave" }));
    await expect(messages(employee)).toContainText("Leave recorded successfully!");
    await press(employee, mine(employee, "Nov 19, 2026").getByRole("button", { name: /^Cancel/ }));
    await expect(employee.getByRole("dialog", { name: "Cancel leave" }).getByLabel("Comment")).toBeFocused();
    await employee.keyboard.press("ControlOrMeta+Enter");
    await expect(messages(employee)).toContainText("Leave cancelled successfully!");
  });
});

test("HR adjusts a balance and records leave in the profile", async ({ signedIn }) => {
  const hr = (await signedIn("hr", "/hr/employees?search=Noor")).page;
  await hr.getByRole("button", { name: "Noor Haddad" }).click();
  await hr.getByRole("tab", { name: "Leave" }).click();
  await expect(hr.getByRole("table", { name: "Balances" })).toContainText("Annual Leave");
  await fitForEverybody(hr, "person-leave");
  await press(hr, hr.getByRole("button", { name: "Adjust Balance" }));
  const dialog = hr.getByRole("dialog", { name: "Adjust Balance" });
  await dialog.getByLabel("Type").selectOption({ label: "Sick Leave" });
  await dialog.getByLabel("Days").fill("1.5");
  await dialog.getByLabel("Note").fill("From the old ledger");
  await dialog.getByRole("button", { name: "Adjust Balance" }).click();
  await expect(messages(hr)).toContainText("Balance adjusted successfully!");
  await expect(hr.getByRole("row").filter({ hasText: "Sick Leave" }).first()).toContainText("1.5");

  await hr.getByRole("button", { name: "Record Leave" }).click();
  const record = hr.getByRole("dialog", { name: "Record Leave" });
  await record.getByLabel("Leave Type").selectOption({ label: "Sick Leave" });
  await record.getByLabel("First Day").fill("2026-11-20");
  await expect(preview(hr)).toContainText("1 day in 2026");
  await fitInBothThemes(hr, "record-leave");
  await record.getByRole("button", { name: "Record Leave" }).click();
  await expect(messages(hr)).toContainText("Leave recorded successfully!");
  await expect(hr.getByRole("table", { name: "Requests" })).toContainText("Nov 20, 2026");
});
