/** How a visitor's account comes to be: what is copied out of the dialog and what the mail says opens the portal, and stays nowhere. */
import { expect, ownPortal, test } from "./fixtures";
import { fitForEverybody } from "./looks";
import { Mailbox } from "./mailbox";

const EMAIL = "zoe@daybook.example";
const DONE = "Registration successful! Please check your email for login credentials.";

const portal = ownPortal();

test("a visitor registers, and the dialog and the mail hold the key to the portal", async ({ visitor }) => {
  const { page, context } = await visitor();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: portal.address });
  await page.goto("/login");
  await page.getByRole("link", { name: "Register as Employee" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Registration" })).toBeFocused();
  await page.getByLabel("First Name").fill("Zoë");
  await page.getByLabel("Last Name").fill("Ødegård");
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Department").fill("x".repeat(101));
  const register = page.getByRole("button", { name: "Register" });

  await test.step("what the server refuses is said at its field, and nothing is lost", async () => {
    await register.click();
    const department = page.getByLabel("Department");
    await expect(department).toHaveAccessibleDescription(/100/);
    await expect(department).toBeFocused();
    await department.fill("Studio");
    await expect(department).not.toHaveAttribute("aria-invalid");
    await expect(page.getByLabel("Last Name")).toHaveValue("Ødegård");
  });

  await register.click();
  const dialog = page.getByRole("dialog", { name: "Registration Successful!" });
  await expect(dialog).toContainText(`The credentials were sent to ${EMAIL}.`);
  // Above the dialog and what it dims, so that it can be read.
  await expect(page.locator("section:popover-open")).toContainText(DONE);
  await expect(dialog.locator("code")).toHaveCount(2);
  const [employeeId = "", password = ""] = await dialog.locator("code").allTextContents();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole("button", { name: "Copy employee ID" }).click();
  await expect(dialog.getByText("Copied")).toBeVisible();
  expect(await clipboard()).toBe(employeeId);
  await dialog.getByRole("button", { name: "Copy password" }).click();
  await expect.poll(clipboard).toBe(password);
  await fitForEverybody(page, "registered");

  await test.step("the mail says the same", async () => {
    const { text } = await new Mailbox(portal.outbox).wait(EMAIL);
    for (const words of [employeeId, password, portal.address]) expect(text).toContain(words);
  });

  await test.step("the password is gone with the dialog", async () => {
    await dialog.getByRole("link", { name: "Dashboard" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByText(password)).toHaveCount(0);
    await page.goBack();
    await expect(page.getByLabel("Email")).toHaveValue("");
    await expect(page.getByText(password)).toHaveCount(0);
  });

  await test.step("what was copied opens the portal", async () => {
    await page.goto("/login");
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Set Your New Password" })).toBeVisible();
  });
});
