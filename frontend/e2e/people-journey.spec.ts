/**
 * How people come into a new portal and are looked after there, from its first start on: the first administrator, HR, an employee
 * who has nothing but a mail, and a stranger. Each journey goes on where the one before it ended: by keys alone on PostgreSQL and,
 * in the long run, with a finger on SQLite.
 */
import type { Locator, Page } from "@playwright/test";
import { DATABASES, type Place } from "./databases";
import { expect, picture, settled, test, withoutSidewaysScroll, withoutViolations } from "./fixtures";
import { HANDS } from "./hands";
import { Mailbox } from "./mailbox";
import { Portal } from "./portal";

const OWN = "harbour-light-42";
const LATER = "lighthouse-keeper-7";
const BLOCKED = "Your account has been blocked. Please contact your administrator.";
const DEAD_LINK = "This reset link is invalid or has expired";

const ADMIN = "admin@daybook.local";
const HR = "hana@harbour.example";
const MANAGER = "mara@harbour.example";
const MISTYPED = "noa@harbuor.example";
const EMPLOYEE = "noa@harbour.example";
const OTHER = "tom@harbour.example";

const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });
const link = (scope: Page | Locator, name: string) => scope.getByRole("link", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const message = (page: Page, words: string) =>
  page.getByRole("region", { name: "Messages" }).getByText(words, { exact: true });
const refusal = (page: Page) => page.getByRole("main").getByRole("alert");
const field = (scope: Page | Locator, name: string) => scope.getByLabel(name, { exact: true });

const RUNS = [
  ["by keyboard", "PostgreSQL", "dark"],
  ["on a phone", "SQLite", "light"],
] as const;

/** As many wrong passwords as the portal takes for an account, before a guesser has to wait. */
const GUESSES = 3;

for (const [how, database, colorScheme] of RUNS) {
  const hand = HANDS[how];
  const device = { ...hand.device, colorScheme };
  test.describe(`${how} on ${database}`, { tag: how === "by keyboard" ? [] : ["@long"] }, () => {
    test.describe.configure({ mode: "serial" });
    let data: Place;
    let portal: Portal;
    let mailbox: Mailbox;

    test.beforeAll(async () => {
      data = await DATABASES[database]();
      portal = await Portal.start("serve", {
        DAYBOOK_NOW: "2026-11-18T09:00:00Z",
        DAYBOOK_LIMIT_LOGIN_ACCOUNT: String(GUESSES),
        ...data.settings,
      });
      mailbox = new Mailbox(portal.outbox);
    });
    test.afterAll(async () => {
      await portal?.remove();
      await data?.remove();
    });

    /** What the mail with the credentials says, as soon as it is there. A person who has only the mail knows nothing else. */
    async function credentialsOf(email: string) {
      const isIt = ({ text }: { text: string }) => text.includes(`Email: ${email}`);
      await expect.poll(() => mailbox.to(email).some(isIt)).toBe(true);
      const text = mailbox.to(email).find(isIt)?.text ?? "";
      return {
        address: /(https?:\/\/\S+)/.exec(text)?.[1] ?? "",
        password: /Password: (\S+)/.exec(text)?.[1] ?? "",
      };
    }

    /** Looks at what stands there. */
    async function seen(page: Page, name: string): Promise<void> {
      await picture(page, `journey-${name}-${how.replace(/.* /, "")}-${colorScheme}`);
      await withoutSidewaysScroll(page);
    }

    /** The same of what no list of screens leads to. To a checker it is the same, however somebody came there. */
    async function seenByAll(page: Page, name: string): Promise<void> {
      await seen(page, name);
      if (how === "by keyboard") await withoutViolations(page);
    }

    async function signIn(page: Page, email: string, password: string): Promise<void> {
      await hand.write(page, field(page, "Email"), email);
      await hand.write(page, field(page, "Password"), password);
      await hand.press(page, button(page, "Sign In"));
    }

    /** The way in of somebody who knows the portal. */
    async function comeIn(page: Page, email: string, password: string, start: string): Promise<void> {
      await page.goto(`${portal.address}/login`);
      await signIn(page, email, password);
      await expect(heading(page, start)).toBeVisible();
      await settled(page);
    }

    async function setFirstPassword(page: Page, password: string): Promise<void> {
      await expect(heading(page, "Set Your New Password")).toBeFocused();
      await hand.write(page, field(page, "New Password"), password);
      await hand.write(page, field(page, "Confirm New Password"), password);
      await hand.press(page, button(page, "Set Password"));
    }

    /** The first way in of somebody who has nothing but the mail. */
    async function beginWithMail(page: Page, email: string, password: string): Promise<void> {
      const mail = await credentialsOf(email);
      await page.goto(mail.address);
      await signIn(page, email, mail.password);
      await setFirstPassword(page, password);
    }

    async function fillIn(page: Page, name: readonly [string, string], email: string): Promise<void> {
      await hand.write(page, field(page, "First Name"), name[0]);
      await hand.write(page, field(page, "Last Name"), name[1]);
      await hand.write(page, field(page, "Email"), email);
    }

    async function add(page: Page, name: readonly [string, string], email: string, role: string) {
      await fillIn(page, name, email);
      await hand.choose(page, field(page, "Role"), role);
      await hand.press(page, button(page, "Register"));
      const dialog = page.getByRole("dialog", { name: "Registration Successful!" });
      await expect(dialog).toContainText(`The credentials were sent to ${email}.`);
      return dialog;
    }

    async function fromUserMenu(page: Page, name: string, entry: string): Promise<void> {
      await hand.press(page, button(page, `User menu of ${name}`));
      await hand.press(page, page.getByRole("menuitem", { name: entry }));
    }

    async function openProfileOf(page: Page, name: string): Promise<Locator> {
      await hand.press(page, button(page, name));
      const dialog = page.getByRole("dialog", { name });
      await hand.press(page, button(dialog, "Edit Profile"));
      return dialog;
    }

    test("the first administrator begins with the password that was made", async ({ visitor }) => {
      const temporary = portal.firstAdministrator("password");
      const { page } = await visitor(device);
      await page.goto(portal.address);
      await hand.press(page, link(page, "Login to System"));
      await signIn(page, ADMIN, temporary);
      await expect(heading(page, "Set Your New Password")).toBeFocused();
      await seenByAll(page, "first-password");
      await setFirstPassword(page, OWN);
      await expect(heading(page, "Admin Dashboard")).toBeFocused();
      await settled(page);

      await hand.goTo(page, "Admin", "Add New Employee");
      await expect(heading(page, "Add New Employee")).toBeFocused();
      const dialog = await add(page, ["Hana", "Ito"], HR, "HR");
      await seenByAll(page, "hr-added");
      await hand.press(page, link(dialog, "Dashboard"));
      await expect(page).toHaveURL(`${portal.address}/`);
    });

    test("HR begins with the mail alone, and takes people in", async ({ visitor }) => {
      const { page } = await visitor(device);
      await beginWithMail(page, HR, OWN);
      await expect(heading(page, "HR Dashboard")).toBeFocused();
      await settled(page);

      await test.step("a manager and two employees, one with a slip in the address", async () => {
        await hand.goTo(page, "HR", "Add New Employee");
        await expect(heading(page, "Add New Employee")).toBeFocused();
        await hand.press(page, button(await add(page, ["Mara", "Lind"], MANAGER, "Manager"), "Add Another"));
        await hand.press(page, button(await add(page, ["Tom", "Ek"], OTHER, "Employee"), "Add Another"));
        const dialog = await add(page, ["Noa", "Berg"], MISTYPED, "Employee");
        await hand.press(page, link(dialog, "Dashboard"));
        await fromUserMenu(page, "Hana Ito", "Dashboard");
        await expect(heading(page, "HR Dashboard")).toBeVisible();
      });

      await test.step("the manager is found by a few letters", async () => {
        await hand.goTo(page, "HR", "Employees");
        await expect(heading(page, "Employee Directory")).toBeFocused();
        const manager = page.getByRole("combobox", { name: "Manager of Noa Berg" });
        await hand.pick(page, manager, "mar", page.getByRole("option", { name: /Mara Lind/ }));
        await expect(message(page, "Manager assigned successfully!")).toBeVisible();
        await expect(manager).toHaveValue("Mara Lind");
        await seen(page, "manager-assigned");
      });

      await test.step("the slip is mended, and the mail goes to the right place", async () => {
        const { password } = await credentialsOf(MISTYPED);
        const dialog = await openProfileOf(page, "Noa Berg");
        await hand.write(page, field(dialog, "Email"), EMPLOYEE);
        await expect(dialog).toContainText(
          "A first password or an invitation that was sent will no longer work, and we will send a new one to the new address.",
        );
        await seenByAll(page, "address-mended");
        await hand.press(page, button(dialog, "Save Changes"));
        await expect(message(page, "Profile updated successfully!")).toBeVisible();
        await expect(dialog).toHaveCount(0);
        await expect(button(page, "Noa Berg")).toBeFocused();
        // The reader of the first mail holds nothing that opens the account.
        expect((await credentialsOf(EMPLOYEE)).password).not.toBe(password);
        const other = (await visitor(device)).page;
        await other.goto(`${portal.address}/login`);
        await signIn(other, EMPLOYEE, password);
        await expect(refusal(other)).toHaveText("Invalid email or password");
        await expect(refusal(other)).toBeFocused();
      });
    });

    test("an employee begins with the mail alone, forgets the password, and comes back", async ({
      visitor,
    }) => {
      const { page } = await visitor(device);
      await beginWithMail(page, EMPLOYEE, OWN);
      await expect(heading(page, "Welcome, Noa Berg!")).toBeFocused();
      await settled(page);

      await test.step("the profile", async () => {
        await hand.goTo(page, "Employee", "Profile");
        await expect(heading(page, "Profile")).toBeFocused();
        await expect(page.getByRole("main")).toContainText("Mara Lind");
        await hand.press(page, button(page, "Edit Profile"));
        await hand.write(page, field(page, "Position"), "Pilot");
        await hand.press(page, button(page, "Save Changes"));
        await expect(message(page, "Profile updated successfully!")).toBeVisible();
        await expect(page.getByRole("main")).toContainText("Pilot");
      });

      await test.step("a forgotten password", async () => {
        await fromUserMenu(page, "Noa Berg", "Logout");
        await expect(page).toHaveURL(`${portal.address}/`);
        await hand.press(page, link(page, "Login to System"));
        await hand.press(page, link(page, "Forgot your password?"));
        await expect(heading(page, "Forgot Password?")).toBeFocused();
        const before = mailbox.to(EMPLOYEE).length;
        await hand.write(page, field(page, "Email"), EMPLOYEE);
        await hand.press(page, button(page, "Send Reset Link"));
        await expect(page.getByText("Password reset email sent. Check your inbox!")).toBeVisible();
        await expect(heading(page, "Sign In")).toBeFocused();
        const { text } = await mailbox.wait(EMPLOYEE, before + 1);
        const address = /https?:\/\/\S+\/auth\/reset-password\/\S+/.exec(text)?.[0] ?? "";

        await page.goto(address);
        await hand.write(page, field(page, "New Password"), LATER);
        await hand.write(page, field(page, "Confirm New Password"), LATER);
        await hand.press(page, button(page, "Reset Password"));
        await expect(page.getByText("Password reset successful. Please log in.")).toBeVisible();
        await expect(heading(page, "Sign In")).toBeFocused();
        await signIn(page, EMPLOYEE, LATER);
        await expect(heading(page, "Welcome, Noa Berg!")).toBeFocused();

        const other = (await visitor(device)).page;
        await other.goto(address);
        await hand.write(other, field(other, "New Password"), OWN);
        await hand.write(other, field(other, "Confirm New Password"), OWN);
        await hand.press(other, button(other, "Reset Password"));
        await expect(refusal(other)).toHaveText(DEAD_LINK);
        await seenByAll(other, "link-used-up");
        await hand.press(other, link(other, "Ask for a new link"));
        await expect(heading(other, "Forgot Password?")).toBeFocused();
      });
    });

    test("an administrator blocks, unblocks and gives roles, and cannot shut themselves out", async ({
      visitor,
    }) => {
      const { page: admin } = await visitor(device);
      const { page: noa } = await visitor(device);
      const { page: tom } = await visitor(device);
      await comeIn(noa, EMPLOYEE, LATER, "Welcome, Noa Berg!");
      await beginWithMail(tom, OTHER, OWN);
      await expect(heading(tom, "Welcome, Tom Ek!")).toBeFocused();
      await comeIn(admin, ADMIN, OWN, "Admin Dashboard");
      await hand.goTo(admin, "Admin", "User Management");
      await expect(heading(admin, "User Management - All Roles")).toBeFocused();
      await settled(admin);

      await test.step("somebody who is signed in elsewhere", async () => {
        await hand.press(admin, button(admin, "Block Noa Berg"));
        const question = admin.getByRole("dialog", { name: "Block Noa Berg?" });
        await hand.press(admin, button(question, "Block"));
        await expect(message(admin, "User blocked successfully!")).toBeVisible();
        await expect(noa.getByRole("alertdialog")).toContainText(BLOCKED);
        await expect(button(noa, "OK")).toBeFocused();
        await seenByAll(noa, "blocked");
        await expect(button(admin, "Unblock Noa Berg")).toBeFocused();
        await hand.press(noa, button(noa, "OK"));
        await expect(heading(noa, "Sign In")).toBeVisible();
        await signIn(noa, EMPLOYEE, LATER);
        await expect(refusal(noa)).toHaveText(BLOCKED);
        await hand.press(admin, button(admin, "Unblock Noa Berg"));
        await expect(message(admin, "User unblocked successfully!")).toBeVisible();
        await hand.press(noa, button(noa, "Sign In"));
        await expect(heading(noa, "Welcome, Noa Berg!")).toBeVisible();
      });

      await test.step("an employee becomes a manager while a page is open", async () => {
        await hand.goTo(tom, "Employee", "Leave");
        await expect(heading(tom, "Leave")).toBeFocused();
        const dialog = await openProfileOf(admin, "Tom Ek");
        await hand.choose(admin, field(dialog, "Role"), "Manager");
        await hand.press(admin, button(dialog, "Save Changes"));
        await expect(message(admin, "Profile updated successfully!")).toBeVisible();
        await expect(heading(tom, "Permission Missing")).toBeFocused();
        await hand.press(tom, link(tom, "Go to Dashboard"));
        await expect(tom).toHaveURL(`${portal.address}/manager`);
        await expect(tom.getByRole("main").getByRole("heading", { level: 1 })).toBeFocused();
        await settled(tom);
      });

      await test.step("the last administrator is not shut out", async () => {
        await expect(admin.getByText("Current Admin")).toBeVisible();
        await expect(admin.getByRole("button", { name: /^Block .*admin/i })).toHaveCount(0);
        const [own] = await admin.getByRole("region", { name: "Admin" }).getByRole("button").allInnerTexts();
        const dialog = await openProfileOf(admin, own ?? "");
        await expect(field(dialog, "Role")).toBeDisabled();
        await expect(dialog).toContainText("You cannot change your own role.");
        await expect(dialog.getByRole("checkbox", { name: "Active" })).toBeDisabled();
        await expect(dialog).toContainText("You cannot deactivate yourself!");
        await seenByAll(admin, "own-account");
      });
    });

    test("a stranger gets no further than the door", async ({ visitor }) => {
      const { page } = await visitor(device);

      await test.step("guessed passwords", async () => {
        await page.goto(`${portal.address}/login`);
        await hand.write(page, field(page, "Email"), HR);
        const answers: number[] = [];
        for (let guess = 0; guess <= GUESSES; guess += 1) {
          await hand.write(page, field(page, "Password"), `guess-${guess}`);
          const answered = page.waitForResponse("**/api/auth/login");
          await hand.press(page, button(page, "Sign In"));
          answers.push((await answered).status());
          await expect(refusal(page)).toBeFocused();
        }
        expect(answers).toEqual([...Array<number>(GUESSES).fill(401), 429]);
        await expect(refusal(page)).toHaveText(/Too many/);
      });

      await test.step("an address that is taken, and one that is free", async () => {
        await hand.press(page, link(page, "Register as Employee"));
        await expect(heading(page, "Registration")).toBeFocused();
        await fillIn(page, ["Una", "Known"], EMPLOYEE.toUpperCase());
        await hand.press(page, button(page, "Register"));
        await expect(field(page, "Email")).toHaveAccessibleDescription(/already/);
        await expect(field(page, "Email")).toBeFocused();
        await seen(page, "address-taken");
        await hand.write(page, field(page, "Email"), "una@harbour.example");
        await hand.press(page, button(page, "Register"));
        const dialog = page.getByRole("dialog", { name: "Registration Successful!" });
        await hand.press(page, link(dialog, "Dashboard"));
      });
    });
  });
}
