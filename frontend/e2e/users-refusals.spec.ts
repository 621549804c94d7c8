/** Looking after people when it does not go through: in whose words that is said, and that nothing typed is lost by it. */
import type { Page } from "@playwright/test";
import { findEmployee } from "./directory-parts";
import { expect, hold, picture, signIn, test, withoutNews } from "./fixtures";
import { Organisation } from "./organisation";
import { Portal } from "./portal";

let portal: Portal;
test.beforeAll(async () => {
  portal = await Portal.start("demo", { DAYBOOK_NOW: "2026-11-18T09:00:00Z" });
});
test.afterAll(() => portal.remove());

const SCREENS = { admin: "/admin/users", hr: "/hr/employees" } as const;

async function open(page: Page, who: keyof typeof SCREENS, search = ""): Promise<void> {
  await signIn(page, who, who, portal.address, `${SCREENS[who]}${search}`);
}

/** The ids of people by a word that only they have. */
async function idOf(office: Organisation, search: string): Promise<string> {
  const { users } = (await office.call("GET", `/api/users?limit=2&search=${encodeURIComponent(search)}`)) as {
    users: { _id: string }[];
  };
  const [only, ...others] = users;
  if (only === undefined || others.length > 0) throw new Error(`${search} names ${users.length} people`);
  return only._id;
}

const nameOf = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const managerOf = (page: Page, name: string) => page.getByRole("combobox", { name: `Manager of ${name}` });
const failure = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words });

async function edit(page: Page, name: string) {
  await nameOf(page, name).click();
  const dialog = page.getByRole("dialog", { name });
  await dialog.getByRole("button", { name: "Edit Profile" }).click();
  return dialog;
}

test("people who cannot be loaded are said to be so, and tried again", async ({ visitor }) => {
  const { page } = await visitor();
  await withoutNews(page);
  await open(page, "hr");
  await page.route("**/api/users?**", (route) =>
    route.fulfill({ status: 404, body: "<html>not here</html>" }),
  );
  await page.reload();
  const panel = failure(page, "Failed to load users. Please try again.");
  await expect(panel).toHaveCount(1);
  await expect(panel).toBeVisible();
  await picture(page, "users-not-loaded");
  await page.unroute("**/api/users?**");
  await panel.getByRole("button", { name: "Retry" }).click();
  await expect(nameOf(page, "Emma Larsen")).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test("a reader who waits for people is told so", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "hr");
  const release = await hold(page, "**/api/users?**");
  const releaseManagers = await hold(page, "**/api/users?**role=Manager**");
  await page.reload();
  const isLoading = (people: string) =>
    expect(page.getByRole("status").filter({ hasText: `Loading ${people}...` })).toBeVisible();
  await isLoading("employees");
  // A list is shown once those above it are, so that none moves another down.
  release();
  await isLoading("managers");
  releaseManagers();
  await expect(nameOf(page, "Emma Larsen")).toBeVisible();
});

test("a manager who cannot be assigned is not", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "hr", "?search=lucas");
  const admin = await new Organisation(portal.address).signIn("admin@daybook.example");
  const field = managerOf(page, "Lucas Moreau");

  await test.step("the managers do not come", async () => {
    await page.route(/role=Manager&status=active/, (route) => route.abort("connectionfailed"));
    await field.click();
    await expect(page.getByText("Loading managers...")).toBeVisible();
    await expect(page.getByText("Error loading managers")).toBeVisible();
    await page.unroute(/role=Manager&status=active/);
    await page.keyboard.press("Escape");
  });

  await test.step("the connection breaks: our words", async () => {
    await page.route("**/assign-manager", (route) => route.abort("connectionfailed"));
    await field.click();
    await page.getByRole("option", { name: /Marta Nowak/ }).click();
    await expect(failure(page, "Failed to assign manager")).toBeVisible();
    await expect(field).toHaveValue("");
    await page.unroute("**/assign-manager");
  });

  await test.step("the manager was blocked meanwhile: the server's words", async () => {
    await field.click();
    await expect(page.getByRole("option", { name: /Daniel Okafor/ })).toBeVisible();
    // The news does not reach this list, which goes on offering the manager.
    await page.route(/role=Manager&status=active/, () => undefined);
    const manager = await idOf(admin, "okafor");
    await admin.call("PATCH", `/api/users/${manager}/toggle-block`, { isBlocked: true });
    await page.getByRole("option", { name: /Daniel Okafor/ }).click();
    await expect(failure(page, "Only an active manager can be assigned")).toBeVisible();
    await expect(field).toHaveValue("");
    await admin.call("PATCH", `/api/users/${manager}/toggle-block`, { isBlocked: false });
    await page.unroute(/role=Manager&status=active/);
  });

  await test.step("nor taken away", async () => {
    await findEmployee(page, "emma");
    const other = managerOf(page, "Emma Larsen");
    await expect(other).toHaveValue("Daniel Okafor");
    await page.route("**/assign-manager", (route) => route.abort("connectionfailed"));
    await other.click();
    await page.getByRole("option", { name: "Remove manager" }).click();
    await expect(failure(page, "Failed to remove manager")).toBeVisible();
    await expect(other).toHaveValue("Daniel Okafor");
    await page.unroute("**/assign-manager");
  });
});

test("a block that fails changes nothing, and nobody blocks themselves", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "admin", "?search=ingrid");
  const block = page.getByRole("button", { name: "Block Ingrid Berg" });
  const confirm = () => page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }).click();

  await test.step("the connection breaks", async () => {
    await page.route("**/toggle-block", (route) => route.abort("connectionfailed"));
    await block.click();
    await confirm();
    await expect(failure(page, "Failed to update user status. Please try again.")).toBeVisible();
    await expect(block).toBeVisible();
    await page.unroute("**/toggle-block");
  });

  await test.step("the call is turned on the caller's own account", async () => {
    // The caller's own id, as their browser knows it.
    const self = await page.evaluate(
      () => (JSON.parse(localStorage.getItem("daybook.user") ?? "{}") as { id: string }).id,
    );
    await page.route("**/toggle-block", (route) =>
      route.continue({ url: `${portal.address}/api/users/${self}/toggle-block` }),
    );
    await block.click();
    await confirm();
    await expect(failure(page, "You cannot block yourself!")).toBeVisible();
    await page.unroute("**/toggle-block");
    await page.reload();
    await expect(block).toBeVisible();
  });
});

test("a profile that cannot be saved stays as it was typed", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "hr");
  const dialog = await edit(page, "Ingrid Berg");
  const save = () => dialog.getByRole("button", { name: "Save Changes" }).click();

  await test.step("what can be seen without the server", async () => {
    for (const label of ["First Name", "Last Name", "Email"]) await dialog.getByLabel(label).fill("");
    await dialog.getByLabel("Role").selectOption("Select Role");
    await dialog.getByLabel("Salary").fill("plenty");
    await save();
    for (const [label, sentence] of [
      ["First Name", "First name is required"],
      ["Last Name", "Last name is required"],
      ["Email", "Email is required"],
      ["Role", "Role is required"],
      ["Salary", "Please enter a valid salary amount"],
    ] as const)
      await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(dialog.getByLabel("First Name")).toBeFocused();
    await dialog.getByLabel("First Name").fill("Ingrid");
    await expect(dialog.getByLabel("First Name")).not.toHaveAttribute("aria-invalid");
    await dialog.getByLabel("Last Name").fill("Berg");
    await dialog.getByLabel("Email").fill("ingrid at daybook");
    await dialog.getByLabel("Role").selectOption("Employee");
    await dialog.getByLabel("Salary").fill("");
    await save();
    await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription(
      /Please enter a valid email address/,
    );
  });

  await test.step("an address that somebody has", async () => {
    await dialog.getByLabel("Email").fill("Marta@daybook.example");
    await save();
    await expect(dialog.getByText("An account with this email already exists")).toBeVisible();
    await expect(dialog.getByLabel("Email")).toHaveValue("Marta@daybook.example");
    await picture(page, "users-email-taken");
    await dialog.getByLabel("Email").fill("ingrid@daybook.example");
  });

  await test.step("a field that only the server finds fault with", async () => {
    await dialog.getByLabel("Department").fill("Work‮shop");
    await save();
    await expect(dialog.getByLabel("Department")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByLabel("Department")).toBeFocused();
    await dialog.getByLabel("Department").fill("Planning");
  });

  await test.step("the connection breaks", async () => {
    await page.route("**/api/users/*", (route) =>
      route.request().method() === "PUT" ? route.abort("connectionfailed") : route.fallback(),
    );
    await save();
    await expect(dialog.getByRole("alert")).toHaveText("Failed to update profile");
    await expect(dialog.getByRole("alert")).toBeFocused();
    await expect(dialog.getByLabel("Department")).toHaveValue("Planning");
    await page.unroute("**/api/users/*");
    await save();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("row").filter({ has: nameOf(page, "Ingrid Berg") })).toContainText(
      "Planning",
    );
  });
});

test("what a screen does not offer, the server does not do either", async () => {
  const hr = await new Organisation(portal.address).signIn("hr@daybook.example");
  const admin = await new Organisation(portal.address).signIn("admin@daybook.example");
  const employee = await idOf(admin, "jonas");
  const colleague = await idOf(admin, "priya");
  const self = await idOf(admin, "admin@daybook.example");
  const names = { firstName: "Jonas", lastName: "Weber" };
  const jonas = { ...names, email: "jonas@daybook.example" };
  await expect(hr.call("PUT", `/api/users/${employee}`, { ...jonas, role: "Admin" })).rejects.toThrow(
    / 403 /,
  );
  await expect(
    hr.call("PUT", `/api/users/${colleague}`, { ...names, email: "priya@daybook.example", role: "Employee" }),
  ).rejects.toThrow(/ 403 /);
  await expect(hr.call("PATCH", `/api/users/${employee}/toggle-block`, { isBlocked: true })).rejects.toThrow(
    / 403 /,
  );
  await expect(
    admin.call("PUT", `/api/users/${self}`, { ...names, email: "admin@daybook.example", role: "HR" }),
  ).rejects.toThrow(/ 403 You cannot change your own role$/);
});

test("a portal that goes away keeps what was typed", async ({ visitor }) => {
  const { page } = await visitor();
  await withoutNews(page);
  await open(page, "hr", "?size=20");
  const dialog = await edit(page, "Yuki Tanaka");
  await dialog.getByLabel("Designation").fill("Foreman");
  await portal.stop();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Failed to update profile");
  await portal.resume();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile updated successfully!")).toBeVisible();

  await portal.stop();
  await page.getByLabel("Status").selectOption("Blocked");
  const panel = failure(page, "Failed to load users. Please try again.");
  await expect(panel).toBeVisible();
  await portal.resume();
  await panel.getByRole("button", { name: "Retry" }).click();
  await expect(nameOf(page, "Bilal Aziz")).toBeVisible();
});
