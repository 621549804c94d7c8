/** The way back in for a person who has forgotten their password, and for nobody else. */
import type { Page, Route } from "@playwright/test";
import { expect, hold, PASSWORD, test } from "./fixtures";
import { press, tabTo, typeInto } from "./keys";
import { fitForEverybody } from "./looks";
import { Mailbox } from "./mailbox";
import { Portal } from "./portal";

const OWN = "harbour-light-42";
const SENT = "Password reset email sent. Check your inbox!";
const DONE = "Password reset successful. Please log in.";
const DEAD = "This reset link is invalid or has expired";

let portal: Portal;
let mailbox: Mailbox;

test.beforeAll(async () => {
  portal = await Portal.start("demo", {
    DAYBOOK_NOW: "2026-11-18T09:00:00Z",
  });
  mailbox = new Mailbox(portal.outbox);
});

test.afterAll(async () => portal.remove());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const first = (page: Page) => page.getByLabel("New Password", { exact: true });
const second = (page: Page) => page.getByLabel("Confirm New Password", { exact: true });

async function signInAt(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${portal.address}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function ask(page: Page, email: string): Promise<void> {
  await page.goto(`${portal.address}/auth/forgot-password`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByText(SENT)).toBeVisible();
}

/** The address that the newest of `count` mails leads to. */
async function linkFor(email: string, count = 1): Promise<string> {
  // Other mails may come meanwhile: a manager's morning digest, for one.
  const links = () =>
    mailbox.to(email).flatMap(({ text }) => /https?:\/\/\S+\/auth\/reset-password\/\S+/.exec(text) ?? []);
  await expect.poll(() => links().length).toBe(count);
  const link = links().at(-1) ?? "";
  expect(link.startsWith(`${portal.address}/auth/reset-password/`)).toBe(true);
  return link;
}

test("a forgotten password is replaced with the link of the mail, once", async ({ visitor }) => {
  const email = "employee@daybook.example";
  // Signed in elsewhere, with the password that somebody else may know by now.
  const elsewhere = await visitor();
  await signInAt(elsewhere.page, email, PASSWORD);
  await expect(elsewhere.page).toHaveURL(/\/employee$/);

  const { page } = await visitor();
  await test.step("it is asked for", async () => {
    await page.goto(`${portal.address}/login`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(heading(page, "Forgot Password?")).toBeFocused();
    await expect(page.getByText(/check your spam folder/)).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send Reset Link" }).click();
    const box = page.getByText(SENT);
    await expect(box).toBeFocused();
    const since = Date.now();
    await expect(heading(page, "Sign In")).toBeFocused();
    await expect(page).toHaveURL(`${portal.address}/login`);
    expect(Date.now() - since).toBeGreaterThan(1_000);
    expect(Date.now() - since).toBeLessThan(4_000);
  });

  const link = await linkFor(email);
  await test.step("the link opens the form, which says what is missing", async () => {
    await page.goto(link);
    await expect(heading(page, "Reset Password")).toBeVisible();
    const checks = page.getByRole("main").getByRole("listitem");
    const submit = page.getByRole("button", { name: "Reset Password" });
    await expect(checks).toHaveText([/At least 6 characters: not met yet/, /Passwords match: not met yet/]);
    await expect(submit).toBeDisabled();
    await first(page).fill("short");
    await second(page).fill("other");
    await page.keyboard.press("Enter");
    await expect(first(page)).toHaveAccessibleDescription("Password must be at least 6 characters long");
    await expect(first(page)).toBeFocused();
    await first(page).fill(OWN);
    await page.keyboard.press("Enter");
    await expect(second(page)).toHaveAccessibleDescription("Passwords do not match");
    await expect(second(page)).toBeFocused();
    await fitForEverybody(page, "reset-password");
    await second(page).fill(OWN);
    await expect(checks).toHaveText([/At least 6 characters: met/, /Passwords match: met/]);
    await page.getByRole("button", { name: "Show password" }).first().click();
    await expect(first(page)).toHaveAttribute("type", "text");
    await submit.click();
    await expect(page.getByText(DONE)).toBeFocused();
    await expect(heading(page, "Sign In")).toBeFocused();
    await expect(page).toHaveURL(`${portal.address}/login`);
  });

  await test.step("the session elsewhere is over, and says so", async () => {
    const dialog = elsewhere.page.getByRole("alertdialog");
    await expect(dialog).toContainText("Your session has expired. Please login again.");
  });

  await test.step("the new password opens the portal, the old one does not", async () => {
    await signInAt(page, email, PASSWORD);
    await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
    await signInAt(page, email, OWN);
    await expect(page).toHaveURL(/\/employee$/);
  });

  await test.step("the link is used up", async () => {
    const other = (await visitor()).page;
    await other.goto(link);
    await first(other).fill("another-one-7");
    await second(other).fill("another-one-7");
    await other.keyboard.press("Enter");
    await expect(other.getByRole("alert")).toHaveText(DEAD);
    await expect(other.getByRole("alert")).toBeFocused();
    await other.getByRole("link", { name: "Ask for a new link" }).click();
    await expect(heading(other, "Forgot Password?")).toBeFocused();
  });
});

test("a signed-in person who follows a link ends at the sign-in", async ({ visitor }) => {
  const email = "jonas@daybook.example";
  const { page } = await visitor();
  await ask(page, email);
  const link = await linkFor(email);
  await signInAt(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/employee$/);
  await page.goto(link);
  await first(page).fill(OWN);
  await second(page).fill(OWN);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText(DONE)).toBeVisible();
  await expect(page).toHaveURL(`${portal.address}/login`);
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("a newer link puts the older one out of use", async ({ visitor }) => {
  const email = "marta@daybook.example";
  const { page } = await visitor();
  await ask(page, email);
  const older = await linkFor(email);
  await ask(page, email);
  const newer = await linkFor(email, 2);
  expect(newer).not.toBe(older);
  for (const [link, sentence] of [
    [older, DEAD],
    [newer, DONE],
  ] as const) {
    await page.goto(link);
    await first(page).fill(OWN);
    await second(page).fill(OWN);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main").getByText(sentence)).toBeVisible();
  }
});

test("an address that is not known gets the same answer, and no mail", async ({ visitor }) => {
  const { page } = await visitor();
  await ask(page, "nobody@daybook.example");
  await ask(page, "amelie@daybook.example");
  // Requests are answered in their order: when the second has its mail, the first will have none.
  await mailbox.wait("amelie@daybook.example");
  expect(mailbox.to("nobody@daybook.example")).toEqual([]);
});

test("every refusal is told in words", async ({ visitor }) => {
  const { page } = await visitor();
  const box = page.getByRole("main").getByRole("alert");
  const failures: readonly (readonly [(route: Route) => Promise<void>, string | null])[] = [
    [(route) => route.abort("connectionfailed"), null],
    [(route) => route.abort("timedout"), null],
    [(route) => route.fulfill({ status: 502, body: "<html>" }), null],
    [
      (route) =>
        route.fulfill({
          status: 503,
          json: { success: false, code: "UNAVAILABLE", message: "Please try again shortly.", requestId: "r" },
        }),
      "Please try again shortly.",
    ],
  ];

  await test.step("when a link is asked for", async () => {
    await page.goto(`${portal.address}/auth/forgot-password`);
    const email = page.getByLabel("Email");
    const send = page.getByRole("button", { name: "Send Reset Link" });
    await send.click();
    await expect(email).toHaveAccessibleDescription("Email is required");
    await expect(email).toBeFocused();
    await fitForEverybody(page, "forgot-password");
    await email.fill("nobody");
    await expect(page.getByText("Email is required")).toHaveCount(0);
    await send.click();
    await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
    await email.fill("manager@daybook.example");
    for (const [answer, sentence] of failures) {
      await page.route("**/api/auth/forgot-password", answer);
      await send.click();
      await expect(box).toHaveText(sentence ?? "Failed to send reset email");
      await expect(box).toBeFocused();
      await page.unroute("**/api/auth/forgot-password");
    }
    const release = await hold(page, "**/api/auth/forgot-password");
    await send.click();
    await expect(page.getByRole("button", { name: "Sending Reset Link..." })).toBeDisabled();
    release();
    await expect(page.getByText(SENT)).toBeVisible();
    await page.unroute("**/api/auth/forgot-password");
  });

  await test.step("when a password is set", async () => {
    await page.goto(`${portal.address}/auth/reset-password/no-such-token`);
    await first(page).fill(OWN);
    await second(page).fill(OWN);
    const submit = page.getByRole("button", { name: "Reset Password" });
    for (const [answer, sentence] of failures) {
      await page.route("**/api/auth/reset-password/*", answer);
      await submit.click();
      await expect(box).toHaveText(sentence ?? "Failed to reset password");
      await page.unroute("**/api/auth/reset-password/*");
    }
    await submit.click();
    await expect(box).toHaveText(DEAD);
    await expect(first(page)).toHaveValue(OWN);
    await fitForEverybody(page, "reset-password-refused");
  });

  await test.step("when nobody is there", async () => {
    await portal.stop();
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(box).toHaveText("Failed to reset password");
    await portal.resume();
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(box).toHaveText(DEAD);
  });
});

test("a password is replaced without a mouse", async ({ visitor }) => {
  const email = "olena@daybook.example";
  const { page } = await visitor();
  await page.goto(`${portal.address}/login`);
  await press(page, page.getByRole("link", { name: "Forgot your password?" }));
  await expect(heading(page, "Forgot Password?")).toBeFocused();
  await typeInto(page, page.getByLabel("Email"), email);
  await page.keyboard.press("Enter");
  await expect(page.getByText(SENT)).toBeFocused();
  await expect(heading(page, "Sign In")).toBeFocused();

  await page.goto(await linkFor(email));
  await expect(heading(page, "Reset Password")).toBeVisible();
  await typeInto(page, first(page), OWN);
  await tabTo(page, page.getByRole("button", { name: "Show password" }).first());
  await page.keyboard.press("Enter");
  await expect(first(page)).toHaveAttribute("type", "text");
  await typeInto(page, second(page), OWN);
  await press(page, page.getByRole("button", { name: "Reset Password" }));
  await expect(page.getByText(DONE)).toBeFocused();
  await expect(heading(page, "Sign In")).toBeFocused();
  await typeInto(page, page.getByLabel("Email"), email);
  await typeInto(page, page.getByLabel("Password", { exact: true }), OWN);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/employee$/);
});
