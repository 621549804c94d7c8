/**
 * HR looks at a month, closes it and hands it to payroll, by keyboard alone and, in the long run, by mouse; an administrator opens it
 * again.
 */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures";
import { HANDS } from "./hands";
import { tabTo } from "./keys";
import { fitForEverybody, fitInBothThemes } from "./looks";
import { Portal } from "./portal";

/** A Wednesday. The sample has closed September; of October some days were rejected, and some wait. */
const NOW = "2026-11-04T09:00:00Z";

/** One for each way: what is closed in it stays closed. They are removed once nobody looks at them any more. */
const portals: Portal[] = [];
test.afterAll(() => Promise.all(portals.map((portal) => portal.remove())));

const main = (page: Page) => page.getByRole("main");
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 2, name });
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const link = (page: Page, name: string) => main(page).getByRole("link", { name, exact: true });
const row = (page: Page, table: string, name: string) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: name });

/** What the two ways do differently, beyond what they have in common with all screens. */
const OWN = {
  "by mouse": {
    pressAbove: (_: Page, target: Locator) => target.click(),
    check: (_: Page, box: Locator) => box.check(),
    submit: (_: Page, dialog: Locator, name: string) => dialog.getByRole("button", { name }).click(),
    showMonths: (page: Page) => page.getByRole("tab", { name: "Months" }).click(),
  },
  "by keyboard": {
    pressAbove: async (page: Page, target: Locator) => {
      await tabTo(page, target, "Shift+Tab");
      await page.keyboard.press("Enter");
    },
    check: async (page: Page, box: Locator) => {
      await tabTo(page, box);
      await page.keyboard.press("Space");
    },
    submit: (page: Page, _: Locator, __: string) => page.keyboard.press("ControlOrMeta+Enter"),
    showMonths: async (page: Page) => {
      await tabTo(page, page.getByRole("tab", { name: "Payroll" }), "Shift+Tab");
      await page.keyboard.press("ArrowLeft");
    },
  },
} as const;

for (const way of ["by mouse", "by keyboard"] as const) {
  const hand = HANDS[way];
  const tag = way === "by mouse" ? ["@long"] : [];
  const own = OWN[way];

  test(`HR closes a month and hands it to payroll ${way}`, { tag }, async ({ visitor }) => {
    const portal = await Portal.start("demo", { DAYBOOK_NOW: NOW });
    portals.push(portal);
    const { page } = await visitor();
    await signIn(page, "hr", "hr", portal.address);
    let checksum = "";

    const closeMonth = async (revision: number, look?: string) => {
      await hand.press(page, button(page, "Close Month"));
      const dialog = page.getByRole("dialog", { name: "Close October 2026?" });
      await expect(dialog).toContainText("What is open counts as it stands");
      await expect(dialog.getByLabel("Reason")).toBeFocused();
      if (look) await fitInBothThemes(page, look);
      await hand.write(page, dialog.getByLabel("Reason"), "Payroll is due");
      await own.submit(page, dialog, "Close Month");
      await expect(messages(page)).toContainText(`October 2026 is closed (revision ${revision})`);
      await expect(heading(page, "October 2026")).toBeFocused();
      await expect(main(page)).toContainText(/Closed with \d+ employees not ready: Payroll is due/);
    };

    await test.step("the months of the year lead to October", async () => {
      await hand.goTo(page, "HR", "Payroll Processing");
      const september = row(page, "Months of 2026", "September 2026");
      await expect(september).toContainText("Closed");
      await expect(september).toContainText("Agrees");
      await expect(row(page, "Months of 2026", "November 2026")).toContainText("In Progress");
      await fitForEverybody(page, "months");
      await hand.press(page, link(page, "October 2026"));
      await expect(heading(page, "October 2026")).toBeFocused();
      await expect(main(page)).toContainText(/\d+ of \d+ ready/);
      await fitForEverybody(page, "month-open");
    });

    await test.step("an employee is reminded, and a rejected day accepted as absent", async () => {
      await hand.press(page, button(page, /^Rejected Entries \d/));
      await expect(page).toHaveURL(/blocker=rejectedEntries/);
      const samuel = row(page, "Employees of the month", "Samuel Mensah");
      await expect(samuel).toContainText("rejected 28 Oct");
      await own.check(page, page.getByLabel("Select Samuel Mensah"));
      await own.pressAbove(page, button(page, "Remind Employees"));
      await expect(messages(page)).toContainText("1 person reminded");
      await expect(samuel).toContainText("Employee");
      await hand.press(page, button(page, "Accept as Absent"));
      const dialog = page.getByRole("dialog", { name: "Accept as Absent" });
      await expect(dialog).toContainText("Samuel Mensah");
      await expect(dialog.getByLabel("Note")).toBeFocused();
      await fitInBothThemes(page, "month-accepting");
      await hand.write(page, dialog.getByLabel("Note"), "Agreed with Marta");
      await own.submit(page, dialog, "Accept as Absent");
      await expect(messages(page)).toContainText("2 days accepted as absent");
      await expect(samuel).toHaveCount(0);
    });

    await test.step("it is closed with a reason", () => closeMonth(1, "month-closing"));

    await test.step("payroll is exported", async () => {
      await fitForEverybody(page, "month-closed");
      await hand.press(page, link(page, "Open Payroll"));
      const table = page.getByRole("table", { name: "Payroll of October 2026, revision 1" });
      await expect(table.getByRole("row").filter({ hasText: "Emma Larsen" })).toBeVisible();
      await fitForEverybody(page, "payroll");
      const saved = page.waitForEvent("download");
      await hand.press(page, button(page, "Export CSV"));
      const file = await saved;
      expect(file.suggestedFilename()).toBe("Payroll_2026-10_r1.csv");
      await expect(messages(page)).toContainText("Payroll exported");
      const path = await file.path();
      const lines = (await readFile(path, "utf8")).trim().split("\r\n");
      checksum = lines.at(-1)?.split(",").at(-1) ?? "";
      expect(checksum).toMatch(/^[0-9a-f]{64}$/);
      const paper = page.waitForEvent("download");
      await hand.press(page, button(page, "Export PDF"));
      expect((await paper).suggestedFilename()).toBe("Payroll_2026-10_r1.pdf");
      await own.showMonths(page);
      await page.getByLabel("CSV File").setInputFiles(path);
      await hand.press(page, button(page, "Check"));
      await expect(main(page)).toContainText("This is revision 1 of October 2026, the current one.");
    });

    await test.step("only an administrator reopens it now, and HR sees that", async () => {
      await own.pressAbove(page, link(page, "October 2026"));
      await expect(main(page)).toContainText(
        "Exported on November 4, 2026. Only an administrator can reopen this month.",
      );
      await expect(button(page, "Reopen Month")).toHaveCount(0);
      const admin = (await visitor()).page;
      await signIn(admin, "admin", "admin", portal.address, "/admin/payroll?month=2026-10");
      await hand.press(admin, button(admin, "Reopen Month"));
      const dialog = admin.getByRole("dialog", { name: "Reopen October 2026?" });
      await expect(dialog).toContainText("Everybody can change days of this month again.");
      await hand.write(admin, dialog.getByLabel("Reason"), "A day is missing");
      await own.submit(admin, dialog, "Reopen Month");
      await expect(messages(admin)).toContainText("October 2026 is open again");
      await expect(heading(admin, "October 2026")).toBeFocused();
      await expect(button(page, "Close Month")).toBeVisible();
      await expect(row(page, "Revisions", "A day is missing")).toBeVisible();
    });

    await test.step("it is closed again, and compared", async () => {
      await closeMonth(2);
      await hand.press(page, link(page, "Compare with Revision 1"));
      await expect(heading(page, "October 2026: Revision 1 and 2")).toBeFocused();
      await expect(main(page)).toContainText("Nothing changed between these revisions.");
      await fitForEverybody(page, "month-compared");
      await own.pressAbove(page, link(page, "All Months"));
      await expect(row(page, "Months of 2026", "October 2026")).toContainText("2");
      await hand.write(page, page.getByLabel("Checksum", { exact: true }), checksum.toUpperCase());
      await hand.press(page, button(page, "Check"));
      await expect(main(page)).toContainText("This is revision 1 of October 2026. It is no longer current.");
    });
  });
}
