/** Who works here: the team directory for everybody, and the employee directory with its counts, both without a mouse. */
import { column, searchFor, tile } from "./directory-parts";
import { expect, ownPortal, test } from "./fixtures";
import { press, tabTo } from "./keys";
import { Organisation } from "./organisation";

const portal = ownPortal();

test("both directories without a mouse", async ({ signedIn }) => {
  const { page } = await signedIn("admin", "/directory");
  const team = column(page, "Team Members");
  await expect(column(page, "HR Team").getByRole("listitem")).toHaveCount(2);
  // A person who has left is not listed. A blocked person is, and is not counted as active.
  await expect(team.getByText("Bilal Aziz")).toBeVisible();
  await expect(team.getByText("Greta Holm")).toHaveCount(0);
  await expect(tile(page, "Total Team")).toHaveText("18");
  await expect(tile(page, "Active Today")).toHaveText("11");

  await page.locator("body").press("ControlOrMeta+/");
  await expect(searchFor(page)).toBeFocused();
  await page.keyboard.type("παππ");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 person matches “παππ”")).toBeVisible();
  await expect(team.getByRole("listitem")).toHaveText([/Κώστας Παππάς/]);
  // The tiles are about everybody.
  await expect(tile(page, "Total Team")).toHaveText("18");
  await page.reload();
  await expect(searchFor(page)).toHaveValue("παππ");
  await tabTo(page, page.getByRole("link", { name: "kostas@daybook.example" }));
  await tabTo(page, searchFor(page), "Shift+Tab");
  await page.keyboard.press("Escape");
  await expect(searchFor(page)).toHaveValue("");
  await expect(page).toHaveURL(/\/directory$/);

  await test.step("somebody who is added appears on the open page", async () => {
    const hr = await new Organisation(portal.address).signIn("hr@daybook.example");
    const lea = { firstName: "Lea", lastName: "Prill", email: "lea@daybook.example", role: "Employee" };
    await hr.call("POST", "/api/auth/register", lea);
    await expect(team.getByText("Lea Prill")).toBeVisible();
    await expect(tile(page, "Total Team")).toHaveText("19");
  });

  const menu = page.getByRole("navigation", { name: "Admin menu" });
  await tabTo(page, menu.getByRole("link", { name: "User Timesheets" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Employee Directory" })).toBeFocused();
  const emma = page.getByRole("row").filter({ hasText: "Emma Larsen" });
  for (const status of ["Pending", "Approved", "Rejected"])
    await expect(emma).toContainText(new RegExp(`\\d+ ${status}`));
  await expect(page.getByRole("row").filter({ hasText: "Greta Holm" })).toContainText("Inactive");
  await expect(page.getByRole("row").filter({ hasText: "Lea Prill" })).toContainText("No Timesheets");
  await page.keyboard.press("ControlOrMeta+/");
  await page.keyboard.type("amélie");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Showing 1 to 1 of 1 results")).toBeVisible();
  await press(page, page.getByRole("link", { name: "View timesheets of Amélie Dubois" }));
  await expect(page).toHaveURL(/\/user-timesheets\/[0-9a-f-]{36}$/);
});
