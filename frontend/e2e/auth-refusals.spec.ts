/** What goes wrong while somebody signs in, or chooses the first password, is said in the page, and what was typed stays. */
import type { Page, Route } from "@playwright/test";
import { expect, test } from "./fixtures";
import { Organisation } from "./organisation";

type Failure = readonly [what: string, (route: Route) => Promise<void>, sentence: string];

function failures(failed: string, broken: string): readonly Failure[] {
  const network = "Network error. Please check your connection.";
  return [
    ["the portal is away", (route) => route.abort("connectionfailed"), network],
    ["no answer comes", (route) => route.abort("timedout"), network],
    ["a proxy answers instead", (route) => route.fulfill({ status: 502, body: "<html>" }), failed],
    ["the answer is not JSON", (route) => route.fulfill({ status: 200, body: "<html>" }), broken],
  ];
}

/** Lets each failure happen once, and looks for its sentence. */
async function fails(
  page: Page,
  call: string,
  all: readonly Failure[],
  submit: () => Promise<void>,
): Promise<void> {
  for (const [what, answer, sentence] of all) {
    await test.step(what, async () => {
      await page.route(`**${call}`, answer);
      await submit();
      await expect(page.getByRole("alert").filter({ hasText: sentence })).toBeVisible();
      await page.unroute(`**${call}`);
    });
  }
}

test("a sign-in that goes wrong says how", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/login");
  await page.getByLabel("Email").fill("employee@daybook.example");
  await page.getByLabel("Password", { exact: true }).fill("daybook");
  const submit = () => page.getByRole("button", { name: "Sign In" }).click();
  await fails(page, "/api/auth/login", failures("Login failed", "An error occurred during login"), submit);
  await expect(page.getByLabel("Email")).toHaveValue("employee@daybook.example");
  await submit();
  await expect(page).toHaveURL(/\/employee$/);
});

test("a first password that is not taken says why", async ({ visitor, portal }) => {
  const hr = await new Organisation(portal.address).signIn("hr@daybook.example");
  const newcomer = { firstName: "Nell", lastName: "Fresh", email: "nell@daybook.example", role: "Employee" };
  const made = (await hr.call("POST", "/api/auth/register", newcomer)) as {
    generatedCredentials: { password: string };
  };
  const { page } = await visitor();
  await page.goto("/login");
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByLabel("Password", { exact: true }).fill(made.generatedCredentials.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Set Your New Password" })).toBeVisible();
  const fill = async (password: string) => {
    await page.getByLabel("New Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm New Password", { exact: true }).fill(password);
  };
  const submit = () => page.getByRole("button", { name: "Set Password" }).click();
  const said = failures("Password change failed", "An error occurred while changing password");
  await fill("harbour-light-42");
  await fails(page, "/api/auth/change-first-login-password", said, submit);
  for (const [password, sentence] of [
    [made.generatedCredentials.password, "New password must be different from the temporary password"],
    [newcomer.email, "Password must not be your email address or your employee ID"],
  ] as const) {
    await fill(password);
    await submit();
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await fill("harbour-light-42");
  await submit();
  await expect(page).toHaveURL(/\/employee$/);
});
