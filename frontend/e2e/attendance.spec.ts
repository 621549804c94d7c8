/** The attendance summary as only a browser shows it: an entry that arrives, cards on a phone, a table on paper. Its figures are month.spec's. */
import type { Page } from "@playwright/test";
import { expect, ownPortal, test } from "./fixtures";
import { Organisation } from "./organisation";

const portal = ownPortal();

const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) =>
  main(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });

test("a month is in the address, and a new entry of the team is there at once", async ({ signedIn }) => {
  const { page } = await signedIn("manager", "/manager/reports?month=2026-10");
  await expect(page.getByRole("heading", { level: 1, name: "Team Reports" })).toBeVisible();
  await page.getByRole("button", { name: "Current Month" }).click();
  await expect(page).toHaveURL(/\/manager\/reports$/);
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Month" }).locator("option:checked")).toHaveText("October");
  await page.goForward();
  const facts = rows(page).filter({ hasText: "Noor Haddad" }).locator("td");
  await expect(main(page).getByRole("table", { name: "Attendance in November 2026" })).toBeVisible();
  const [workingDays, present] = [await facts.nth(1).innerText(), await facts.nth(3).innerText()];
  const noor = await new Organisation(portal.address).signIn("noor@daybook.example");
  await noor.call("POST", "/api/timesheets/my", { date: "2026-11-18", hours: 9, description: "Levels" });
  // Nobody has touched the browser: today counts from its entry on.
  await expect(facts.nth(1)).toHaveText(String(Number(workingDays) + 1));
  await expect(facts.nth(3)).toHaveText(String(Number(present) + 1));
});

test("the report is cards on a phone, and a table on paper", async ({ signedIn }) => {
  const { page } = await signedIn("hr", "/hr/reports");
  await page.setViewportSize({ width: 390, height: 900 });
  // Cards, each fact under its head, and still a table to those who hear it.
  const table = main(page).getByRole("table", { name: "Attendance in November 2026" });
  const facts = rows(page).first().getByRole("cell");
  const lines = async () => {
    const boxes = await Promise.all((await facts.all()).map((cell) => cell.boundingBox()));
    return new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size;
  };
  await expect(table).toBeVisible();
  await expect(table.getByRole("columnheader")).toHaveCount(7);
  await expect(facts).toHaveCount(6);
  expect(await lines()).toBe(4);

  await page.setViewportSize({ width: 760, height: 1000 });
  await page.emulateMedia({ media: "print" });
  await expect(table).toBeVisible();
  expect(await lines()).toBe(1);
  await expect(table.getByRole("columnheader", { name: "Rate" }).getByText("Rate")).toBeVisible();
  await expect(main(page).getByText("November 2026", { exact: true })).toBeVisible();
  await expect(main(page).getByText(/^Last updated:/)).toBeVisible();
  for (const gone of [
    page.getByRole("combobox", { name: "Month" }),
    page.getByRole("button", { name: "Download PDF" }),
    page.getByRole("navigation", { name: "HR menu" }),
  ])
    await expect(gone).toBeHidden();
});
