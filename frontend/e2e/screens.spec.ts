/** Every screen, in both themes, at two widths: it stands, it is accessible, it fits, and it breaks no policy. */
import {
  expect,
  picture,
  settled,
  test,
  type Who,
  withoutSidewaysScroll,
  withoutViolations,
} from "./fixtures";

const OPEN = ["/", "/login", "/register", "/auth/forgot-password", "/auth/reset-password/some-token"];

const SCREENS: Record<Who, readonly string[]> = {
  employee: [
    "/employee",
    "/employee/timesheet",
    "/employee/notifications",
    "/employee/leave",
    "/employee/profile",
    "/directory",
    "/hr",
  ],
  manager: [
    "/manager",
    "/manager/team-timesheets",
    "/manager/resubmission-notifications",
    "/manager/leave-approvals",
    "/manager/direct-unlock",
    "/manager/reports",
    "/manager/profile",
  ],
  hr: [
    "/hr",
    "/hr/employees",
    "/hr/user-timesheets",
    "/hr/payroll",
    "/hr/direct-unlock",
    "/hr/add-user",
    "/hr/holidays",
    "/hr/reports",
    "/hr/settings",
    "/hr/profile",
    "/user-timesheets/018f0000-0000-7000-8000-000000000000",
  ],
  admin: [
    "/admin",
    "/admin/users",
    "/admin/user-timesheets",
    "/admin/direct-unlock",
    "/admin/add-user",
    "/admin/holidays",
    "/admin/system-reports",
    "/admin/audit-logs",
    "/admin/settings",
    "/admin/profile",
  ],
};

const WIDTHS = [1440, 390] as const;
const THEMES = ["light", "dark"] as const;

function nameOf(path: string): string {
  return path === "/" ? "start" : path.slice(1).replaceAll("/", "-");
}

async function inspect(page: import("@playwright/test").Page, path: string, prefix: string) {
  await page.goto(path);
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      await picture(page, `${prefix}${nameOf(path)}-${width}-${colorScheme}`);
      await withoutSidewaysScroll(page);
      await withoutViolations(page);
    }
  }
}

for (const path of [...OPEN, "/employee"]) {
  test(`a visitor at ${path}`, async ({ visitor }) => {
    const { page } = await visitor();
    await inspect(page, path, "visitor-");
    await expect(page.locator("main")).toHaveCount(1);
  });
}

for (const [who, paths] of Object.entries(SCREENS) as [Who, readonly string[]][]) {
  test(`the screens of ${who}`, async ({ signedIn }) => {
    test.setTimeout(180_000);
    const { page } = await signedIn(who);
    for (const path of paths) await test.step(path, () => inspect(page, path, `${who}-`));
  });
}
