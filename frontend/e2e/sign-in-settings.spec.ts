/** What the operator can set for sign-in by a provider: people without an account, roles by groups, and no passwords. */
import type { Page } from "@playwright/test";
import { expect, PASSWORD, settled, signIn, test } from "./fixtures";
import { fitForEverybody } from "./looks";
import { Mailbox } from "./mailbox";
import { LABEL, ownPortalWithProvider, signInByProvider, signInThere, wayIn } from "./provider";
import { Authenticator } from "./totp";

const emailOf = (mailbox: string) => `${mailbox}@daybook.example`;
const passwordField = (page: Page) => page.getByLabel("Password", { exact: true });

test.describe("with accounts for unknown people", () => {
  const at = ownPortalWithProvider({ DAYBOOK_OIDC_ACME_CREATE: "employee" });

  test("somebody without an account becomes an Employee, and HR hears of it", async ({ visitor }) => {
    const { page } = await visitor();
    await signInByProvider(page, "newcomer");
    await expect(page).toHaveURL(/\/employee$/);
    await expect(page.getByRole("button", { name: /User menu of Robin Vale/ })).toBeVisible();
    const letters = () => new Mailbox(at.portal.outbox).to(emailOf("hr")).map(({ text }) => text);
    await expect.poll(letters).toContainEqual(expect.stringContaining(emailOf("robin.vale")));
    const admin = (await visitor()).page;
    await signIn(admin, "admin", "admin", "", "/admin/system-reports?tab=health");
    const check = admin.getByRole("listitem").filter({ hasText: "Employees without a joining date" });
    await expect(check).toContainText("Robin Vale");
  });
});

test.describe("with roles by groups", () => {
  ownPortalWithProvider({ DAYBOOK_OIDC_ACME_ROLES: "claim=groups; Portal admins=Admin; Staff=Manager" });

  test("groups at the provider give a role, which is read-only here", async ({ visitor }) => {
    const { page } = await visitor();
    await signInByProvider(page, "priya");
    await expect(page).toHaveURL(/\/manager$/);
    await expect(page.locator("main h1")).toBeVisible();
    const admin = (await visitor()).page;
    await signInByProvider(admin, "admin");
    await expect(admin).toHaveURL(/\/admin$/);
    await admin.goto("/admin/users?search=priya");
    await settled(admin);
    await admin.getByRole("button", { name: "Priya Raman", exact: true }).click();
    await expect(admin.getByRole("dialog")).toContainText(`Set by ${LABEL}`);
    await fitForEverybody(admin, "profile-dialog-role-set-by-provider");
  });
});

test.describe("without passwords", () => {
  const at = ownPortalWithProvider({ DAYBOOK_PASSWORDS: "off" });

  test("the sign-in has one button, and every other way is closed", async ({ visitor }) => {
    const { page } = await visitor();
    for (const way of ["/login", "/login?local"]) {
      await page.goto(way);
      await expect(wayIn(page)).toBeVisible();
      await expect(passwordField(page)).toHaveCount(0);
    }
    await fitForEverybody(page, "login-without-passwords");
    const body = { email: emailOf("employee"), password: PASSWORD };
    const refused = await page.request.post(`${at.portal.address}/api/auth/login`, { data: body });
    expect(refused.status()).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: "PASSWORDS_OFF",
      message: `Please sign in with ${LABEL}.`,
    });
    await wayIn(page).click();
    await signInThere(page, "employee");
    await expect(page).toHaveURL(/\/employee$/);
  });
});

test.describe("with passwords for emergencies", () => {
  const at = ownPortalWithProvider({ DAYBOOK_PASSWORDS: "break-glass" });

  test("a break-glass account signs in by a form with an address of its own", async ({ visitor }) => {
    const { page } = await visitor();
    await page.goto("/login");
    await expect(wayIn(page)).toBeVisible();
    await expect(passwordField(page)).toHaveCount(0);

    const printed = await at.portal.command("create-admin", emailOf("keeper"), "--break-glass");
    const printedAs = (label: string) => new RegExp(`${label} +(.+)`).exec(printed)?.[1] ?? "";
    const app = Authenticator.at(new Date().toISOString());
    app.scan(printedAs("key").replaceAll(" ", ""));
    const enter = async (mailbox: string, password: string) => {
      await page.goto("/login?local");
      await page.getByLabel("Email").fill(emailOf(mailbox));
      await passwordField(page).fill(password);
      await page.keyboard.press("Enter");
    };
    await enter("employee", PASSWORD);
    await expect(page.getByRole("alert")).toHaveText(`Please sign in with ${LABEL}.`);
    await fitForEverybody(page, "login-break-glass");
    await enter("keeper", printedAs("password"));
    await page.getByLabel("Code", { exact: true }).fill(app.code());
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("New Password", { exact: true })).toBeVisible();
    const letters = () => new Mailbox(at.portal.outbox).to(emailOf("admin")).map(({ text }) => text);
    await expect.poll(letters).toContainEqual(expect.stringContaining(emailOf("keeper")));
  });
});
