/** HR looks at a month, closes it and hands it to payroll, by keyboard alone; an administrator opens it again. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, ownPortal, test } from "./fixtures";
import { HANDS } from "./hands";
import { press, tabTo } from "./keys";
import { fitForEverybody, fitInBothThemes } from "./looks";

/** A Wednesday. The sample has closed September; of October some days were rejected, and some wait. */
const NOW = "2026-11-04T09:00:00Z";

ownPortal(NOW);

const main = (page: Page) => page.getByRole("main");
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 2, name });
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const link = (page: Page, name: string) => main(page).getByRole("link", { name, exact: true });
const row = (page: Page, table: string, name: string) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: name });

const keys = HANDS["by keyboard"];

/** Works what lies further up than the focus. */
async function pressAbove(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target, "Shift+Tab");
  await page.keyboard.press("Enter");
}

test("HR closes a month and hands it to payroll by keyboard alone", async ({ signedIn }) => {
  const { page } = await signedIn("hr");
  let checksum = "";

  const closeMonth = async (revision: number) => {
    await press(page, button(page, "Close Month"));
    const dialog = page.getByRole("dialog", { name: "Close October 2026?" });
    await expect(dialog).toContainText("What is open counts as it stands");
    await expect(dialog.getByLabel("Reason")).toBeFocused();
    await keys.write(page, dialog.getByLabel("Reason"), "Payroll is due");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(messages(page)).toContainText(`October 2026 is closed (revision ${revision})`);
    await expect(heading(page, "October 2026")).toBeFocused();
    await expect(main(page)).toContainText(/Closed with \d+ employees not ready: Payroll is due/);
  };

  await test.step("the months of the year lead to October", async () => {
    await keys.goTo(page, "HR", "Payroll Processing");
    const september = row(page, "Months of 2026", "September 2026");
    await expect(september).toContainText("Closed");
    await expect(september).toContainText("Agrees");
    await expect(row(page, "Months of 2026", "November 2026")).toContainText("In Progress");
    await press(page, link(page, "October 2026"));
    await expect(heading(page, "October 2026")).toBeFocused();
    await expect(main(page)).toContainText(/\d+ of \d+ ready/);
    await fitForEverybody(page, "month-open");
  });

  await test.step("an employee is reminded, and a rejected day accepted as absent", async () => {
    await press(page, button(page, /^Rejected Entries \d/));
    await expect(page).toHaveURL(/blocker=rejectedEntries/);
    const samuel = row(page, "Employees of the month", "Samuel Mensah");
    await expect(samuel).toContainText("rejected 28 Oct");
    await tabTo(page, page.getByLabel("Select Samuel Mensah"));
    await page.keyboard.press("Space");
    await pressAbove(page, button(page, "Remind Employees"));
    await expect(messages(page)).toContainText("1 person reminded");
    await expect(samuel).toContainText("Employee");
    await press(page, button(page, "Accept as Absent"));
    const dialog = page.getByRole("dialog", { name: "Accept as Absent" });
    await expect(dialog).toContainText("Samuel Mensah");
    await expect(dialog.getByLabel("Note")).toBeFocused();
    await fitInBothThemes(page, "month-accepting");
    await keys.write(page, dialog.getByLabel("Note"), "Agreed with Marta");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(messages(page)).toContainText("2 days accepted as absent");
    await expect(samuel).toHaveCount(0);
  });

  await test.step("it is closed with a reason", () => closeMonth(1));

  await test.step("payroll is exported", async () => {
    await press(page, link(page, "Open Payroll"));
    const table = page.getByRole("table", { name: "Payroll of October 2026, revision 1" });
    await expect(table.getByRole("row").filter({ hasText: "Emma Larsen" })).toBeVisible();
    await fitForEverybody(page, "payroll");
    const saved = page.waitForEvent("download");
    await press(page, button(page, "Export CSV"));
    const file = await saved;
    expect(file.suggestedFilename()).toBe("Payroll_2026-10_r1.csv");
    await expect(messages(page)).toContainText("Payroll exported");
    const path = await file.path();
    const lines = (await readFile(path, "utf8")).trim().split("\r\n");
    checksum = lines.at(-1)?.split(",").at(-1) ?? "";
    expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    const paper = page.waitForEvent("download");
    await press(page, button(page, "Export PDF"));
    expect((await paper).suggestedFilename()).toBe("Payroll_2026-10_r1.pdf");
    await tabTo(page, page.getByRole("tab", { name: "Payroll" }), "Shift+Tab");
    await page.keyboard.press("ArrowLeft");
    await page.getByLabel("CSV File").setInputFiles(path);
    await press(page, button(page, "Check"));
    await expect(main(page)).toContainText("This is revision 1 of October 2026, the current one.");
  });

  await test.step("only an administrator reopens it now, and HR sees that", async () => {
    await pressAbove(page, link(page, "October 2026"));
    await expect(main(page)).toContainText(
      "Exported on November 4, 2026. Only an administrator can reopen this month.",
    );
    await expect(button(page, "Reopen Month")).toHaveCount(0);
    const admin = (await signedIn("admin", "/admin/payroll?month=2026-10")).page;
    await press(admin, button(admin, "Reopen Month"));
    const dialog = admin.getByRole("dialog", { name: "Reopen October 2026?" });
    await expect(dialog).toContainText("Everybody can change days of this month again.");
    await keys.write(admin, dialog.getByLabel("Reason"), "A day is missing");
    await admin.keyboard.press("ControlOrMeta+Enter");
    await expect(messages(admin)).toContainText("October 2026 is open again");
    await expect(heading(admin, "October 2026")).toBeFocused();
    await expect(button(page, "Close Month")).toBeVisible();
    await expect(row(page, "Revisions", "A day is missing")).toBeVisible();
  });

  await test.step("it is closed again, and compared", async () => {
    await closeMonth(2);
    await press(page, link(page, "Compare with Revision 1"));
    await expect(heading(page, "October 2026: Revision 1 and 2")).toBeFocused();
    await expect(main(page)).toContainText("Nothing changed between these revisions.");
    await pressAbove(page, link(page, "All Months"));
    await expect(row(page, "Months of 2026", "October 2026")).toContainText("2");
    await keys.write(page, page.getByLabel("Checksum", { exact: true }), checksum.toUpperCase());
    await press(page, button(page, "Check"));
    await expect(main(page)).toContainText("This is revision 1 of October 2026. It is no longer current.");
  });
});
