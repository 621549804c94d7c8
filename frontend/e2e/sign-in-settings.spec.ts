/** What the operator can set for sign-in by a provider: people without an account, roles by groups, and no passwords. */
import type { Page } from "@playwright/test";
import { expect, PASSWORD, settled, signIn, test } from "./fixtures";
import { fitForEverybody } from "./looks";
import { Mailbox } from "./mailbox";
import type { Portal } from "./portal";
import { LABEL, portalWithProvider, signInByProvider, signInThere, wayIn } from "./provider";
import { Authenticator } from "./totp";

/** Tries something on a portal with a provider and these settings. */
async function withSettings(
  settings: Readonly<Record<string, string>>,
  attempt: (portal: Portal) => Promise<void>,
): Promise<void> {
  const { portal, provider } = await portalWithProvider(settings);
  try {
    await attempt(portal);
  } finally {
    await portal.remove();
    await provider.stop();
  }
}

const emailOf = (mailbox: string) => `${mailbox}@daybook.example`;
const passwordField = (page: Page) => page.getByLabel("Password", { exact: true });

test("somebody without an account becomes an Employee where the operator wants it", async ({ visitor }) => {
  await withSettings({ DAYBOOK_OIDC_ACME_CREATE: "employee" }, async ({ address }) => {
    const { page } = await visitor();
    await signInByProvider(page, "newcomer", address);
    await expect(page).toHaveURL(/\/employee$/);
    await expect(page.locator("main h1")).toBeVisible();
    const office = (await visitor()).page;
    await signIn(office, "hr", "hr", address, "/hr/employees?search=robin.vale");
    await expect(office.getByRole("row", { name: /Robin Vale/ })).toContainText("Employee");
  });
});

test("groups at the provider give a role, which is read-only here", async ({ visitor }) => {
  const roles = "claim=groups; Portal admins=Admin; Staff=Manager";
  await withSettings({ DAYBOOK_OIDC_ACME_ROLES: roles }, async ({ address }) => {
    const { page } = await visitor();
    await signInByProvider(page, "priya", address);
    await expect(page).toHaveURL(/\/manager$/);
    const admin = (await visitor()).page;
    await signInByProvider(admin, "admin", address);
    await expect(admin).toHaveURL(/\/admin$/);
    await admin.goto(`${address}/admin/users?search=priya`);
    await settled(admin);
    await admin.getByRole("button", { name: "Priya Raman", exact: true }).click();
    await expect(admin.getByRole("dialog")).toContainText(`Set by ${LABEL}`);
    await fitForEverybody(admin, "profile-dialog-role-set-by-provider");
  });
});

test("without passwords the sign-in has one button, and every other way is closed", async ({ visitor }) => {
  await withSettings({ DAYBOOK_PASSWORDS: "off" }, async ({ address }) => {
    const { page } = await visitor();
    for (const way of ["/login", "/login?local"]) {
      await page.goto(`${address}${way}`);
      await expect(wayIn(page)).toBeVisible();
      await expect(passwordField(page)).toHaveCount(0);
    }
    await fitForEverybody(page, "login-without-passwords");
    const body = { email: emailOf("employee"), password: "daybook" };
    const refused = await page.request.post(`${address}/api/auth/login`, { data: body });
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

test("a break-glass account opens the portal by a form with an address of its own", async ({ visitor }) => {
  await withSettings({ DAYBOOK_PASSWORDS: "break-glass" }, async (portal) => {
    const { page } = await visitor();
    await page.goto(`${portal.address}/login`);
    await expect(wayIn(page)).toBeVisible();
    await expect(passwordField(page)).toHaveCount(0);

    const email = emailOf("keeper");
    const printed = await portal.command("create-admin", email, "--break-glass");
    const printedAs = (label: string) => new RegExp(`${label} +(.+)`).exec(printed)?.[1] ?? "";
    const app = Authenticator.at(new Date().toISOString());
    app.scan(printedAs("key").replaceAll(" ", ""));
    const enter = async (mailbox: string, password: string) => {
      await page.goto(`${portal.address}/login?local`);
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
    await new Mailbox(portal.outbox).wait(emailOf("admin"));
  });
});
