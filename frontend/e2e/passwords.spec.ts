/** A password that is replaced, by a link or in the profile, ends what was opened with the one before. */
import type { Page } from "@playwright/test";
import { expect, ownPortal, PASSWORD, settled, signInByForm, test } from "./fixtures";
import { press, tabTo, typeInto } from "./keys";
import { fitForEverybody } from "./looks";
import { Mailbox } from "./mailbox";

const OWN = "harbour-light-42";

const portal = ownPortal();

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Tries to sign in with that password. */
async function tries(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test("a signed-in person who follows the link of a mail ends at the sign-in, and the session elsewhere is over", async ({
  signedIn,
  visitor,
}) => {
  const email = "jonas@daybook.example";
  const elsewhere = (await signedIn("employee", undefined, "jonas")).page;

  const { page } = await visitor();
  await page.goto("/auth/forgot-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByText("Password reset email sent. Check your inbox!")).toBeFocused();
  await expect(heading(page, "Sign In")).toBeFocused();
  // Other mails may come meanwhile.
  const link = () =>
    new Mailbox(portal.outbox)
      .to(email)
      .flatMap(({ text }) => /https?:\/\/\S+\/auth\/reset-password\/\S+/.exec(text) ?? [])
      .at(-1) ?? "";
  await expect.poll(link).toContain(portal.address);

  await page.goto(link());
  await page.getByLabel("New Password", { exact: true }).fill(OWN);
  await page.keyboard.press("Enter");
  const repeated = page.getByLabel("Confirm New Password", { exact: true });
  await expect(repeated).toHaveAccessibleDescription("Passwords do not match");
  await expect(repeated).toBeFocused();
  await fitForEverybody(page, "reset-password");
  await repeated.fill(OWN);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText("Password reset successful. Please log in.")).toBeFocused();
  await expect(heading(page, "Sign In")).toBeFocused();
  await expect(elsewhere.getByRole("alertdialog")).toContainText(
    "Your session has expired. Please login again.",
  );
  await tries(page, email, PASSWORD);
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  await tries(page, email, OWN);
  await expect(page).toHaveURL(/\/employee$/);
});

test("a profile and its password are changed without a mouse, and the old password opens nothing", async ({
  visitor,
}) => {
  const { page } = await visitor();
  await signInByForm(page, "employee", "kostas");
  await page.goto("/employee/profile");
  await settled(page);
  const edit = page.getByRole("button", { name: "Edit Profile" });
  const main = page.getByRole("main");
  await press(page, edit);
  await expect(page.getByLabel("Department")).toBeFocused();
  await tabTo(page, page.getByLabel("Position"));
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Cartographer");
  await typeInto(page, page.getByLabel("Current Password", { exact: true }), PASSWORD);
  await press(page, page.getByRole("button", { name: "Save Changes" }));
  const fresh = page.getByLabel("New Password", { exact: true });
  await expect(fresh).toBeFocused();
  await expect(fresh).toHaveAccessibleDescription("All password fields are required when changing password");
  await fitForEverybody(page, "profile-edit");
  await fresh.focus();
  await page.keyboard.type(OWN);
  await typeInto(page, page.getByLabel("Confirm New Password", { exact: true }), OWN);
  await press(page, page.getByRole("button", { name: "Save Changes" }));
  await expect(page.getByText("Profile and password updated successfully!")).toBeVisible();
  await expect(edit).toBeFocused();
  // This session goes on.
  await page.reload();
  await expect(main).toContainText("Cartographer");
  const other = (await visitor()).page;
  await tries(other, "kostas@daybook.example", PASSWORD);
  await expect(other.getByRole("alert")).toHaveText("Invalid email or password");
  await tries(other, "kostas@daybook.example", OWN);
  await expect(other).toHaveURL(/\/employee$/);
});
