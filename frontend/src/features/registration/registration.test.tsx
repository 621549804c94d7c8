import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Role } from "../../domain/roles";
import { aPortal, aRefusal, aUser } from "../../testing/fixtures";
import { ACME, withProviders } from "../../testing/providers";
import { renderApp } from "../../testing/render";
import { aHold, gives, http, refuses, server } from "../../testing/server";

const PASSWORD = "hT7kWq9mRp4x";

async function open(as?: Role) {
  const url = as === undefined ? "/register" : `/${as.toLowerCase()}/add-user`;
  const app = as === undefined ? renderApp({ url }) : renderApp({ url, as: { role: as } });
  await screen.findByLabelText("First Name");
  const { user } = app;
  return {
    ...app,
    submit: () => user.click(screen.getByRole("button", { name: "Register" })),
    fillIn: async (role?: Role) => {
      await user.type(screen.getByLabelText("First Name"), " Amélie ");
      await user.type(screen.getByLabelText("Last Name"), "Dubois");
      await user.type(screen.getByLabelText("Email"), " amelie@daybook.example ");
      if (role !== undefined) await user.selectOptions(screen.getByLabelText("Role"), role);
    },
  };
}

function accepts(sent: unknown[] = []) {
  return http.post("/api/auth/register", async ({ request, response }) => {
    sent.push(await request.json());
    return response(201).json({
      success: true,
      data: {
        user: aUser({ email: "amelie@daybook.example" }),
        generatedCredentials: { employeeId: "EMP1042", password: PASSWORD },
      },
    });
  });
}

describe("a registration where people sign in by a provider", () => {
  it("shows no password", async () => {
    server.use(
      http.post("/api/auth/register", ({ response }) =>
        response(201).json({
          success: true,
          data: { user: aUser({ employeeId: "EMP1042", email: "amelie@daybook.example" }) },
        }),
      ),
    );
    withProviders([ACME], "off");
    const { fillIn, submit } = await open("HR");
    expect(screen.getByText(/^The new account gets/)).toHaveTextContent(/an email that says how to sign in/);
    await fillIn("Employee");
    await submit();
    const dialog = within(await screen.findByRole("dialog", { name: "Registration Successful!" }));
    expect(dialog.getByText("EMP1042")).toBeVisible();
    expect(dialog.queryByText("Password")).toBeNull();
    expect(dialog.getByText("We have emailed amelie@daybook.example how to sign in.")).toBeVisible();
  });
});

describe("a visitor's registration", () => {
  it("asks visitors for what they may say about themselves, and sends no more", async () => {
    const sent: unknown[] = [];
    server.use(accepts(sent));
    const { user, fillIn, submit } = await open();
    expect(screen.getByRole("heading", { level: 2, name: "Basic Information" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 2, name: "Work Details" })).toBeVisible();
    for (const name of ["Role", "Salary", "Joining Date", "Active"]) {
      expect(screen.queryByLabelText(name)).toBeNull();
    }
    await fillIn();
    await user.type(screen.getByLabelText("Department"), "Harbour");
    await submit();
    await screen.findByRole("dialog", { name: "Registration Successful!" });
    expect(sent).toEqual([
      {
        firstName: "Amélie",
        lastName: "Dubois",
        email: "amelie@daybook.example",
        department: "Harbour",
        position: null,
      },
    ]);
  });

  it("says at each field what is missing, until it is filled in", async () => {
    const { user, submit } = await open();
    await submit();
    const first = screen.getByLabelText("First Name");
    const last = screen.getByLabelText("Last Name");
    const email = screen.getByLabelText("Email");
    expect(first).toHaveAccessibleDescription("First name is required");
    expect(last).toHaveAccessibleDescription("Last name is required");
    expect(email).toHaveAccessibleDescription("Email is required");
    expect(first).toHaveFocus();
    await user.type(first, "Amélie");
    expect(first).not.toHaveAccessibleDescription();
    expect(last).toHaveAccessibleDescription("Last name is required");
    await user.type(last, "Dubois");
    await user.type(email, "amelie");
    await submit();
    expect(email).toHaveAccessibleDescription("Please enter a valid email address");
    expect(email).toHaveFocus();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is turned away where the portal takes none", async () => {
    server.use(gives("/api/portal", aPortal({ selfRegistration: false })));
    renderApp({ url: "/register" });
    expect(await screen.findByText("Self-registration is closed. Please contact HR.")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "Registration" })).toBeVisible();
    expect(screen.queryByLabelText("First Name")).toBeNull();
    expect(screen.getByRole("link", { name: "Back to Login" })).toHaveAttribute("href", "/login");
  });

  it("leads back to the start page", async () => {
    await open();
    expect(screen.getByRole("link", { name: "Cancel" })).toHaveAttribute("href", "/");
  });
});

describe("a new account by somebody else", () => {
  it.each([
    ["HR", ["Select Role", "Employee", "Manager"]],
    ["Admin", ["Select Role", "Employee", "Manager", "HR", "Admin", "Boss"]],
  ] as const)("offers %s the roles that may be given", async (role, offered) => {
    await open(role);
    expect(screen.getByRole("heading", { level: 1, name: "Add New Employee" })).toBeVisible();
    const options = within(screen.getByLabelText("Role")).getAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual(offered);
  });

  it("asks HR the same at /register", async () => {
    renderApp({ url: "/register", as: { role: "HR" } });
    expect(await screen.findByLabelText("Role")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "Registration" })).toBeVisible();
  });

  it("sends what is known, and nothing for what is not", async () => {
    const sent: unknown[] = [];
    server.use(accepts(sent));
    const { user, fillIn, submit } = await open("HR");
    await fillIn("Manager");
    await user.type(screen.getByLabelText("Salary"), " 52000.50 ");
    await user.type(screen.getByLabelText("Joining Date"), "2026-12-01");
    await user.click(screen.getByRole("checkbox", { name: "Active" }));
    await submit();
    await user.click(await screen.findByRole("button", { name: "Add Another" }));
    await fillIn("Employee");
    await submit();
    await screen.findByRole("dialog");
    expect(sent).toEqual([
      {
        firstName: "Amélie",
        lastName: "Dubois",
        email: "amelie@daybook.example",
        role: "Manager",
        department: null,
        position: null,
        salary: 52000.5,
        joiningDate: "2026-12-01",
        isActive: false,
      },
      expect.objectContaining({ role: "Employee", salary: null, joiningDate: null, isActive: true }),
    ]);
  });

  // What is an amount, src/domain/domain.test.ts has in a table.
  it("rejects what is not a salary", async () => {
    const { user, submit } = await open("Admin");
    const salary = screen.getByLabelText("Salary");
    await user.type(salary, "12,5");
    await submit();
    expect(salary).toHaveAccessibleDescription(/Please enter a valid salary amount$/);
    expect(screen.getByLabelText("Role")).toHaveAccessibleDescription("Role is required");
    await user.clear(salary);
    expect(salary).not.toHaveAccessibleDescription(/Please enter a valid salary amount/);
  });

  it("does not take half a date for none", async () => {
    const { submit } = await open("HR");
    const date = screen.getByLabelText<HTMLInputElement>("Joining Date");
    vi.spyOn(date.validity, "badInput", "get").mockReturnValue(true);
    await submit();
    expect(date).toHaveAccessibleDescription("Please enter a valid date");
  });
});

describe("an account that is made", () => {
  it("shows the credentials to be copied, says where they went, and forgets them with the dialog", async () => {
    const clients = new Set<QueryClient>();
    const mount = QueryClient.prototype.mount;
    vi.spyOn(QueryClient.prototype, "mount").mockImplementation(function (this: QueryClient) {
      clients.add(this);
      mount.call(this);
    });
    server.use(accepts());
    const { user, fillIn, submit } = await open("HR");
    await fillIn("Employee");
    await submit();
    const dialog = within(await screen.findByRole("dialog", { name: "Registration Successful!" }));
    expect(dialog.getByText("EMP1042")).toBeVisible();
    expect(dialog.getByText(/The credentials were sent to amelie@daybook\.example\./)).toBeVisible();
    expect(
      screen.getByText("Registration successful! Please check your email for login credentials."),
    ).toBeVisible();

    await user.click(dialog.getByRole("button", { name: "Copy password" }));
    expect(await navigator.clipboard.readText()).toBe(PASSWORD);
    expect(dialog.getByText("Copied")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Copy employee ID" }));
    expect(await navigator.clipboard.readText()).toBe("EMP1042");
    expect(dialog.getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/");

    await user.click(dialog.getByRole("button", { name: "Add Another" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByLabelText("First Name")).toHaveFocus();
    for (const name of ["First Name", "Last Name", "Email", "Role"]) {
      expect(screen.getByLabelText(name)).toHaveValue("");
    }
    expect(screen.getByRole("checkbox", { name: "Active" })).toBeChecked();
    expect(document.body).not.toHaveTextContent(PASSWORD);
    expect(clients.size).toBe(1);
    await waitFor(() => {
      for (const client of clients) {
        const kept = [...client.getMutationCache().getAll(), ...client.getQueryCache().getAll()];
        expect(JSON.stringify(kept.map((one) => one.state))).not.toContain(PASSWORD);
      }
    });
  });

  it("is not lost to a stray Escape, and leaves nothing behind", async () => {
    server.use(accepts());
    const { user, fillIn, submit } = await open();
    await fillIn();
    await submit();
    const dialog = await screen.findByRole<HTMLDialogElement>("dialog");
    expect(within(dialog).queryByRole("button", { name: "Close" })).toBeNull();
    fireEvent(dialog, new Event("cancel", { cancelable: true }));
    // What a browser does at the second Escape.
    dialog.close();
    expect(screen.getByRole("dialog")).toHaveTextContent(PASSWORD);
    await user.click(within(dialog).getByRole("button", { name: "Add Another" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByLabelText("Email")).toHaveValue("");
    expect(document.body).not.toHaveTextContent(PASSWORD);
  });
});

describe("a registration that is refused", () => {
  const TOAST = "Registration failed. Please try again.";

  it.each([
    [
      "the server's words",
      () =>
        HttpResponse.json(aRefusal("CONFLICT", "An account with this email already exists"), { status: 409 }),
      "An account with this email already exists",
    ],
    ["words of its own", () => new HttpResponse("<html>", { status: 502 }), "Registration failed"],
    [
      "words for a broken answer",
      () => new HttpResponse("<html>", { status: 201 }),
      "An error occurred during registration",
    ],
    ["words for the network", () => HttpResponse.error(), "Network error. Please check your connection."],
  ])("is told in %s, and loses nothing", async (_, answer, sentence) => {
    server.use(http.untyped.post("/api/auth/register", answer));
    const { fillIn, submit } = await open();
    await fillIn();
    await submit();
    const box = await screen.findByText(sentence);
    expect(box).toHaveFocus();
    expect(screen.getByText(TOAST)).toBeVisible();
    expect(screen.getByLabelText("Last Name")).toHaveValue("Dubois");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("puts the server's sentences at their fields", async () => {
    server.use(
      refuses("post", "/api/auth/register", 400, "VALIDATION_FAILED", "First name is too long", {
        errors: { firstName: "First name is too long", salary: "Please enter a valid salary amount" },
      }),
    );
    const { user, fillIn, submit } = await open("HR");
    await fillIn("Employee");
    await submit();
    const first = screen.getByLabelText("First Name");
    await waitFor(() => expect(first).toHaveAccessibleDescription("First name is too long"));
    expect(first).toHaveFocus();
    expect(screen.getByLabelText("Salary")).toHaveAccessibleDescription(
      "Annual, with at most two decimals. Please enter a valid salary amount",
    );
    expect(screen.getByText(TOAST)).toBeVisible();
    await user.type(first, "x");
    expect(first).not.toHaveAccessibleDescription();
  });

  it("shows the sentence where the error belongs to no field of the form", async () => {
    server.use(
      refuses("post", "/api/auth/register", 400, "VALIDATION_FAILED", "This cannot be", {
        errors: { employeeId: "This cannot be" },
      }),
    );
    const { fillIn, submit } = await open();
    await fillIn();
    await submit();
    expect(await screen.findByText("This cannot be")).toHaveFocus();
  });

  it("is sent once, however often it is asked for meanwhile", async () => {
    const sent: unknown[] = [];
    const { held, answer } = aHold();
    server.use(
      http.post("/api/auth/register", async ({ request, response }) => {
        sent.push(await request.json());
        await held;
        return response(403).json(aRefusal("FORBIDDEN", "Self-registration is closed. Please contact HR."));
      }),
    );
    const { user, fillIn, submit } = await open();
    await fillIn();
    await submit();
    expect(screen.getByRole("button", { name: "Registering..." })).toHaveAttribute("aria-disabled", "true");
    await user.type(screen.getByLabelText("Email"), "{Enter}");
    answer();
    expect(await screen.findByText("Self-registration is closed. Please contact HR.")).toBeVisible();
    expect(sent).toHaveLength(1);
  });
});
