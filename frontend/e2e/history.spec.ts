/** What became of an entry: its versions, in a dialog above a dialog. */
import { expect, ownPortal, test } from "./fixtures";
import { press } from "./keys";
import { fitForEverybody } from "./looks";
import { Organisation } from "./organisation";

/** A Wednesday. */
const TODAY = "2026-11-18";

const portal = ownPortal();
let emma: string;
test.beforeAll(async () => {
  const employee = await new Organisation(portal.address).signIn("employee@daybook.example");
  const submit = (hours: number, description: string) =>
    employee.call("POST", "/api/timesheets/my", { date: TODAY, hours, description }) as Promise<{
      timesheet: { _id: string; user: { _id: string } };
    }>;
  const { timesheet } = await submit(8, "Drawings of the quay");
  emma = timesheet.user._id;
  const manager = await new Organisation(portal.address).signIn("manager@daybook.example");
  await manager.call("POST", "/api/timesheets/bulk-reject", {
    ids: [timesheet._id],
    comment: "Which side of the quay?",
  });
  await submit(8.5, "Drawings of the quay, south side");
  await manager.call("POST", "/api/timesheets/bulk-approve", { ids: [timesheet._id] });
});

test("a manager reads what became of an entry above the tasks of a week, by keyboard alone", async ({
  signedIn,
}) => {
  const { page } = await signedIn("manager", `/manager/team-timesheets?employee=${emma}`);
  await press(page, page.getByRole("button", { name: "View Weekly Tasks" }).first());
  const link = page.getByRole("button", { name: "History of Wednesday, November 18, 2026" });
  await press(page, link);
  const dialog = page.getByRole("dialog", { name: "History" });
  const versions = dialog.getByRole("listitem");
  await expect(versions).toHaveCount(4);
  await expect(versions.nth(0)).toContainText("Submitted");
  await expect(versions.nth(1)).toContainText("Which side of the quay?");
  await expect(versions.nth(2).locator("ins")).toHaveCount(2);
  await expect(versions.nth(3)).toContainText("Daniel Okafor");
  await fitForEverybody(page, "history");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page.getByRole("dialog", { name: "Weekly Tasks" })).toBeVisible();
});
