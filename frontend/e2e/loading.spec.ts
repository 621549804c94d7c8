/** How screens come: in how many round trips, with which calls, and what becomes of a page whose scripts are gone. */
import type { Page, Request, Route } from "@playwright/test";
import { AREAS } from "./areas";
import { expect, hold, settled, test, type Who } from "./fixtures";

/** So many round trips may lie behind the document. */
const TRIPS = 2;

/** Addresses of each role with parameters, which the calls have to take over. */
const NARROWED: Readonly<Partial<Record<Who, readonly string[]>>> = {
  employee: ["/employee/timesheet?date=2026-10-20", "/directory?search=an&team=2"],
  manager: ["/manager/team-timesheets?range=last-week&status=pending", "/manager/reports?month=2026-10"],
  hr: ["/hr/holidays?year=2027", "/hr/user-timesheets?search=e"],
  admin: [
    "/admin/users?status=active&size=5&employees=2&search=a",
    "/admin/audit-logs?action=signed-in,signed-out&size=20",
  ],
  boss: ["/boss/user-timesheets?search=e"],
};

/**
 * The heading stands and nothing is waited for, but charts, which come once the rest is painted, and the counts beside people, which
 * go by who is on the page.
 */
const isHere = async (page: Page) =>
  (await page.locator("main h1").isVisible()) &&
  (await page.getByText(/^Loading (?!your hours|waiting weeks|the charts)|^Loading\.\.\./).count()) ===
    (await page
      .locator("td")
      .getByText(/^Loading/)
      .count());

/** Keeps in mind, from the first paint on, what moved without having been touched. */
function watchShifts() {
  const moved: string[] = [];
  Object.assign(window, { moved });
  type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: { node: Node | null }[] };
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput)
        moved.push(...sources.map(({ node }) => node?.textContent?.slice(0, 80) ?? "what is gone by now"));
  }).observe({ type: "layout-shift", buffered: true });
}

/** What has moved since the document came. */
const shifts = (page: Page) => page.evaluate(() => Reflect.get(window, "moved") as string[]);

const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * Opens an address anew and holds whatever is asked for until nothing more is for `quiet` milliseconds, then lets all of it go.
 * Returns how many such round trips it takes behind the document until the screen stands with its data, every call that was made, and
 * what moved meanwhile.
 */
async function openedWith(page: Page, address: string, quiet: number) {
  let held: Route[] | null = [];
  const calls: string[] = [];
  const underWay = new Set<Request>();
  const done = (request: Request) => underWay.delete(request);
  page.on("requestfinished", done).on("requestfailed", done);
  await page.route("**/*", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    if (pathname.startsWith("/api/")) calls.push(pathname + search);
    if (held === null || route.request().isNavigationRequest()) await route.continue();
    else held.push(route);
  });
  await page.goto("about:blank");
  await page.goto(address, { waitUntil: "commit" });
  let trips = 0;
  for (let known = -1; !(await isHere(page)); ) {
    const isQuiet = underWay.size === 0 && held.length === known && known > 0;
    known = held.length;
    if (isQuiet) {
      trips += 1;
      const together = held;
      held = [];
      for (const route of together) underWay.add(route.request());
      // Answers come one after the other and each is painted, so that what would move others moves them here.
      for (const route of together) {
        await route.continue();
        if (!route.request().url().includes("/api/")) continue;
        await (await route.request().response())?.finished();
        await painted(page);
      }
    }
    await page.waitForTimeout(quiet);
  }
  const rest = held;
  held = null;
  await Promise.all(rest.map((route) => route.continue()));

  await settled(page);
  page.off("requestfinished", done).off("requestfailed", done);
  await page.unroute("**/*");
  return { trips, calls, moved: await shifts(page) };
}

/** Who lets go too early counts more trips than there are, and never fewer: then it is worth another look, with more patience. */
async function opened(page: Page, address: string, quiet = 40): ReturnType<typeof openedWith> {
  const found = await openedWith(page, address, quiet);
  return found.trips > TRIPS && quiet < 5_000 ? opened(page, address, 3 * quiet) : found;
}

// A screen of several roles is looked at once, as its first one; what an address narrows is no matter of the width.
for (const [width, size] of Object.entries({ wide: null, narrow: { width: 390, height: 844 } }))
  for (const { who, role, area } of AREAS) {
    const screens = area.filter(({ roles }) => roles?.[0] === role);
    const addresses = [...screens.map(({ address }) => address), ...(size ? [] : (NARROWED[who] ?? []))];
    test(`every address of ${who}, ${width}, is here after two round trips behind the document, asks for nothing twice, and nothing moves`, async ({
      signedIn,
    }) => {
      const { page } = await signedIn(who);
      if (size) await page.setViewportSize(size);
      await page.addInitScript(watchShifts);
      for (const address of addresses) {
        await test.step(address, async () => {
          const { trips, calls, moved } = await opened(page, address);
          expect.soft(moved, address).toEqual([]);
          expect(trips, address).toBeLessThanOrEqual(TRIPS);
          expect(calls, address).toContain("/api/session");
          expect(calls.toSorted(), address).toEqual([...new Set(calls)].sort());
        });
      }
    });
  }

test("a link of the menu warms its screen, which is then here at once", async ({ signedIn }) => {
  const { page, context } = await signedIn("employee");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const link = page
    .getByRole("navigation", { name: "Employee menu" })
    .getByRole("link", { name: "Timesheet" });
  const isAsked = (path: RegExp) => asked.filter((one) => path.test(one)).length;
  await link.focus();
  await expect.poll(() => isAsked(/^\/api\/timesheet-unlock\/my-requests$/)).toBe(1);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await link.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Enhanced Timesheet" })).toBeVisible();
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  expect(isAsked(/^\/api\/timesheet-unlock\/my-requests$/)).toBe(1);
});

test("a slow way to a screen shows a bar, also to people who want no motion", async ({ signedIn }) => {
  const { page } = await signedIn("employee");
  await page.emulateMedia({ reducedMotion: "reduce" });
  const letGo = await hold(page, "**/assets/*.js");
  const bar = page.locator("#root > [aria-hidden]");
  await expect(bar).toHaveCount(0);
  await page.getByRole("link", { name: "My Profile" }).click();
  await expect(bar).toBeVisible();
  letGo();
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeFocused();
  await expect(bar).toHaveCount(0);
});

test("after a deployment a page that is open loads itself anew, once, where its way leads", async ({
  signedIn,
}) => {
  const { page } = await signedIn("employee");
  let documents = 0;
  let isBack = false;
  // What the page had not fetched before.
  const gone = new Set<string>();
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    const type = route.request().resourceType();
    if (type === "document") documents += 1;
    if (type === "script" && documents === 0) gone.add(pathname);
    if (gone.has(pathname) && !isBack) await route.fulfill({ status: 404 });
    else if (pathname === "/" && type === "fetch")
      await route.fulfill({
        contentType: "text/html",
        body: `<script type="module" src="/assets/index-new.js"></script>`,
      });
    else await route.continue();
  });
  await page.getByRole("link", { name: "My Profile" }).click();
  // The script is gone from the new build too: that must not reload the page for ever.
  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await expect(page).toHaveURL(/\/employee\/profile$/);
  expect(documents).toBe(1);
  isBack = true;
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
});

test("without a connection a page stays as it is", async ({ signedIn }) => {
  const { page, context } = await signedIn("employee");
  // The live connection stands, and loses its way quietly.
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByRole("link", { name: "My Profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Employee menu" })).toBeVisible();
  await expect(page).toHaveURL(/\/employee\/profile$/);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
});
