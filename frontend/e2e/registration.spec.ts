/** How an account comes to be: by its owner, by HR, by an administrator; and how each refusal is told. */
import type { Locator, Page, Route } from "@playwright/test";
import { expect, PASSWORD, settled, test } from "./fixtures";
import { press, tabTo, typeInto } from "./keys";
import { fitForEverybody } from "./looks";
import { Mailbox } from "./mailbox";
import { Portal } from "./portal";

const NOW = "2026-11-18T09:00:00Z";
const DONE = "Registration successful! Please check your email for login credentials.";
const FAILED = "Registration failed. Please try again.";

let portal: Portal;
let mailbox: Mailbox;

test.beforeAll(async () => {
  portal = await Portal.start("demo", {
    DAYBOOK_NOW: NOW,
    DAYBOOK_LIMIT_REGISTER_IP: "100",
  });
  mailbox = new Mailbox(portal.outbox);
});

test.afterAll(async () => portal.remove());

async function signInAt(page: Page, address: string, email: string, password: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function fillIn(page: Page, first: string, last: string, email: string): Promise<void> {
  await page.getByLabel("First Name").fill(first);
  await page.getByLabel("Last Name").fill(last);
  await page.getByLabel("Email").fill(email);
}

const register = (page: Page) => page.getByRole("button", { name: "Register" }).click();
const success = (page: Page) => page.getByRole("dialog", { name: "Registration Successful!" });

/** The employee ID and the password that the dialog shows. */
async function credentialsIn(dialog: Locator): Promise<{ employeeId: string; password: string }> {
  await expect(dialog.locator("code")).toHaveCount(2);
  const [employeeId = "", password = ""] = await dialog.locator("code").allTextContents();
  return { employeeId, password };
}

test("a visitor registers, and the dialog and the mail hold the key to the portal", async ({ visitor }) => {
  const { page, context } = await visitor();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: portal.address });
  await page.goto(`${portal.address}/login`);
  await page.getByRole("link", { name: "Register as Employee" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Registration" })).toBeFocused();
  for (const name of ["Role", "Salary", "Joining Date", "Active"]) {
    await expect(page.getByLabel(name, { exact: true })).toHaveCount(0);
  }
  await fillIn(page, "Zoë", "Ødegård", "zoe@daybook.example");
  await page.getByLabel("Department").fill("Studio");
  await register(page);

  const dialog = success(page);
  await expect(dialog).toContainText("The credentials were sent to zoe@daybook.example.");
  // Above the dialog and what it dims, so that it can be read.
  await expect(page.locator("section:popover-open")).toContainText(DONE);
  const { employeeId, password } = await credentialsIn(dialog);
  expect(employeeId).toMatch(/^EMP\d{4,}$/);
  expect(password).toHaveLength(12);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole("button", { name: "Copy employee ID" }).click();
  await expect(dialog.getByText("Copied")).toBeVisible();
  expect(await clipboard()).toBe(employeeId);
  await dialog.getByRole("button", { name: "Copy password" }).click();
  await expect.poll(clipboard).toBe(password);
  await fitForEverybody(page, "registered");

  await test.step("the mail says the same", async () => {
    const { text } = await mailbox.wait("zoe@daybook.example");
    expect(text).toContain(employeeId);
    expect(text).toContain(password);
    expect(text).toContain(portal.address);
  });

  await test.step("the password is gone with the dialog", async () => {
    await dialog.getByRole("link", { name: "Dashboard" }).click();
    await expect(page).toHaveURL(`${portal.address}/`);
    await expect(page.getByText(password)).toHaveCount(0);
    await page.goBack();
    await expect(page.getByLabel("Email")).toHaveValue("");
    await expect(page.getByText(password)).toHaveCount(0);
  });

  await test.step("what was copied opens the portal", async () => {
    await signInAt(page, portal.address, "zoe@daybook.example", password);
    await expect(page.getByRole("heading", { level: 1, name: "Set Your New Password" })).toBeVisible();
  });
});

test("HR adds one person after the other", async ({ visitor }) => {
  const { page } = await visitor();
  await signInAt(page, portal.address, "hr@daybook.example", PASSWORD);
  await page
    .getByRole("navigation", { name: "HR menu" })
    .getByRole("link", { name: "Add New Employee" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Add New Employee" })).toBeFocused();
  await expect(page.getByLabel("Role").getByRole("option")).toHaveText([
    "Select Role",
    "Employee",
    "Manager",
  ]);
  await fillIn(page, "Rosa", "Parks", "rosa@daybook.example");
  await page.getByLabel("Role").selectOption("Manager");
  await page.getByLabel("Department").fill("Workshop");
  await page.getByLabel("Position").fill("Lead");
  await page.getByLabel("Salary").fill("52000.50");
  await page.getByLabel("Joining Date").fill("2026-12-01");
  await page.getByRole("checkbox", { name: "Active" }).uncheck();
  await register(page);
  const first = await credentialsIn(success(page));
  await success(page).getByRole("button", { name: "Add Another" }).click();

  await test.step("the form is empty again", async () => {
    await expect(success(page)).toHaveCount(0);
    for (const name of ["First Name", "Last Name", "Email", "Role", "Department", "Salary", "Joining Date"]) {
      await expect(page.getByLabel(name)).toHaveValue("");
    }
    await expect(page.getByRole("checkbox", { name: "Active" })).toBeChecked();
    await expect(page.getByText(first.password)).toHaveCount(0);
  });

  await test.step("the server keeps what was typed", async () => {
    const found = await page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem("daybook.token")}` };
      const answer = await fetch("/api/users?role=Manager&search=rosa%40daybook.example", { headers });
      const { data } = (await answer.json()) as { data: { users: object[] } };
      return data.users;
    });
    expect(found).toEqual([
      expect.objectContaining({
        firstName: "Rosa",
        lastName: "Parks",
        email: "rosa@daybook.example",
        employeeId: first.employeeId,
        role: "Manager",
        department: "Workshop",
        position: "Lead",
        salary: 52_000.5,
        joiningDate: "2026-12-01",
        isActive: false,
      }),
    ]);
  });

  await test.step("the next one gets another number", async () => {
    await fillIn(page, "Ann", "Other", "ann.other@daybook.example");
    await page.getByLabel("Role").selectOption("Employee");
    await register(page);
    const { employeeId } = await credentialsIn(success(page));
    expect(Number(employeeId.slice(3))).toBeGreaterThan(Number(first.employeeId.slice(3)));
    await success(page).getByRole("link", { name: "Dashboard" }).click();
    await expect(page).toHaveURL(`${portal.address}/`);
  });
});

test("an administrator gives every role", async ({ visitor }) => {
  const { page } = await visitor();
  await signInAt(page, portal.address, "admin@daybook.example", PASSWORD);
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto(`${portal.address}/admin/add-user`);
  await expect(page.getByLabel("Role").getByRole("option")).toHaveText([
    "Select Role",
    "Employee",
    "Manager",
    "HR",
    "Admin",
    "Boss",
  ]);
  await fillIn(page, "Second", "Admin", "second.admin@daybook.example");
  await page.getByLabel("Role").selectOption("Admin");
  await register(page);
  await expect(success(page)).toBeVisible();
  await success(page).getByRole("button", { name: "Add Another" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(`${portal.address}/`);
});

test("a form with gaps names each of them until it is filled", async ({ visitor }) => {
  const { page } = await visitor();
  await signInAt(page, portal.address, "hr@daybook.example", PASSWORD);
  await expect(page).toHaveURL(/\/hr$/);
  await page.goto(`${portal.address}/hr/add-user`);
  await settled(page);
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Salary").fill("-1");
  await register(page);
  for (const [name, sentence] of [
    ["First Name", "First name is required"],
    ["Last Name", "Last name is required"],
    ["Email", "Please enter a valid email address"],
    ["Role", "Role is required"],
    ["Salary", "Annual, with at most two decimals. Please enter a valid salary amount"],
  ] as const) {
    await expect(page.getByLabel(name)).toHaveAccessibleDescription(sentence);
  }
  await expect(page.getByLabel("First Name")).toBeFocused();
  await fitForEverybody(page, "registration-gaps");
  await page.getByLabel("First Name").fill("A");
  await expect(page.getByText("First name is required")).toHaveCount(0);
  await expect(page.getByText("Last name is required")).toBeVisible();
  await page.getByLabel("Role").selectOption("Employee");
  await expect(page.getByText("Role is required")).toHaveCount(0);
  await page.getByLabel("Email").fill("");
  await register(page);
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email is required");
});

test("every refusal is told, and takes nothing from what was typed", async ({ visitor }) => {
  const { page } = await visitor();
  const call = "**/api/auth/register";
  await page.goto(`${portal.address}/register`);
  await fillIn(page, "Emma", "Again", "emma.again@daybook.example");
  const toast = page.getByRole("region", { name: "Messages" }).getByText(FAILED).last();

  const told = async (sentence: string) => {
    await register(page);
    const box = page.getByRole("main").getByRole("alert");
    await expect(box).toHaveText(sentence);
    await expect(box).toBeFocused();
    await expect(toast).toBeVisible();
    await expect(page.getByLabel("Last Name")).toHaveValue("Again");
    await expect(success(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Dismiss" }).last().click();
  };
  const answered = async (answer: (route: Route) => Promise<void>, sentence: string) => {
    await page.route(call, answer);
    await told(sentence);
    await page.unroute(call);
  };

  await test.step("by the network", async () => {
    await answered(
      (route) => route.abort("connectionfailed"),
      "Network error. Please check your connection.",
    );
    await answered((route) => route.abort("timedout"), "Network error. Please check your connection.");
  });
  await test.step("by a server in trouble, with and without words", async () => {
    await answered((route) => route.fulfill({ status: 502, body: "<html>" }), "Registration failed");
    const body = {
      success: false,
      code: "UNAVAILABLE",
      message: "Please try again shortly.",
      requestId: "r",
    };
    await answered((route) => route.fulfill({ status: 503, json: body }), "Please try again shortly.");
    await answered(
      (route) => route.fulfill({ status: 201, body: "<html>" }),
      "An error occurred during registration",
    );
  });
  await test.step("by the server, which knows the address", async () => {
    await page.getByLabel("Email").fill("EMPLOYEE@daybook.example");
    await register(page);
    await expect(page.getByText("An account with this email already exists")).toBeVisible();
    await expect(toast).toBeVisible();
    await expect(page.getByLabel("First Name")).toHaveValue("Emma");
  });
  await test.step("by the server, at the field", async () => {
    await page.getByLabel("Email").fill("emma.again@daybook.example");
    await page.getByLabel("Department").fill("x".repeat(101));
    await register(page);
    const department = page.getByLabel("Department");
    await expect(department).toHaveAttribute("aria-invalid", "true");
    await expect(department).toHaveAccessibleDescription(/100/);
    await expect(department).toBeFocused();
    await department.fill("Studio");
    await expect(department).not.toHaveAttribute("aria-invalid");
  });
  await test.step("by nobody: the portal is away, and comes back", async () => {
    await portal.stop();
    await told("Network error. Please check your connection.");
    await portal.resume();
    await register(page);
    await expect(success(page)).toBeVisible();
  });
});

test("a portal that takes no registrations says so at every door", async ({ visitor }) => {
  const closed = await Portal.start("serve", { DAYBOOK_NOW: NOW, DAYBOOK_SELF_REGISTRATION: "off" });
  const sentence = "Self-registration is closed. Please contact HR.";
  try {
    const { page } = await visitor();
    await page.goto(`${closed.address}/login`);
    await expect(page.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
    await settled(page);
    await expect(page.getByRole("link", { name: "Register as Employee" })).toHaveCount(0);
    await page.goto(`${closed.address}/register`);
    await expect(page.getByRole("main")).toContainText(sentence);
    await expect(page.getByLabel("Email")).toHaveCount(0);
    await fitForEverybody(page, "registration-closed");
    await page.getByRole("link", { name: "Back to Login" }).click();
    await expect(page).toHaveURL(/\/login$/);

    // The server tells a visitor who opened the form before it closed.
    const { data } = await (await page.request.get(`${closed.address}/api/portal`)).json();
    const open = { ...data, selfRegistration: true };
    await page.route("**/api/portal", (route) => route.fulfill({ json: { success: true, data: open } }));
    await page.goto(`${closed.address}/register`);
    await fillIn(page, "Too", "Late", "late@daybook.example");
    await register(page);
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(sentence);
  } finally {
    await closed.remove();
  }
});

test("a visitor who registers too often is asked to wait", async ({ visitor }) => {
  const strict = await Portal.start("serve", { DAYBOOK_NOW: NOW, DAYBOOK_LIMIT_REGISTER_IP: "1" });
  try {
    const { page } = await visitor();
    await page.goto(`${strict.address}/register`);
    await fillIn(page, "One", "Only", "one@daybook.example");
    await register(page);
    await success(page).getByRole("button", { name: "Add Another" }).click();
    await fillIn(page, "Two", "Many", "two@daybook.example");
    const [answer] = await Promise.all([page.waitForResponse("**/api/auth/register"), register(page)]);
    expect(answer.status()).toBe(429);
    const { message } = (await answer.json()) as { message: string };
    expect(message).not.toBe("");
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(message);
  } finally {
    await strict.remove();
  }
});

test("an account is made without a mouse", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto(`${portal.address}/login`);
  await press(page, page.getByRole("link", { name: "Register as Employee" }));
  await expect(page.getByRole("heading", { level: 1, name: "Registration" })).toBeFocused();
  await press(page, page.getByRole("button", { name: "Register" }));
  // The first mistake has the focus: typing goes on there.
  await expect(page.getByLabel("First Name")).toBeFocused();
  await page.keyboard.type("Keys");
  await typeInto(page, page.getByLabel("Last Name"), "Only");
  await typeInto(page, page.getByLabel("Email"), "keys.only@daybook.example");
  await page.keyboard.press("Enter");
  const dialog = success(page);
  await expect(dialog.getByRole("heading")).toBeFocused();
  await tabTo(page, dialog.getByRole("button", { name: "Copy password" }));
  await press(page, dialog.getByRole("button", { name: "Add Another" }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel("First Name")).toBeFocused();
  await page.keyboard.type("Next");
  await press(page, page.getByRole("link", { name: "Cancel" }));
  await expect(page).toHaveURL(`${portal.address}/`);
});
