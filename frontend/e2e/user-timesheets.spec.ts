/** One person's calendar, as HR and administrators see it: the days, the months, and the same by keyboard. */
import type { Page } from "@playwright/test";
import { expect, ownPortal, test } from "./fixtures";
import { tabTo } from "./keys";
import { fitForEverybody } from "./looks";
import { Organisation } from "./organisation";

type Entry = Readonly<Record<"date" | "description" | "status", string>> & {
  readonly approvalComments: string | null;
};

const portal = ownPortal();
let emma: string;
/** Another of HR than the one in the browser: one person has one session. */
let office: Organisation;
test.beforeAll(async () => {
  office = await new Organisation(portal.address).signIn("priya@daybook.example");
  const { users } = (await office.call("GET", "/api/users?role=Employee&search=employee%40daybook")) as {
    users: readonly { readonly _id: string }[];
  };
  emma = users[0]?._id ?? "";
});

async function entries(month: number): Promise<readonly Entry[]> {
  const query = `userId=${emma}&month=${month}&year=2026`;
  return ((await office.call("GET", `/api/timesheets/my?${query}`)) as { timesheets: Entry[] }).timesheets;
}

const day = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("button", { name });
const calendar = (page: Page, count: number) =>
  page.getByRole("heading", { name: `Timesheet Calendar (${count} entries)` });

test("HR goes from the directory to a person's days, and back to the page of the directory", async ({
  signedIn,
}) => {
  const { page } = await signedIn("hr", `/hr/user-timesheets?search=larsen`);
  await page.getByRole("link", { name: "View timesheets of Emma Larsen" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Emma Larsen's Timesheets");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "employee@daybook.example" })).toBeVisible();
  await expect(main).toContainText("Department Studio");
  await expect(main).toContainText(/Employee ID EMP\d{4}/);
  await expect(calendar(page, (await entries(11)).length)).toBeVisible();
  await expect(page.getByRole("list", { name: "Legend" }).getByRole("listitem")).toContainText([
    "Today",
    "Approved",
    "Pending",
    "Rejected",
    "Approved unlock",
    "Holiday",
    "Past (locked)",
    "Weekend",
  ]);

  await test.step("an entry opens, a weekend does not", async () => {
    const rejected = (await entries(11)).find((entry) => entry.status === "rejected");
    if (!rejected) throw new Error("the sample has no rejected day");
    await page.locator(`[data-date="${rejected.date}"]`).click();
    const box = page.getByRole("region", { name: /^Timesheet for / });
    await expect(box).toContainText(rejected.description);
    await expect(box).toContainText(rejected.approvalComments ?? "");
    await expect(box).toContainText("Rejected");
    await expect(box).toContainText("Created");
    await expect(page).toHaveURL(new RegExp(`date=${rejected.date}$`));
    // It counts as switched off, and is pressed all the same.
    await day(page, /Sunday, November 15/).click({ force: true });
    await expect(page).toHaveURL(new RegExp(`date=${rejected.date}$`));
    await fitForEverybody(page, "person-calendar");
  });

  await test.step("another month, and back past it", async () => {
    await page.getByLabel("Month").selectOption("October");
    await expect(calendar(page, (await entries(10)).length)).toBeVisible();
    await page.getByRole("button", { name: "Back to Users" }).click();
    await expect(page).toHaveURL(/\/hr\/user-timesheets\?search=larsen$/);
  });
});

test("the days are read by keyboard alone", async ({ signedIn }) => {
  const { page } = await signedIn("admin", `/user-timesheets/${emma}`);
  await tabTo(page, day(page, /Wednesday, November 18/));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Timesheet for Tuesday, November 17, 2026" })).toBeVisible();
  await page.keyboard.press("Home");
  const sunday = day(page, /Sunday, November 15/);
  await expect(sunday).toBeFocused();
  await expect(sunday).toHaveAccessibleDescription(/^Weekends cannot be selected\./);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/date=2026-11-17$/);
  await page.keyboard.press("PageUp");
  await expect(day(page, /Thursday, October 15/)).toBeFocused();
  await expect(page.getByLabel("Month").locator("option:checked")).toHaveText("October");
  await page.keyboard.press("t");
  await expect(day(page, /Wednesday, November 18/)).toBeFocused();
  await page.keyboard.press("PageDown");
  await expect(page.getByText("November 2026 is the latest month.")).toBeAttached();
  await tabTo(page, page.getByRole("button", { name: "Back to Users" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  // This page was the first of its visit: the button leads to the directory.
  await expect(page).toHaveURL(/\/admin\/user-timesheets$/);
});
