/** Addresses in a real browser: who may be there, where the others lead, and what Back does. Every one is in app/routes.test.tsx. */
import type { Page } from "@playwright/test";
import { AREAS } from "./areas";
import { expect, settled, test } from "./fixtures";

const SOMEBODY = "/user-timesheets/018f0000-0000-7000-8000-000000000000";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const path = (page: Page) => new URL(page.url()).pathname;

test("the menu of HR links every screen of the area", async ({ signedIn }) => {
  const { page } = await signedIn("hr");
  const menu = page.getByRole("navigation", { name: "HR menu" });
  const addresses = await menu
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const area = AREAS.find(({ who }) => who === "hr")?.area ?? [];
  // The approvals are there for substitutes alone.
  const listed = area.filter(({ address }) => addresses.includes(address));
  expect(listed.length).toBeGreaterThanOrEqual(area.length - 1);
  expect(addresses).toEqual([...listed.map(({ address }) => address), "/directory"]);
  for (const { address, title } of listed) {
    await menu.locator(`a[href="${address}"]`).click();
    // First the address: two of the screens have the same heading.
    await expect.poll(() => path(page)).toBe(address);
    await expect(heading(page, title)).toBeVisible();
    await expect(menu.locator('[aria-current="page"]')).toHaveAttribute("href", address);
  }
  await menu.getByRole("link", { name: "Team Directory" }).click();
  await expect(heading(page, "Team Directory")).toBeFocused();
});

test("an employee is kept out where others work, and an old address leaves nothing behind for Back", async ({
  signedIn,
}) => {
  const { page } = await signedIn("employee", "/employee/profile");
  const main = page.getByRole("main");
  for (const [address, allowed] of [
    ["/hr/employees", ["HR"]],
    [SOMEBODY, ["HR", "Admin", "Boss"]],
  ] as const) {
    await page.goto(address);
    await expect(heading(page, "Permission Missing")).toBeVisible();
    await expect(main).toContainText("You do not have permission to see this page.");
    await expect(main.getByRole("listitem")).toHaveText(allowed);
    expect(path(page)).toBe(address);
  }
  await main.getByRole("link", { name: "Go to Dashboard" }).click();
  await expect(page).toHaveURL(/\/employee$/);
  // A person who is signed in has nothing to sign in to.
  await page.goto("/login");
  await expect.poll(() => path(page)).toBe("/");
  await page.goto("/employee-dashboard");
  await expect.poll(() => path(page)).toBe("/employee");
  await settled(page);
  await page.goBack();
  await expect.poll(() => path(page)).toBe("/");
});

test("a visitor is kept out of every area, and shown the sign-in", async ({ visitor }) => {
  const { page } = await visitor();
  for (const address of ["/admin/users", "/directory"]) {
    await page.goto(address);
    await expect(heading(page, "Access Denied")).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Please Login to access this page.");
    expect(path(page)).toBe(address);
  }
  await expect(page.getByRole("main")).toContainText("Please login to view users.");
  await page.getByRole("link", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("robots.txt asks search engines to stay away, and the icons beside it are icons", async ({
  request,
}) => {
  const robots = await request.get("/robots.txt");
  expect(robots.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await robots.text()).toMatch(/^User-agent: \*\nDisallow: \/$/m);
  const icon = await request.get("/favicon.ico");
  expect(icon.headers()["content-type"]).toBe("image/x-icon");
  expect([...(await icon.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  const drawn = await request.get("/favicon.svg");
  expect(drawn.headers()["content-type"]).toBe("image/svg+xml");
});
