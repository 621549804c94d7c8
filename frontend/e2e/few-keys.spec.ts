/** What people do every day takes few keys: they are counted. */
import type { Page } from "@playwright/test";
import { expect, signIn, signInByForm, test } from "./fixtures";
import { Organisation } from "./organisation";
import { Portal } from "./portal";

/** A Monday: anyone who has recorded today has recorded their whole week so far. */
const NOW = "2026-11-16T09:00:00Z";
const TEAM = 20;

/** A keyboard that counts. */
function counting(page: Page) {
  let keys = 0;
  return {
    count: () => keys,
    press: async (key: string, times = 1) => {
      for (let time = 0; time < times; time += 1) {
        keys += 1;
        await page.keyboard.press(key);
      }
    },
  };
}

test("today is recorded with yesterday's text in four keys", async ({ visitor }) => {
  const portal = await Portal.start("demo", { DAYBOOK_NOW: "2026-11-18T09:00:00Z" });
  try {
    const { page } = await visitor();
    await signInByForm(page, "employee", "amelie", portal.address);
    await expect(page.getByRole("heading", { level: 1, name: /^Welcome/ })).toBeFocused();
    const again = page.getByRole("link", { name: "Same as Tue, Nov 17" });
    await expect(again).toBeVisible();
    const keyboard = counting(page);
    await keyboard.press("Tab", 2);
    await expect(again).toBeFocused();
    await keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Submit Timesheet" })).toBeFocused();
    await keyboard.press("Enter");
    const today = page.getByRole("grid").getByRole("button", { name: "Wednesday, November 18, 2026" });
    await expect(today).toContainText("Pending");
    expect(keyboard.count()).toBeLessThanOrEqual(4);
  } finally {
    await portal.remove();
  }
});

type Registered = { user: { _id: string }; generatedCredentials: { password: string } };

/** Twenty new people of the sample's manager, who have recorded today. */
async function addTeam(address: string): Promise<void> {
  const hr = await new Organisation(address).signIn("hr@daybook.example");
  const managers = await hr.call("GET", "/api/users?role=Manager&search=manager%40daybook");
  const [manager] = (managers as { users: { _id: string }[] }).users;
  for (let number = 1; number <= TEAM; number += 1) {
    const email = `quick.${number}@daybook.example`;
    const names = { firstName: "Quick", lastName: String(number).padStart(2, "0"), email, role: "Employee" };
    const { user, generatedCredentials } = (await hr.call("POST", "/api/auth/register", names)) as Registered;
    await hr.call("POST", "/api/users/assign-manager", { employeeId: user._id, managerId: manager?._id });
    const person = await new Organisation(address).signIn(email, generatedCredentials.password);
    const password = { newPassword: "daybook", confirmPassword: "daybook" };
    await person.call("PUT", "/api/auth/change-first-login-password", password);
    const hours = number === TEAM ? 12.5 : 9;
    await person.call("POST", "/api/timesheets/my", {
      date: "2026-11-16",
      hours,
      description: `Cranes ${number}`,
    });
  }
}

test("twenty weeks are decided in at most 21 keys", async ({ visitor }) => {
  const portal = await Portal.start("demo", { DAYBOOK_NOW: NOW });
  try {
    await addTeam(portal.address);
    const { page } = await visitor();
    await signIn(page, "manager", "manager", portal.address, "/manager/team-timesheets?size=20");
    const approve = page.getByRole("button", { name: "Approve clean weeks" });
    const bar = page.getByRole("region", { name: "Weeks without remarks" });
    await expect(bar).toContainText("19 of the 20 weeks");
    await expect(bar).toContainText("1 week remains, with a long day.");
    const odd = page.getByRole("article", { name: /^Quick 20/ });
    await expect(odd).toContainText("More than 12 hours on Monday");

    await expect(approve).toBeEnabled();
    const keyboard = counting(page);
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await keyboard.press("Tab", 4);
    await expect(approve).toBeFocused();
    await keyboard.press("Enter");
    // The focus is on the week that remains.
    await expect(odd).toBeFocused();
    await keyboard.press("a");
    await expect(page.getByText("19 weeks approved")).toBeVisible();
    await expect(bar).toHaveCount(0);
    expect(keyboard.count()).toBeLessThanOrEqual(21);

    const manager = await new Organisation(portal.address).signIn("manager@daybook.example");
    const path = "/api/timesheets/team?from=2026-11-16&to=2026-11-22";
    const { timesheets } = (await manager.call("GET", path)) as { timesheets: { status: string }[] };
    expect(timesheets.map(({ status }) => status)).toEqual(Array(TEAM).fill("approved"));
  } finally {
    await portal.remove();
  }
});
