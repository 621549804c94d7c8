/** Leave between an employee and the manager: asked for, decided and given up, in a portal of their own. */
import type { Page } from "@playwright/test";
import { expect, ownPortal, test } from "./fixtures";
import { press, tabTo } from "./keys";
import { fitInBothThemes } from "./looks";

ownPortal();

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const preview = (page: Page) => page.getByRole("region", { name: "Days Needed" });
const mine = (page: Page, text: string) =>
  page.getByRole("table", { name: "My Requests" }).getByRole("row").filter({ hasText: text });
const waiting = (page: Page, text: string) =>
  page.getByRole("table", { name: "Pending requests" }).getByRole("row").filter({ hasText: text });

async function ask(page: Page, type: string, first: string, last: string, reason: string): Promise<void> {
  await page.getByLabel("Leave Type").selectOption({ label: type });
  await page.getByLabel("First Day").fill(first);
  await page.getByLabel("Last Day").fill(last);
  await page.getByLabel("Reason (optional)").fill(reason);
  await expect(preview(page)).toContainText("left after that");
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(messages(page)).toContainText("Leave request submitted successfully!");
}

test("leave is asked for, rejected, approved, shortened and given up, by keyboard", async ({ signedIn }) => {
  const employee = (await signedIn("employee", "/employee/leave", "noor")).page;
  const manager = (await signedIn("manager", "/manager/leave-approvals")).page;

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

  await test.step("another is approved, and shortened", async () => {
    await ask(employee, "Annual Leave", "2027-02-01", "2027-02-03", "Skiing in the Vosges");
    const row = waiting(manager, "Skiing in the Vosges");
    await press(manager, row.getByRole("button", { name: /^Approve/ }));
    await expect(row).toHaveCount(0);
    await expect(messages(manager)).toContainText("Leave approved");
    const asked = mine(employee, "Feb 1 – 3, 2027");
    await expect(asked).toContainText("Approved by");
    await press(employee, asked.getByRole("button", { name: /^Cancel/ }));
    const dialog = employee.getByRole("dialog", { name: "Cancel leave" });
    await dialog.getByLabel("Only the days after").check();
    await dialog.getByLabel("Last day of the leave").fill("2027-02-01");
    await fitInBothThemes(employee, "leave-cancelling");
    await dialog.getByRole("button", { name: "Cancel Leave" }).click();
    await expect(messages(employee)).toContainText("Leave shortened successfully!");
    await expect(mine(employee, "Feb 1, 2027")).toContainText("Shortened by Noor Haddad");
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
