import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aRefusal } from "../../testing/fixtures";
import { asAdmin, asHr, employees, ROOT, serve } from "../../testing/people";
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
