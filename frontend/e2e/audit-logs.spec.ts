/** An administrator reads who did what, has the chain verified and takes the log along, by keyboard alone. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, ownPortal, test } from "./fixtures";
import { HANDS } from "./hands";
import { press, tabTo } from "./keys";
import { fitInBothThemes } from "./looks";
import { Organisation } from "./organisation";

const NUMBER = "+49 30 5550199";
const HEADER =
  "Position,Time,Action,Source,Actor,Actor ID,Role,On behalf of,About,About ID,Changes,Details,IP address,Request ID,Hash";

const portal = ownPortal();
test.beforeAll(async () => {
  // Somebody mistypes a password, and HR notes a telephone number.
  const visitor = new Organisation(portal.address);
  await visitor.signIn("employee@daybook.example", "not-the-password").catch(() => undefined);
  const office = await new Organisation(portal.address).signIn("hr@daybook.example");
  const { users } = (await office.call("GET", "/api/users?role=Employee&search=employee@")) as {
    users: readonly Readonly<
      Record<"_id" | "firstName" | "lastName" | "email" | "role" | "updatedAt", string>
    >[];
  };
  const [emma] = users;
  if (!emma) throw new Error("nobody has that address");
  const { _id: id, firstName, lastName, email, role, updatedAt: expected } = emma;
  await office.call("PUT", `/api/users/${id}`, {
    firstName,
    lastName,
    email,
    role,
    expected,
    phoneNumber: NUMBER,
  });
});
const main = (page: Page) => page.getByRole("main");
const table = (page: Page) => page.getByRole("table", { name: "Audit log" });
const entries = (page: Page, action: string) => table(page).getByRole("row").filter({ hasText: action });
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const seal = (page: Page) => page.getByRole("region", { name: "Seal" });

const keys = HANDS["by keyboard"];

test("an administrator finds what was done, and whether anybody has touched it since, by keyboard alone", async ({
  signedIn,
}) => {
  const { page } = await signedIn("admin");

  await test.step("the newest entries", async () => {
    await keys.goTo(page, "Admin", "Audit Logs");
    await expect(page.getByRole("heading", { level: 1, name: "Audit Logs" })).toBeFocused();
    const failed = entries(page, "Sign in failed").first();
    await expect(failed).toContainText("Not signed in");
    await expect(failed).toContainText("Emma Larsen");
    await expect(failed).toContainText("Failed to sign in: wrong password");
  });

  await test.step("a change of which only that it was made is told", async () => {
    await press(page, button(page, "Action: Any action"));
    const option = page.getByRole("option", { name: "Account changed", exact: true });
    await page.keyboard.type("Account changed");
    await expect(option).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\?action=account-changed$/);
    const changed = entries(page, "Account changed").first();
    await expect(changed).toContainText("Helen Fischer");
    await expect(changed).toContainText("Changed the phone number");
    await press(page, changed.getByRole("button", { name: /^Details of Account changed/ }));
    const details = table(page).getByRole("definition");
    await expect(details.filter({ hasText: /^127\.0\.0\.1$/ })).toBeVisible();
    await expect(details.filter({ hasText: /^[0-9a-f]{64}$/ })).toBeVisible();
    await expect(main(page)).not.toContainText("5550199");
    await fitInBothThemes(page, "audit-logs-open");
  });

  await test.step("the chain holds", async () => {
    await tabTo(page, button(page, "Verify Integrity"), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(seal(page)).toContainText(/[\d,]+ entries, chain intact\./);
    await expect(seal(page)).toContainText("Verified Nov 18, 2026");
  });

  await test.step("the log is taken along, as it is filtered", async () => {
    const saved = page.waitForEvent("download");
    await press(page, button(page, "Download CSV"));
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^Audit_Log_2026-\d\d-\d\d_2026-11-18\.csv$/);
    const text = (await readFile(await file.path(), "utf8")).replace("\uFEFF", "");
    const lines = text.trim().split("\r\n");
    expect(lines[0]).toBe(HEADER);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(1)) expect(line).toContain("ccount");
    expect(text).not.toContain("5550199");
  });

  await test.step("what the portal did by itself, and everything again", async () => {
    await press(page, button(page, "Clear filters"));
    await expect(page).toHaveURL(/\/admin\/audit-logs$/);
    const by = main(page).getByRole("combobox", { name: "By" });
    await tabTo(page, by);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { name: /^System/ })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\?actorId=none$/);
    await expect(by).toHaveValue("System");
    await expect(table(page).getByText("Anna", { exact: false })).toHaveCount(0);
  });
});
