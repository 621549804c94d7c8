/** The accounts at a provider that people sign in with: linked in the profile, and removed by an administrator. */
import type { Page } from "@playwright/test";
import { expect, settled, signIn, signInByForm, test } from "./fixtures";
import { press } from "./keys";
import { fitForEverybody } from "./looks";
import { Mailbox } from "./mailbox";
import { LABEL, ownPortalWithProvider, signInByProvider, signInThere } from "./provider";

const at = ownPortalWithProvider();

/** What the provider says is Jonas's address is not the one that he has here. */
const THERE = "jonas.away@example.org";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("people link an account with another address, until an administrator removes it", async ({
  visitor,
}) => {
  const { page } = await visitor();
  const own = section(page, "Linked Accounts");
  await test.step("the provider alone does not open the account", async () => {
    await signInByProvider(page, "jonas");
    await expect(page.getByRole("alert")).toHaveText(`There is no account for ${THERE}. Please ask HR.`);
  });

  await test.step("it is linked in the profile", async () => {
    await signInByForm(page, "employee", "jonas");
    await page.goto("/employee/profile");
    await settled(page);
    await fitForEverybody(page, "profile-no-linked-account");
    await press(page, own.getByRole("button", { name: `Link ${LABEL}` }));
    // Somebody is signed in there already.
    await expect(page.getByText("Account linked")).toBeVisible();
    await expect(page).toHaveURL(`${at.portal.address}/employee/profile`);
    await expect(own).toContainText(THERE);
    await fitForEverybody(page, "profile-linked-account");
    const letters = () => new Mailbox(at.portal.outbox).to("jonas@daybook.example").map(({ text }) => text);
    await expect.poll(letters).toContainEqual(expect.stringContaining(LABEL));
  });

  const other = (await visitor()).page;
  await test.step("and opens the account from then on", async () => {
    await signInByProvider(other, "jonas");
    await expect(other).toHaveURL(/\/employee$/);
    await expect(other.getByRole("button", { name: /User menu of Jonas Weber/ })).toBeVisible();
    await expect(page.getByRole("alertdialog")).toBeVisible();
  });

  await test.step("an administrator removes the link", async () => {
    const admin = (await visitor()).page;
    await signIn(admin, "admin", "admin", "", "/admin/users?search=jonas");
    await admin.getByRole("button", { name: "Jonas Weber", exact: true }).click();
    const their = section(admin, "Sign-In");
    await expect(their).toContainText(THERE);
    await fitForEverybody(admin, "profile-dialog-linked-account");
    await press(admin, their.getByRole("button", { name: `Remove ${LABEL}` }));
    const dialog = admin.getByRole("dialog", { name: "Remove Link" });
    await expect(dialog.getByLabel("Reason")).toBeFocused();
    await fitForEverybody(admin, "remove-link");
    await dialog.getByLabel("Reason").fill("Left that organisation");
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(their).toContainText("No linked accounts");
    await expect(other.getByRole("alertdialog")).toBeVisible();
  });

  await test.step("which closes that way", async () => {
    const { page: again } = await visitor();
    await signInByProvider(again, "jonas");
    await expect(again.getByRole("alert")).toContainText(`There is no account for ${THERE}`);
  });
});

test("a link that comes to nothing says why in the profile", async ({ visitor }) => {
  const { page } = await visitor();
  await signInByForm(page, "hr", "priya");
  await page.goto("/hr/profile");
  await section(page, "Linked Accounts")
    .getByRole("button", { name: `Link ${LABEL}` })
    .click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toHaveText("The sign-in was cancelled.");
  await expect(page).toHaveURL(`${at.portal.address}/hr/profile`);
  await section(page, "Linked Accounts")
    .getByRole("button", { name: `Link ${LABEL}` })
    .click();
  await signInThere(page, "priya");
  await expect(section(page, "Linked Accounts")).toContainText("priya@daybook.example");
});
