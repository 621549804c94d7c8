/** The first start of a new portal: there are no accounts, one password is made, and it allows only the choice of a new one. */
import { expect, settled, test } from "./fixtures";
import { fitForEverybody } from "./looks";
import { Portal } from "./portal";

const OWN = "harbour-light-42";

test("the first password leads to the choice of one's own, and then into the portal", async ({ visitor }) => {
  const portal = await Portal.start("serve", { DAYBOOK_ORGANISATION: "Harbour Works" });
  try {
    const email = portal.firstAdministrator("email");
    const temporary = portal.firstAdministrator("password");
    expect(email).toBe("admin@daybook.local");
    expect(temporary).toHaveLength(12);

    const { page } = await visitor();
    await page.goto(`${portal.address}/login`);
    await expect(page.getByRole("link", { name: "Harbour Works" })).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(temporary);
    await page.getByRole("button", { name: "Sign In" }).click();

    const heading = page.getByRole("heading", { level: 1, name: "Set Your New Password" });
    const first = page.getByLabel("New Password", { exact: true });
    const second = page.getByLabel("Confirm New Password", { exact: true });
    const submit = page.getByRole("button", { name: "Set Password" });
    const checks = page.getByRole("main").getByRole("listitem");

    await test.step("it stands in front of everything", async () => {
      await expect(heading).toBeFocused();
      await expect(page).toHaveTitle("Set Your New Password – Harbour Works");
      for (const path of ["/admin/users", "/directory", "/"]) {
        await page.goto(`${portal.address}${path}`);
        await expect(heading).toBeVisible();
      }
      await expect(page.getByRole("navigation")).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
    });

    await test.step("it is fit for everybody", async () => {
      await fitForEverybody(page, "first-password");
    });

    await test.step("it says what the new password still needs", async () => {
      await expect(checks).toHaveText([/At least 6 characters: not met yet/, /Passwords match: not met yet/]);
      await expect(submit).toBeDisabled();
      await first.fill("short");
      await second.fill("short");
      await expect(checks).toHaveText([/At least 6 characters: not met yet/, /Passwords match: met/]);
      await expect(submit).toBeDisabled();
    });

    await test.step("the temporary password is no new one", async () => {
      await first.fill(temporary);
      await second.fill(temporary);
      await expect(checks).toHaveText([/At least 6 characters: met/, /Passwords match: met/]);
      await submit.click();
      const refusal = page.getByRole("alert");
      await expect(refusal).toHaveText("New password must be different from the temporary password");
      await expect(refusal).toBeFocused();
      await expect(heading).toBeVisible();
    });

    await test.step("one's own opens the portal, for good", async () => {
      await first.fill(OWN);
      await second.fill(OWN);
      await page.keyboard.press("Enter");
      await expect(heading).toHaveCount(0);
      await page.goto(`${portal.address}/admin`);
      await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
      await settled(page);
      await expect(page).toHaveTitle("Admin Dashboard – Harbour Works");
    });

    await test.step("the temporary password opens nothing any more", async () => {
      const { page: other } = await visitor();
      await other.goto(`${portal.address}/login`);
      await other.getByLabel("Email").fill(email);
      await other.getByLabel("Password", { exact: true }).fill(temporary);
      await other.keyboard.press("Enter");
      await expect(other.getByRole("alert")).toHaveText("Invalid email or password");
    });
  } finally {
    await portal.remove();
  }
});
