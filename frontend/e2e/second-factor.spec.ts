/** A second factor from its setup to its end: by its owner, by an administrator, and where the portal asks for it. */
import type { Locator, Page } from "@playwright/test";
import { begin, expect, ownPortal, PASSWORD, settled, signIn, signInByForm, test } from "./fixtures";
import { press, tabTo } from "./keys";
import { fitForEverybody } from "./looks";
import { Mailbox } from "./mailbox";
import { Organisation } from "./organisation";
import { NOW, Portal } from "./portal";
import { Authenticator } from "./totp";

/** More than fourteen days after. */
const LATER = "2026-12-03T09:00:00Z";

const portal = ownPortal();

const emailOf = (mailbox: string) => `${mailbox}@daybook.example`;
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Gives the right password, and comes to the second step. */
async function givePassword(page: Page, mailbox: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(emailOf(mailbox));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Enter Your Code")).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Login to System" })).toBeVisible();
}

/** Goes through the dialog by the keys alone, and gives the recovery codes. */
async function setUp(page: Page, button: Locator, app: Authenticator): Promise<string[]> {
  const dialog = page.getByRole("dialog");
  const name = (text: string) => dialog.getByRole("heading", { level: 2, name: text });
  await press(page, button);
  await expect(dialog.getByLabel("Current Password", { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(name("Scan the QR Code")).toBeVisible();
  await expect(dialog.getByLabel("Code", { exact: true })).toBeFocused();
  await fitForEverybody(page, "second-factor-key");
  // Cameras want it so, whatever the theme.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(dialog.getByRole("img")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(dialog.getByRole("img")).toHaveCSS("fill", "rgb(0, 0, 0)");
  app.scan((await dialog.locator("code").textContent()) ?? "");
  await tabTo(page, dialog.getByLabel("Code", { exact: true }));
  await page.keyboard.type(app.code());
  await page.keyboard.press("Enter");
  await expect(name("Recovery Codes")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  await fitForEverybody(page, "second-factor-codes");
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  // What is shown only once does not go with a key.
  await page.keyboard.press("Escape");
  await tabTo(page, dialog.getByRole("checkbox", { name: "I have stored these codes" }));
  await page.keyboard.press("Space");
  await press(page, dialog.getByRole("button", { name: "Done" }));
  await expect(dialog).toHaveCount(0);
  return codes.map((code) => code.trim());
}

test("two-step sign-in is set up with an app, and each of its codes opens the portal once", async ({
  visitor,
}) => {
  const app = await Authenticator.of(portal.address);
  const { page } = await visitor();
  await signInByForm(page, "employee", "jonas");
  await page.goto("/employee/profile");
  await settled(page);
  const own = section(page, "Two-Step Sign-In");
  const [recovery = ""] = await test.step("it is set up in the profile", () =>
    setUp(page, own.getByRole("button", { name: "Set Up" }), app));
  await expect(own.getByRole("button", { name: "New Recovery Codes" })).toBeFocused();
  await expect(own).toContainText("10 recovery codes left");
  await fitForEverybody(page, "profile-second-factor");

  const code = app.code();
  await test.step("a sign-in asks for a code", async () => {
    await signOut(page);
    await givePassword(page, "jonas");
    expect(await page.evaluate(() => localStorage.getItem("daybook.token"))).toBeNull();
    await fitForEverybody(page, "login-second-step");
    await tabTo(page, page.getByLabel("Code", { exact: true }));
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/employee$/);
  });

  await test.step("which holds once", async () => {
    await signOut(page);
    await givePassword(page, "jonas");
    const field = page.getByLabel("Code", { exact: true });
    await field.fill(code);
    await page.keyboard.press("Enter");
    await expect(field).toHaveAccessibleDescription(/The code is not right/);
    await expect(field).toBeFocused();
    await fitForEverybody(page, "login-wrong-code");
  });

  await test.step("and so does a recovery code", async () => {
    await press(page, page.getByRole("button", { name: "Use a Recovery Code" }));
    await expect(page.getByLabel("Recovery Code")).toBeFocused();
    await page.keyboard.type(recovery);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/employee$/);
    await page.goto("/employee/profile");
    await expect(own).toContainText("9 recovery codes left");
    await signOut(page);
    await givePassword(page, "jonas");
    await page.getByRole("button", { name: "Use a Recovery Code" }).click();
    await page.getByLabel("Recovery Code").fill(recovery);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Recovery Code")).toHaveAccessibleDescription(/The code is not right/);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(heading(page, "Sign In")).toBeFocused();
  });
});

test("an administrator resets the second factor of somebody without their phone, who is signed out and hears of it", async ({
  visitor,
}) => {
  const app = await Authenticator.of(portal.address);
  const kostas = await new Organisation(portal.address).signIn(emailOf("kostas"));
  const { key } = (await kostas.call("POST", "/api/auth/totp/begin", { password: PASSWORD })) as {
    key: string;
  };
  const other = (await visitor()).page;
  await test.step("somebody has set one up, and is signed in", async () => {
    app.scan(key);
    await kostas.call("POST", "/api/auth/totp/confirm", { code: app.code() });
    await givePassword(other, "kostas");
    await other.getByLabel("Code", { exact: true }).fill(app.code());
    await other.keyboard.press("Enter");
    await expect(other).toHaveURL(/\/employee$/);
  });

  const { page } = await visitor();
  await signIn(page, "admin", "admin", "", "/admin/users?search=kostas");
  await page.getByRole("button", { name: "Κώστας Παππάς", exact: true }).click();
  const their = section(page, "Sign-In");
  await expect(their).toContainText("On since");
  await fitForEverybody(page, "profile-dialog-second-factor");
  await press(page, their.getByRole("button", { name: "Reset two-step sign-in" }));
  const reset = page.getByRole("dialog", { name: "Reset Two-Step Sign-In" });
  await expect(reset.getByLabel("Reason")).toBeFocused();
  await fitForEverybody(page, "reset-second-factor");
  await reset.getByLabel("Reason").fill("The phone is lost");
  await reset.getByRole("button", { name: "Reset", exact: true }).click();
  await expect(their).toContainText("Off");
  await expect(their.getByRole("button")).toHaveCount(0);

  await expect(other.getByRole("alertdialog")).toBeVisible();
  const subjects = () => new Mailbox(portal.outbox).to(emailOf("kostas")).map(({ subject }) => subject);
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Two-step sign-in is reset/));
  await signInByForm((await visitor()).page, "employee", "kostas");
  await page.goto("/admin/audit-logs");
  await expect(page.getByRole("row", { name: /Reset two-step sign-in/ })).toContainText("Κώστας Παππάς");
});

test("somebody whose role needs a second factor is told in time, and sets it up before all else when late", async ({
  visitor,
}) => {
  const late = await Portal.start("demo", { DAYBOOK_NOW: NOW });
  try {
    const { page } = await visitor();
    await test.step("an administrator asks it of everybody", async () => {
      await signIn(page, "admin", "admin", late.address, "/admin/settings");
      const label = "Two-step sign-in for";
      await page.getByRole("button", { name: `Edit: ${label}` }).click();
      await page.getByRole("combobox", { name: label }).selectOption("Everybody");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Setting saved")).toBeVisible();
    });

    await test.step("there is time for it", async () => {
      await signIn(page, "employee", "jonas", late.address, "/employee/profile");
      await expect(section(page, "Two-Step Sign-In")).toContainText(
        "Please set it up by Wednesday, December 2, 2026.",
      );
      await fitForEverybody(page, "profile-second-factor-required");
    });

    await test.step("which passes", async () => {
      // An open page would complain that its socket has nobody to talk to.
      await page.goto("about:blank");
      await late.shutDown();
      await late.resumeSample(NOW.slice(0, 10), LATER);
      const app = Authenticator.at(LATER);
      await begin(page, late.address, emailOf("jonas"));
      await page.goto(`${late.address}/employee/leave`);
      await expect(heading(page, "Set Up Two-Step Sign-In")).toBeVisible();
      await fitForEverybody(page, "second-factor-late");
      await setUp(page, page.getByRole("button", { name: "Set Up" }), app);
      await expect(heading(page, "Leave")).toBeVisible();
    });
  } finally {
    await late.remove();
  }
});
