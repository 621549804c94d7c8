/** Who works here: the team directory for everybody, and the employee directory with its counts for HR and the administrators. */
import type { Page, Response } from "@playwright/test";
import { column, searchFor, tile } from "./directory-parts";
import { expect, hold, settled, signIn, test, type Who, withoutNews } from "./fixtures";
import { press, tabTo } from "./keys";
import { fitForEverybody } from "./looks";
import { Portal } from "./portal";

const NOW = "2026-11-18T09:00:00Z";
const AREAS: Record<Who, string> = {
  employee: "Employee",
  manager: "Manager",
  hr: "HR",
  admin: "Admin",
  boss: "Boss",
};
const FAILED = "Failed to load users. Please try again.";

let portal: Portal;

test.beforeAll(async () => {
  portal = await Portal.start("demo", { DAYBOOK_NOW: NOW });
});

test.afterAll(() => portal.remove());

const isList = (response: Response) => new URL(response.url()).pathname === "/api/users";

async function openDirectory(page: Page, who: Who): Promise<void> {
  await signIn(page, who, who, portal.address, `/directory`);
  await expect(column(page, "Team Members")).toBeVisible();
}

for (const who of Object.keys(AREAS) as Who[]) {
  test(`the team directory as ${who} sees it`, async ({ visitor }) => {
    const { page } = await visitor();
    await signIn(page, who, who, portal.address);
    const answers: string[] = [];
    page.on("response", async (response) => {
      if (isList(response)) answers.push(await response.text());
    });
    await page
      .getByRole("navigation", { name: `${AREAS[who]} menu` })
      .getByRole("link", { name: "Team Directory" })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Team Directory" })).toBeFocused();

    const hr = column(page, "HR Team");
    await expect(hr).toContainText("2 people");
    await expect(hr.getByRole("listitem")).toHaveCount(2);
    await expect(hr.getByRole("link", { name: "hr@daybook.example" })).toHaveAttribute(
      "href",
      "mailto:hr@daybook.example",
    );
    await expect(column(page, "Administrators").getByRole("listitem")).toHaveText([/Ada Lindqvist/]);
    await expect(column(page, "Boss").getByRole("listitem")).toHaveText([/Beatrice Hall/]);
    const team = column(page, "Team Members");
    await expect(team.getByRole("listitem").filter({ hasText: "Daniel Okafor" })).toContainText(
      "Manager · Studio Lead · Studio",
    );
    await expect(team.getByRole("listitem").filter({ hasText: "Κώστας Παππάς" })).toContainText(/EMP\d{4}/);
    // A person who has left is not listed. A blocked person is, and is not counted as active.
    await expect(team.getByText("Greta Holm")).toHaveCount(0);
    await expect(team.getByText("Bilal Aziz")).toBeVisible();
    await expect(tile(page, "Total Team")).toHaveText("18");
    await expect(tile(page, "Management")).toHaveText("3");
    await expect(tile(page, "Active Today")).toHaveText("11");

    expect(answers).toHaveLength(4);
    for (const answer of answers) {
      expect(answer).toContain("EMP");
      for (const secret of ["salary", "phoneNumber", "joiningDate", "isBlocked", "managerId", "+44"]) {
        expect(answer).not.toContain(secret);
      }
    }
    // It is the same page for all of them; the frame around it is looked at elsewhere.
    if (who === "employee") await fitForEverybody(page, "directory");
  });
}

test("a search goes through all columns, on the server, and stays in the address", async ({ visitor }) => {
  const { page } = await visitor();
  await openDirectory(page, "employee");
  const typed = page.waitForResponse((response) => isList(response) && response.url().includes("search="));
  await searchFor(page).pressSequentially("STUDIO", { delay: 10 });
  expect(new URL((await typed).url()).searchParams.get("search")).toBe("STUDIO");
  await expect(page.getByText(/^7 people match “STUDIO”$/)).toBeVisible();
  await expect(page).toHaveURL(`${portal.address}/directory?search=STUDIO`);
  await expect(column(page, "HR Team")).toContainText("No HR staff found");
  await expect(column(page, "Administrators")).toContainText("No administrators found");
  await expect(column(page, "Team Members").getByText("Marta Nowak")).toHaveCount(0);
  // The tiles are about everybody.
  await expect(tile(page, "Total Team")).toHaveText("18");

  await test.step("a reload finds the same", async () => {
    await page.reload();
    await expect(searchFor(page)).toHaveValue("STUDIO");
    await expect(page.getByText(/^7 people match “STUDIO”$/)).toBeVisible();
  });

  for (const [words, name] of [
    ["παππ", "Κώστας Παππάς"],
    ["amélie", "Amélie Dubois"],
    ["олена бондар", "Олена Бондар"],
    ["tomas@daybook", "Tomás Silva"],
  ] as const) {
    await test.step(words, async () => {
      await searchFor(page).fill(words);
      await expect(page.getByText(`1 person matches “${words}”`)).toBeVisible();
      await expect(column(page, "Team Members").getByRole("listitem")).toHaveText([new RegExp(name)]);
    });
  }

  await test.step("signs mean themselves", async () => {
    for (const words of ["%", "_", "\\", "' OR 1=1 --", "<b>"]) {
      await searchFor(page).fill(words);
      await expect(page.getByText(`0 people match “${words}”`)).toBeVisible();
      await expect(column(page, "Team Members")).toContainText("No employees found");
    }
    await fitForEverybody(page, "directory-nobody");
  });

  await test.step("and away again", async () => {
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(searchFor(page)).toBeFocused();
    await expect(column(page, "HR Team").getByRole("listitem")).toHaveCount(2);
    await expect(page).toHaveURL(`${portal.address}/directory`);
  });
});

test("the team directory fails in words, and comes back", async ({ visitor }) => {
  const { page } = await visitor();
  await withoutNews(page);
  await signIn(page, "manager", "manager", portal.address);
  const call = /\/api\/users\?/;
  const panel = page.getByRole("main").getByRole("alert").filter({ hasText: FAILED });

  await test.step("while it waits", async () => {
    const release = await hold(page, call);
    await page.goto(`${portal.address}/directory`);
    await expect(page.getByRole("status").filter({ hasText: "Loading users..." })).toBeVisible();
    release();
    await settled(page);
    await page.unroute(call);
  });

  for (const [cause, status] of [
    ["a server in trouble", 500],
    ["a refusal", 403],
    ["a page of somebody else's", 404],
  ] as const) {
    await test.step(cause, async () => {
      const body = { success: false, code: "INTERNAL_ERROR", message: "Other words.", requestId: "r" };
      await page.route(call, (route) => route.fulfill({ status, json: body }));
      await page.goto(`${portal.address}/directory`);
      await expect(panel).toBeVisible();
      await expect(page.getByText("Other words.")).toHaveCount(0);
      await expect(page.getByRole("region", { name: "HR Team" })).toHaveCount(0);
      if (status === 404) await fitForEverybody(page, "directory-failed");
      await page.unroute(call);
      await panel.getByRole("button", { name: "Retry" }).click();
      await expect(column(page, "HR Team").getByRole("listitem")).toHaveCount(2);
      await expect(panel).toHaveCount(0);
    });
  }

  await test.step("one column only", async () => {
    const administrators = /\/api\/users\?.*role=Admin/;
    await page.route(administrators, (route) => route.abort("timedout"));
    await page.goto(`${portal.address}/directory`);
    await expect(column(page, "Administrators").getByRole("alert")).toContainText(FAILED);
    await expect(column(page, "HR Team").getByRole("listitem")).toHaveCount(2);
    await page.unroute(administrators);
    await column(page, "Administrators").getByRole("button", { name: "Retry" }).click();
    await expect(column(page, "Administrators").getByRole("listitem")).toHaveCount(1);
  });

  await test.step("the portal is away, and comes back", async () => {
    await portal.stop();
    await searchFor(page).fill("Studio");
    await searchFor(page).press("Enter");
    await expect(panel.first()).toBeVisible();
    await portal.resume();
    await panel.getByRole("button", { name: "Retry" }).first().click();
    await expect(column(page, "Team Members").getByText("Emma Larsen")).toBeVisible();
  });
});

test("a visitor who is not signed in is asked to sign in", async ({ visitor }) => {
  const { page } = await visitor();
  const main = page.getByRole("main");
  await page.goto(`${portal.address}/directory`);
  await expect(main).toContainText("Please login to view users.");
  await fitForEverybody(page, "directory-visitor");

  await test.step("with a token that nobody gave out, too", async () => {
    await page.evaluate(() => {
      const user = { id: "x", employeeId: "EMP1", firstName: "A", lastName: "B", role: "Admin" };
      localStorage.setItem("daybook.token", "forged");
      localStorage.setItem("daybook.user", JSON.stringify({ ...user, email: "a@b.c", isFirstLogin: false }));
    });
    await page.reload();
    await expect(main).toContainText("Please login to view users.");
    await main.getByRole("link", { name: "Go Back" }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

for (const who of ["hr", "admin"] as const) {
  test(`the employee directory as ${who} sees it`, async ({ visitor }) => {
    const { page } = await visitor();
    await signIn(page, who, who, portal.address);
    const asked: URL[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/timesheets/approval-stats")) asked.push(new URL(request.url()));
    });
    await page
      .getByRole("navigation", { name: `${AREAS[who]} menu` })
      .getByRole("link", { name: "User Timesheets" })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Employee Directory" })).toBeFocused();
    const main = page.getByRole("main");
    await expect(main).toContainText("Manage and view all employee timesheets");
    await expect(main.locator("dl")).toHaveText("Total Employees14");

    const emma = page.getByRole("row").filter({ hasText: "Emma Larsen" });
    await expect(emma).toContainText("EL");
    await expect(emma).toContainText("employee@daybook.example");
    await expect(emma).toContainText("Studio");
    // The counts are those of her own list of days.
    await expect(emma).toContainText(/\d+ Pending/);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.searchParams.get("userIds")?.split(",")).toHaveLength(14);
    const address =
      (await emma.getByRole("link", { name: /^View timesheets of/ }).getAttribute("href")) ?? "";
    const id = address.split("/").at(-1) ?? "";
    const counted = await page.evaluate(async (userId) => {
      const headers = { Authorization: `Bearer ${localStorage.getItem("daybook.token")}` };
      const count: Record<string, number> = { pending: 0, approved: 0, rejected: 0 };
      for (const year of [2023, 2024, 2025, 2026]) {
        for (let month = 1; month <= 12; month += 1) {
          const query = `userId=${userId}&month=${month}&year=${year}`;
          const answer = await fetch(`/api/timesheets/my?${query}`, { headers });
          const { data } = (await answer.json()) as { data: { timesheets: { status: string }[] } };
          for (const { status } of data.timesheets) count[status] = (count[status] ?? 0) + 1;
        }
      }
      return count;
    }, id);
    expect(counted.approved).toBeGreaterThan(0);
    for (const [kind, word] of [
      ["pending", "Pending"],
      ["approved", "Approved"],
      ["rejected", "Rejected"],
    ] as const) {
      await expect(emma.getByText(`${counted[kind]} ${word}`, { exact: true })).toBeVisible();
    }
    await expect(page.getByRole("row").filter({ hasText: "Greta Holm" })).toContainText("Inactive");
    await expect(page.getByRole("row").filter({ hasText: "Bilal Aziz" })).toContainText("Blocked");
    if (who === "hr") await fitForEverybody(page, "counts");

    await page.setViewportSize({ width: 1440, height: 900 });
    await emma.getByRole("link", { name: /^View/ }).click();
    await expect(page).toHaveURL(`${portal.address}/user-timesheets/${id}`);
    await page.goBack();
    await expect(emma).toBeVisible();
  });
}

test("the employee directory fails in words, and comes back", async ({ visitor }) => {
  const { page } = await visitor();
  await withoutNews(page);
  await signIn(page, "hr", "hr", portal.address);
  const main = page.getByRole("main");
  const list = /\/api\/users\?/;
  const counts = "**/api/timesheets/approval-stats**";
  const failed = page.getByRole("region", { name: "Error Loading Data" });
  const emma = page.getByRole("row").filter({ hasText: "Emma Larsen" });

  await test.step("while it waits", async () => {
    const release = await hold(page, list);
    await page.goto(`${portal.address}/hr/user-timesheets`);
    await expect(main.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
    release();
    await expect(emma).toContainText("Pending");
    await page.unroute(list);
  });

  await test.step("with the server's words, and without", async () => {
    const body = { success: false, code: "UNAVAILABLE", message: "The portal is busy.", requestId: "r" };
    await page.route(list, (route) => route.fulfill({ status: 503, json: body }));
    await page.goto(`${portal.address}/hr/user-timesheets`);
    await expect(failed.getByRole("alert")).toContainText("The portal is busy.");
    await page.unroute(list);
    await page.route(list, (route) => route.fulfill({ status: 404, body: "<html>" }));
    await failed.getByRole("button", { name: "Try Again" }).click();
    await expect(failed.getByRole("alert")).toContainText("Failed to fetch employees");
    await fitForEverybody(page, "counts-failed");
    await page.unroute(list);
    await failed.getByRole("button", { name: "Try Again" }).click();
    await expect(emma).toContainText("Pending");
    await expect(failed).toHaveCount(0);
  });

  await test.step("the counts alone", async () => {
    await page.route(counts, (route) => route.fulfill({ status: 404, body: "<html>" }));
    await page.goto(`${portal.address}/hr/user-timesheets`);
    const panel = main.getByRole("alert").filter({ hasText: "Failed to fetch all timesheets" });
    await expect(panel).toBeVisible();
    await expect(emma).toContainText("Not known");
    await page.unroute(counts);
    await panel.getByRole("button", { name: "Try Again" }).click();
    await expect(emma).toContainText("Pending");
  });

  await test.step("nobody is found", async () => {
    await searchFor(page).fill("nobody at all");
    await expect(main).toContainText("No employees found");
    await expect(main.locator("dl")).toHaveText("Total Employees14");
    await fitForEverybody(page, "counts-nobody");
    await main.getByRole("button", { name: "Show All Employees" }).click();
    await expect(emma).toBeVisible();
    await expect(page).toHaveURL(/\/hr\/user-timesheets$/);
  });
});

test("both directories without a mouse", async ({ visitor }) => {
  const { page } = await visitor();
  await openDirectory(page, "admin");
  await page.locator("body").press("ControlOrMeta+/");
  await expect(searchFor(page)).toBeFocused();
  await page.keyboard.type("Workshop");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/people match “Workshop”/)).toBeVisible();
  await tabTo(page, page.getByRole("link", { name: "marta@daybook.example" }));
  await tabTo(page, searchFor(page), "Shift+Tab");
  await page.keyboard.press("Escape");
  await expect(searchFor(page)).toHaveValue("");
  await expect(page).toHaveURL(/\/directory$/);

  const menu = page.getByRole("navigation", { name: "Admin menu" });
  const link = menu.getByRole("link", { name: "User Timesheets" });
  await tabTo(page, link, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Employee Directory" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+/");
  await page.keyboard.type("amélie");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Showing 1 to 1 of 1 results")).toBeVisible();
  await press(page, page.getByRole("link", { name: "View timesheets of Amélie Dubois" }));
  await expect(page).toHaveURL(/\/user-timesheets\/[0-9a-f-]{36}$/);
});
