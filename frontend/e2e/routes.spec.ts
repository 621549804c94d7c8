/** Every address: who may be there, what stands there, and where the others lead. */
import type { Page } from "@playwright/test";
import { AREAS } from "./areas";
import { expect, settled, signIn, test } from "./fixtures";
import { fitForEverybody } from "./looks";

const REDIRECTS = {
  "/dashboard": "/employee",
  "/employee-dashboard": "/employee",
  "/manager-dashboard": "/manager",
  "/hr-dashboard": "/hr",
  "/admin-dashboard": "/admin",
  "/boss-dashboard": "/boss",
  "/no/such/page": "/",
  "/hr/no-such-page": "/",
} as const;

/** The headings that greet a person. */
const WELCOME: Readonly<Record<string, string>> = {
  "/employee": "Welcome, Emma Larsen!",
  "/manager": "Welcome, Daniel Okafor!",
};

const SOMEBODY = "/user-timesheets/018f0000-0000-7000-8000-000000000000";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const path = (page: Page) => new URL(page.url()).pathname;

/** Whether the signed-in person stands in for a manager: one more screen stands in their menu then. */
async function standsIn(page: Page): Promise<boolean> {
  const token = await page.evaluate(() => localStorage.getItem("daybook.token"));
  const answer = await page.request.get("/api/session", { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { substituteFor: unknown[] } };
  return data.substituteFor.length > 0;
}

for (const { who, role, area } of AREAS) {
  test(`the menu of ${who} links every screen of the area`, async ({ signedIn }) => {
    const { page } = await signedIn(who);
    const menu = page.getByRole("navigation", { name: `${role} menu` });
    const links = menu.getByRole("link");
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const isSubstitute = await standsIn(page);
    const listed = area.filter(({ menu }) => isSubstitute || menu?.isForSubstitutes !== true);
    expect(addresses).toEqual([...listed.map(({ address }) => address), "/directory"]);
    for (const { address, title } of listed) {
      await menu.locator(`a[href="${address}"]`).click();
      // First the address: two of the screens have the same heading.
      await expect.poll(() => path(page)).toBe(address);
      await expect(heading(page, WELCOME[address] ?? title)).toBeVisible();
      await expect(menu.locator('[aria-current="page"]')).toHaveAttribute("href", address);
    }
    await menu.getByRole("link", { name: "Team Directory" }).click();
    await expect(heading(page, "Team Directory")).toBeFocused();
    await expect(menu).toContainText("Team Directory");
    await expect(page.getByText("Logged In")).toBeVisible();
  });

  test(`${who} is kept out of the areas of the others`, async ({ signedIn }) => {
    const { page } = await signedIn(who);
    const foreign = AREAS.filter((other) => other.who !== who).flatMap((other) =>
      [`/${other.who}`, `/${other.who}/profile`].map((one) => [one, [other.role]] as [string, string[]]),
    );
    if (who === "employee" || who === "manager") foreign.push([SOMEBODY, ["HR", "Admin", "Boss"]]);
    for (const [address, allowed] of foreign) {
      await page.goto(address);
      await expect(heading(page, "Permission Missing")).toBeVisible();
      const main = page.getByRole("main");
      await expect(main).toContainText("You do not have permission to see this page.");
      await expect(main.getByRole("listitem")).toHaveText(allowed);
      expect(path(page)).toBe(address);
    }
    await page.getByRole("main").getByRole("link", { name: "Go to Dashboard" }).click();
    await expect(page).toHaveURL(new RegExp(`/${who}$`));
    await expect(page.getByRole("navigation", { name: `${role} menu` })).toBeVisible();
    // Registering is for visitors, and for those who may add people.
    await page.goto("/register");
    if (who === "hr" || who === "admin") await expect(heading(page, "Registration")).toBeVisible();
    else await expect(page).toHaveURL(/\/$/);
    // A person who is signed in has nothing to sign in to.
    await page.goto("/login");
    await expect(page).toHaveURL(/\/$/);
  });
}

test("a visitor is kept out of every area, and shown the sign-in", async ({ visitor }) => {
  const { page } = await visitor();
  const addresses = [
    ...AREAS.flatMap(({ area }) => area.map(({ address }) => address)),
    SOMEBODY,
    "/directory",
  ];
  for (const address of addresses) {
    await page.goto(address);
    await expect(heading(page, "Access Denied")).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Please Login to access this page.");
    expect(path(page)).toBe(address);
  }
  await expect(page.getByRole("main")).toContainText("Please login to view users.");
  await fitForEverybody(page, "access-denied");
  await page.getByRole("link", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("the addresses of before lead on, an unknown one to the start page, and Back skips them", async ({
  visitor,
}) => {
  const { page } = await visitor();
  for (const [from, to] of Object.entries(REDIRECTS)) {
    await page.goto(from);
    await expect.poll(() => path(page)).toBe(to);
    await expect(
      to === "/" ? page.getByRole("link", { name: "Login to System" }) : heading(page, "Access Denied"),
    ).toBeVisible();
  }
  await signIn(page, "hr");
  for (const [from, to] of Object.entries(REDIRECTS)) {
    await page.goto(from);
    await expect.poll(() => path(page)).toBe(to);
    await settled(page);
  }
  await page.goto("/hr-dashboard");
  await expect(heading(page, "HR Dashboard")).toBeVisible();
  // Nothing of the way there is left behind: Back leads to where one was.
  await page.goBack();
  await expect.poll(() => path(page)).toBe("/");
});

test("robots.txt asks search engines to stay away, and the icons beside it are icons", async ({
  visitor,
}) => {
  const { page } = await visitor();
  const robots = await page.request.get("/robots.txt");
  expect(robots.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await robots.text()).toMatch(/^User-agent: \*\nDisallow: \/$/m);
  const icon = await page.request.get("/favicon.ico");
  expect(icon.headers()["content-type"]).toBe("image/x-icon");
  expect([...(await icon.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  const drawn = await page.request.get("/favicon.svg");
  expect(drawn.headers()["content-type"]).toBe("image/svg+xml");
});
