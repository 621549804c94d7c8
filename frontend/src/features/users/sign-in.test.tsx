import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../../domain/types";
import { aRefusal } from "../../testing/fixtures";
import { anEmployee, asAdmin, asHr, employees, HELGA, ROOT, serve } from "../../testing/people";
import { ACME, anIdentity, withProviders } from "../../testing/providers";
import { gives, http, server } from "../../testing/server";

const FACTOR = { createdAt: "2026-11-02T08:00:00Z", lastUsedAt: "2026-11-19T07:30:00Z" };

/** Everybody has a second factor, until it is reset. `refusal`: the server says no. */
function withFactors(refusal?: ReturnType<typeof aRefusal>) {
  let secondFactor: typeof FACTOR | null = FACTOR;
  const sent: unknown[] = [];
  server.use(
    gives("/api/users/{id}/identities", () => ({ identities: [], secondFactor })),
    http.delete("/api/users/{id}/second-factor", async ({ params, request, response }) => {
      sent.push({ id: params.id, ...(await request.json()) });
      if (refusal) return response(409).json(refusal);
      secondFactor = null;
      return response(200).json({ success: true, data: {} });
    }),
  );
  return sent;
}

type User = ReturnType<typeof asAdmin>["user"];

async function read(user: User, name: string) {
  await user.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("region", { name: "Sign-In" }));
}

async function openReset(user: User) {
  const section = await read(user, "Ada Number1");
  await user.click(await section.findByRole("button", { name: "Reset two-step sign-in" }));
  return { section, dialog: within(await screen.findByRole("dialog", { name: "Reset Two-Step Sign-In" })) };
}

describe("the sign-in of somebody else", () => {
  it("shows an administrator the second factor, and is reset for a reason", async () => {
    serve(employees(1));
    const sent = withFactors();
    const { user } = asAdmin();
    const { section, dialog } = await openReset(user);
    expect(section.getByText(/^On since/)).toHaveTextContent(
      "On since Nov 2, 2026, last used Nov 19, 2026, 7:30 AM",
    );
    const reason = dialog.getByLabelText("Reason");
    expect(reason).toHaveFocus();
    await user.click(dialog.getByRole("button", { name: "Reset" }));
    expect(reason).toHaveAccessibleDescription(/A reason is required/);
    expect(sent).toEqual([]);
    await user.type(reason, " Lost phone ");
    await user.click(dialog.getByRole("button", { name: "Reset" }));
    expect(await screen.findByText("Two-step sign-in was reset")).toBeVisible();
    expect(sent).toEqual([{ id: "e0", reason: "Lost phone" }]);
    expect(section.getByText("Off")).toBeVisible();
    expect(section.queryByRole("button")).toBeNull();
    await waitFor(() => expect(screen.getByRole("heading", { level: 2, name: "Ada Number1" })).toHaveFocus());
  });

  it("keeps the reason when the server refuses, and says why", async () => {
    serve(employees(1));
    withFactors(aRefusal("CONFLICT", "Two-step sign-in is not set up"));
    const { user } = asAdmin();
    const { dialog } = await openReset(user);
    await user.type(dialog.getByLabelText("Reason"), "Lost phone{Control>}{Enter}{/Control}");
    expect(await dialog.findByRole("alert")).toHaveTextContent("Two-step sign-in is not set up");
    expect(dialog.getByLabelText("Reason")).toHaveValue("Lost phone");
  });

  it("offers administrators no reset of their own", async () => {
    serve([ROOT]);
    withFactors();
    const { user } = asAdmin();
    const section = await read(user, "Rolf Admin");
    expect(await section.findByText(/^On since/)).toBeVisible();
    expect(section.queryByRole("button")).toBeNull();
  });

  it("is not for HR", async () => {
    serve(employees(1));
    const { user } = asHr();
    await user.click(await screen.findByRole("button", { name: "Ada Number1" }));
    expect(await screen.findByRole("region", { name: "Salary History" })).toBeVisible();
    expect(await screen.findByRole("button", { name: "Change Pattern" })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Sign-In" })).toBeNull();
  });
});

describe("the links of somebody else", () => {
  /** Each is there until it is removed. */
  function withLinks(links: Schemas["Identity"][], refusal?: ReturnType<typeof aRefusal>) {
    let identities = links;
    const sent: unknown[] = [];
    withProviders();
    server.use(
      gives("/api/users/{id}/identities", () => ({ identities, secondFactor: null })),
      http.delete("/api/users/{id}/identities/{name}", async ({ params, request, response }) => {
        sent.push({ ...params, ...(await request.json()) });
        if (refusal) return response(409).json(refusal);
        identities = identities.filter(({ provider }) => provider !== params.name);
        return response(200).json({ success: true, data: {} });
      }),
    );
    return sent;
  }

  it("are shown to an administrator, who removes one for a reason", async () => {
    serve(employees(1));
    const sent = withLinks([anIdentity()]);
    const { user } = asAdmin();
    const section = await read(user, "Ada Number1");
    const list = within(await section.findByRole("list", { name: "Linked accounts" }));
    expect(list.getByText("ada@daybook.example (f8…3a)")).toBeVisible();
    expect(list.getByText(/^Linked since/)).toHaveTextContent("last used Nov 19, 2026, 7:30 AM");
    await user.click(list.getByRole("button", { name: "Remove Acme ID" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Remove Link" }));
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    expect(dialog.getByLabelText("Reason")).toHaveAccessibleDescription(/A reason is required/);
    await user.type(dialog.getByLabelText("Reason"), "Wrong person");
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Link removed")).toBeVisible();
    expect(sent).toEqual([{ id: "e0", name: "acme", reason: "Wrong person" }]);
    expect(section.getByText("No linked accounts")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("heading", { level: 2, name: "Ada Number1" })).toHaveFocus());
  });

  it("stay where the server refuses, and the reason with them", async () => {
    serve([ROOT]);
    const sentence = "This is the only way into the account of the last administrator";
    withLinks([anIdentity()], aRefusal("CONFLICT", sentence));
    const { user } = asAdmin();
    const section = await read(user, "Rolf Admin");
    await user.click(await section.findByRole("button", { name: "Remove Acme ID" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Remove Link" }));
    await user.type(dialog.getByLabelText("Reason"), "Why not{Control>}{Enter}{/Control}");
    expect(await dialog.findByRole("alert")).toHaveTextContent(sentence);
    expect(dialog.getByLabelText("Reason")).toHaveValue("Why not");
  });
});

describe("an account for emergencies", () => {
  function withMark(before: Partial<Schemas["WaysIn"]>) {
    let ways: Schemas["WaysIn"] = { identities: [], secondFactor: FACTOR, isBreakGlass: false, ...before };
    const sent: unknown[] = [];
    withProviders([ACME], "break-glass");
    server.use(
      gives("/api/users/{id}/identities", () => ways),
      http.put("/api/users/{id}/break-glass", async ({ params, request, response }) => {
        const body = await request.json();
        sent.push({ ...params, ...body });
        ways = { ...ways, isBreakGlass: body.isBreakGlass };
        return response(200).json({ success: true, data: {} });
      }),
    );
    return sent;
  }

  async function change(user: User, section: ReturnType<typeof within>, button: string, title: string) {
    await user.click(await section.findByRole("button", { name: button }));
    const dialog = within(await screen.findByRole("dialog", { name: title }));
    await user.type(dialog.getByLabelText("Reason"), "For the safe{Control>}{Enter}{/Control}");
  }

  it("is marked for a reason, and no longer", async () => {
    serve([ROOT]);
    const sent = withMark({});
    const { user } = asAdmin();
    const section = await read(user, "Rolf Admin");
    expect(await section.findByText("No")).toBeVisible();
    await change(user, section, "Mark as Break-Glass", "Mark Break-Glass Account");
    expect(await section.findByText("May sign in with a password in an emergency")).toBeVisible();
    await change(user, section, "Remove Break-Glass Mark", "Remove Break-Glass Mark");
    expect(await section.findByText("No")).toBeVisible();
    const body = { id: "a1", reason: "For the safe" };
    expect(sent).toEqual([
      { ...body, isBreakGlass: true },
      { ...body, isBreakGlass: false },
    ]);
  });

  it.each([
    ["somebody who is no administrator", [anEmployee(0)], "Ada Number1", {}],
    ["an administrator without a second factor", [ROOT], "Rolf Admin", { secondFactor: null }],
    ["a portal whose passwords count", [ROOT], "Rolf Admin", { isBreakGlass: undefined }],
  ])("is not for %s", async (_, people, name, before) => {
    serve(people);
    withMark(before as Partial<Schemas["WaysIn"]>);
    const { user } = asAdmin();
    const section = await read(user, name);
    expect(await section.findByText("Two-step")).toBeVisible();
    expect(section.queryByRole("button", { name: /Break-Glass/ })).toBeNull();
  });
});

describe("an account whose provider says more than the portal", () => {
  const MAPPED = anEmployee(0, {
    roleSetBy: "Acme ID",
    providerEmails: [{ label: "Acme ID", email: "ada.n@acme.example" }],
  });

  it("shows HR the other address, and who sets the role", async () => {
    serve([MAPPED]);
    const { user } = asHr();
    await user.click(await screen.findByRole("button", { name: "Ada Number1" }));
    const fact = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling;
    await waitFor(() => expect(fact("Email")).toHaveTextContent("Acme ID says ada.n@acme.example"));
    expect(fact("Role")).toHaveTextContent("EmployeeSet by Acme ID");
  });

  it("has a role that is only read", async () => {
    serve([MAPPED]);
    const { user } = asAdmin();
    await user.click(await screen.findByRole("button", { name: "Ada Number1" }));
    await user.click(await screen.findByRole("button", { name: "Edit Profile" }));
    const role = screen.getByLabelText("Role");
    expect(role).toBeDisabled();
    expect(role).toHaveAccessibleDescription("Set by Acme ID");
  });
});

describe("a portal without passwords", () => {
  it.each([
    ["off", HELGA, false],
    ["break-glass", HELGA, false],
    ["break-glass", { ...ROOT, _id: "a2", firstName: "Rita" }, true],
  ] as const)("(%s) resets none of %o: %s", async (passwords, person, isOffered) => {
    serve([person]);
    withProviders([ACME], passwords);
    const { user } = asAdmin();
    await user.click(await screen.findByRole("button", { name: `${person.firstName} ${person.lastName}` }));
    expect(await screen.findByRole("button", { name: "Edit Profile" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Reset Password" }) !== null).toBe(isOffered);
  });
});
