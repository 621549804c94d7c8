/** Sign-in by a real provider: the way there and back, two tabs, refusals, and the way out again, here and there. */
import type { BrowserContext, Page, Request } from "@playwright/test";
import { expect, test } from "./fixtures";
import { tabTo } from "./keys";
import { fitForEverybody, fits } from "./looks";
import { Organisation } from "./organisation";
import { LABEL, ownPortalWithProvider, signInByProvider, signInThere, wayIn } from "./provider";

const at = ownPortalWithProvider();

const emailOf = (mailbox: string) => `${mailbox}@daybook.example`;
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
}

/** Every request of the browser from now on. */
function requestsOf(context: BrowserContext): Request[] {
  const requests: Request[] = [];
  context.on("request", (request) => requests.push(request));
  return requests;
}

/** The addresses to which Back and Forward of this tab lead. */
async function historyOf(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { entries } = await devtools.send("Page.getNavigationHistory");
  return entries.map(({ url }) => url);
}

const valueIn = (address: string, name: string) => new URL(address).searchParams.get(name) ?? "";

for (const who of ["employee", "hr", "admin"] as const) {
  test(`${who} signs in with the provider by keyboard, and nothing of the way stays behind`, async ({
    visitor,
  }) => {
    const { page, context } = await visitor();
    const requests = requestsOf(context);
    await signInByProvider(page, who);
    await expect(page).toHaveURL(new RegExp(`/${who}$`));
    await expect(page.locator("main h1")).toBeVisible();

    const callback = requests.find((request) => request.url().includes("/callback?"))?.url() ?? "";
    const exchanged = requests.find((request) => request.url().endsWith("/exchange"))?.postDataJSON() as {
      code: string;
    };
    const secrets = [valueIn(callback, "code"), valueIn(callback, "state"), exchanged.code];
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(20);

    await page.reload();
    await expect(page.locator("main h1")).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    const referers = requests.map((request) => request.headers().referer ?? "");
    const told = [...(await historyOf(page)), ...referers, kept, at.portal.log()].join("\n");
    for (const secret of secrets) expect(told).not.toContain(secret);
    // No token of the provider has come as far as the browser.
    expect(kept).not.toContain(at.provider.issuer);
    const cookies = await context.cookies(at.portal.address);
    expect(cookies.filter(({ name }) => name.includes("daybook-flow"))).toEqual([]);
  });
}

test("the sign-in leads to the page that somebody wanted to see", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/employee/leave");
  await page.getByRole("link", { name: "Go Back" }).click();
  await expect(heading(page, "Sign In")).toBeVisible();
  await fitForEverybody(page, "login-with-provider");
  await tabTo(page, wayIn(page));
  await page.keyboard.press("Enter");
  await signInThere(page, "employee");
  await expect(page).toHaveURL(/\/employee\/leave$/);
  await expect(heading(page, "Leave")).toBeVisible();
});

test("two tabs of a browser sign in at once", async ({ visitor }) => {
  const { page, context } = await visitor();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto("/login");
    await wayIn(tab).click();
    await expect(tab.getByRole("heading", { name: "Sign In at the Provider" })).toBeVisible();
  }
  for (const tab of [page, other]) {
    await signInThere(tab, "hr");
    await expect(tab).toHaveURL(/\/hr$/);
  }
  for (const tab of [page, other]) {
    await tab.reload();
    await expect(tab.locator("main h1")).toBeVisible();
  }
});

test("the answer of the provider counts once, and in the browser that asked", async ({ visitor }) => {
  const { page, context } = await visitor();
  const requests = requestsOf(context);
  await page.goto("/login");
  await wayIn(page).click();
  await expect(page.getByLabel("Name")).toBeVisible();
  const flow = await context.cookies(at.portal.address);
  await signInThere(page, "employee");
  await expect(page).toHaveURL(/\/employee$/);
  const callback = requests.find((request) => request.url().includes("/callback?"))?.url() ?? "";

  for (const [cookies, sentence] of [
    [flow, `The sign-in with ${LABEL} failed. Please try again.`],
    [[], "The sign-in took too long. Please try again."],
  ] as const) {
    const other = await visitor();
    await other.context.addCookies(cookies);
    await other.page.goto(callback);
    await expect(other.page.getByRole("alert")).toHaveText(sentence);
    expect(other.page.url()).toBe(`${at.portal.address}/login`);
  }
  // The first one goes on.
  await page.reload();
  await expect(page).toHaveURL(/\/employee$/);
});

test("a refusal says why", async ({ visitor }) => {
  await test.step("the first sign-in takes the account", async () => {
    const { page } = await visitor();
    await signInByProvider(page, "employee");
    await expect(page).toHaveURL(/\/employee$/);
  });
  const ask = "Please ask your administrator.";
  for (const [account, sentence] of [
    ["unverified", `${LABEL} did not confirm your email address. ${ask}`],
    ["silent", `${LABEL} gave no email address. ${ask}`],
    ["newcomer", `There is no account for ${emailOf("robin.vale")}. Please ask HR.`],
    ["namesake", `${emailOf("employee")} belongs to an account that is linked to somebody else. ${ask}`],
  ] as const) {
    await test.step(account, async () => {
      const { page } = await visitor();
      await signInByProvider(page, account);
      await expect(page.getByRole("alert")).toHaveText(sentence);
      await expect(page.getByRole("alert")).toBeFocused();
      expect(page.url()).toBe(`${at.portal.address}/login`);
      expect(await page.evaluate(() => localStorage.getItem("daybook.token"))).toBeNull();
      if (account === "unverified") await fitForEverybody(page, "login-refused-by-provider");
      await page.reload();
      await expect(wayIn(page)).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
    });
  }
});

test("somebody who turns back at the provider signs in another way", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/login");
  await wayIn(page).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toHaveText("The sign-in was cancelled.");

  await wayIn(page).click();
  await expect(page.getByRole("heading", { name: "Sign In at the Provider" })).toBeVisible();
  await page.goBack();
  await expect(wayIn(page)).toBeEnabled();
  await wayIn(page).click();
  await signInThere(page, "employee");
  await expect(page).toHaveURL(/\/employee$/);
});

test("a sign-out here goes on to the provider, and comes back", async ({ visitor }) => {
  const { page } = await visitor();
  await signInByProvider(page, "employee");
  await expect(page).toHaveURL(/\/employee$/);
  const token = await page.evaluate(() => localStorage.getItem("daybook.token"));
  await signOut(page);
  await expect(heading(page, "Sign Out")).toBeVisible();
  // The session here has ended before anything happens there.
  const headers = { Authorization: `Bearer ${token}` };
  expect((await page.request.get(`${at.portal.address}/api/auth/profile`, { headers })).status()).toBe(401);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(`${at.portal.address}/login`);
  // The provider asks for the name again.
  await wayIn(page).click();
  await signInThere(page, "employee");
  await expect(page).toHaveURL(/\/employee$/);
});

test("a sign-out there ends the session here, in an open page", async ({ visitor }) => {
  const { page, context } = await visitor();
  await signInByProvider(page, "hr");
  await expect(page).toHaveURL(/\/hr$/);
  await expect(page.locator("main h1")).toBeVisible();
  const there = await context.newPage();
  await there.goto(`${at.provider.issuer}/session/end`);
  await there.getByRole("button", { name: "Sign Out" }).click();
  await expect(heading(there, "Signed Out")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toBeVisible();
});

test("while the provider is away, its way says so and the password still works", async ({ visitor }) => {
  const { page } = await visitor();
  await at.provider.stop();
  await at.portal.stop();
  await at.portal.resume();
  await page.goto("/login");
  await wayIn(page).click();
  await expect(page.getByRole("alert")).toHaveText(
    `${LABEL} cannot be reached at the moment. Please try again.`,
  );
  await fits(page, "login-provider-away");
  await new Organisation(at.portal.address).signIn(emailOf("employee"));
  await at.provider.resume();
  await wayIn(page).click();
  await signInThere(page, "employee");
  await expect(page).toHaveURL(/\/employee$/);
});
