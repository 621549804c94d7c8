/** The directories of many people: what is added elsewhere appears, and long lists have pages. */
import { column, searchFor, tile } from "./directory-parts";
import { expect, signIn, test } from "./fixtures";
import { Organisation } from "./organisation";
import { Portal } from "./portal";

const NOW = "2026-11-18T09:00:00Z";

test("a person who is added appears on open pages, and long lists have pages", async ({ visitor }) => {
  const crowded = await Portal.start("demo", { DAYBOOK_NOW: NOW });
  try {
    const { page } = await visitor();
    await signIn(page, "employee", "employee", crowded.address, `/directory`);
    const team = column(page, "Team Members");
    await expect(team).toContainText("14 people");

    const hr = await new Organisation(crowded.address).signIn("hr@daybook.example");
    await hr.addEmployees(40);
    // Nobody has reloaded anything.
    await expect(team).toContainText("54 people");
    await expect(tile(page, "Active Today")).toHaveText("51");
    await expect(team).toContainText("Showing 1 to 20 of 54 results");
    await team.getByRole("button", { name: "Next" }).click();
    await expect(team).toContainText("Showing 21 to 40 of 54 results");
    await expect(page).toHaveURL(/\?team=2$/);
    await team.getByRole("button", { name: "Next" }).click();
    await expect(team).toContainText("Showing 41 to 54 of 54 results");
    await expect(team.getByRole("button", { name: "Next" })).toBeDisabled();
    await expect(team.getByRole("button", { name: "Previous" })).toBeFocused();
    await page.goBack();
    await expect(team).toContainText("Showing 21 to 40 of 54 results");
    await page.goto(`${crowded.address}/directory?team=99`);
    await expect(team).toContainText("Showing 41 to 54 of 54 results");
    await expect(page).toHaveURL(/\?team=3$/);

    const admin = (await visitor()).page;
    await signIn(admin, "admin", "admin", crowded.address, `/admin/user-timesheets`);
    await expect(admin.getByText("Showing 1 to 50 of 54 results")).toBeVisible();
    await admin.getByRole("button", { name: "Page 2" }).click();
    await expect(admin.getByText("Showing 51 to 54 of 54 results")).toBeVisible();
    await expect(admin.getByRole("row")).toHaveCount(5);
    await searchFor(admin).fill("new 07");
    await expect(admin.getByRole("row").filter({ hasText: "New 07" })).toContainText("No Timesheets");
    await expect(admin.getByRole("row")).toHaveCount(2);
    await expect(admin.getByRole("row").filter({ hasText: "New 07" })).toContainText("N/A");
  } finally {
    await crowded.remove();
  }
});
