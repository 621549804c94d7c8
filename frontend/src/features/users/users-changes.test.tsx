import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aRefusal } from "../../testing/fixtures";
import { anEmployee, asAdmin, asHr, employees, MAREN, ROOT, serve, ULLA } from "../../testing/people";

const person = (name: string) => screen.findByRole("button", { name });
const rowOf = async (name: string) => {
  const row = (await person(name)).closest("tr");
  if (!row) throw new Error(`${name} stands in no row`);
  return within(row);
};

describe("assigning a manager", () => {
  const open = async () => {
    const field = await screen.findByRole("combobox", { name: "Manager of Ada Number1" });
    return field;
  };

  it("searches among the managers that can act, and saves the choice", async () => {
    const { asked, sent } = serve([...employees(1), MAREN, ULLA]);
    const { user } = asHr();
    const field = await open();
    expect(field).toHaveAttribute("placeholder", "No manager");
    await user.type(field, "ull");
    await screen.findByRole("option", { name: /Ulla Berg/ });
    expect(asked.at(-1)).toBe("?role=Manager&status=active&page=1&limit=20&search=ull");
    expect(screen.queryByRole("option", { name: "Remove manager" })).not.toBeInTheDocument();
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Manager assigned successfully!")).toBeVisible();
    expect(field).toHaveValue("Ulla Berg");
    expect(sent).toEqual([{ employeeId: "e0", managerId: "m2" }]);
  });

  it("takes the manager away, and does nothing where the same one is chosen again", async () => {
    const { sent } = serve([
      anEmployee(0, { managerId: { _id: "m1", firstName: "Maren", lastName: "Holt" } }),
      MAREN,
    ]);
    const { user } = asHr();
    const field = await open();
    await user.click(field);
    await user.click(await screen.findByRole("option", { name: /Maren Holt/ }));
    expect(field).toHaveValue("Maren Holt");
    expect(sent).toEqual([]);
    await user.click(field);
    await user.click(await screen.findByRole("option", { name: "Remove manager" }));
    expect(await screen.findByText("Manager removed successfully!")).toBeVisible();
    expect(field).toHaveValue("");
    expect(sent).toEqual([{ employeeId: "e0", managerId: "" }]);
  });

  it("brings back what was there when the server refuses, in its words or in ours", async () => {
    const { refuse } = serve([...employees(1), MAREN]);
    const { user } = asHr();
    const field = await open();
    for (const [message, shown] of [
      ["This manager is no longer active", "This manager is no longer active"],
      ["", "Failed to assign manager"],
    ] as const) {
      refuse.assign = aRefusal("VALIDATION_FAILED", message);
      await user.click(field);
      await user.click(await screen.findByRole("option", { name: /Maren Holt/ }));
      expect(await screen.findByText(shown)).toBeVisible();
      await waitFor(() => expect(field).toHaveValue(""));
    }
  });

  it("brings back the manager who could not be taken away", async () => {
    const manager = { _id: "m1", firstName: "Maren", lastName: "Holt" };
    const { refuse } = serve([anEmployee(0, { managerId: manager }), MAREN]);
    refuse.assign = aRefusal("VALIDATION_FAILED", "");
    const { user } = asHr();
    const field = await open();
    await user.click(field);
    await user.click(await screen.findByRole("option", { name: "Remove manager" }));
    expect(await screen.findByText("Failed to remove manager")).toBeVisible();
    await waitFor(() => expect(field).toHaveValue("Maren Holt"));
  });

  it("goes on to the next employee when the filter lets the assigned one go", async () => {
    serve([...employees(2), MAREN]);
    const { user } = asHr("?manager=none");
    const field = await open();
    await user.type(field, "mar");
    await screen.findByRole("option", { name: /Maren Holt/ });
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Ada Number1" })).not.toBeInTheDocument(),
    );
    await waitFor(async () => expect(await person("Ben Number2")).toHaveFocus());
  });
});

describe("blocking", () => {
  it("asks first, then says what it did", async () => {
    const { sent } = serve([...employees(1), ROOT]);
    const { user } = asAdmin();
    const button = await screen.findByRole("button", { name: "Block Ada Number1" });
    await user.click(button);
    const dialog = within(screen.getByRole("dialog", { name: "Block Ada Number1?" }));
    expect(dialog.getByText(/signed out at once/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(sent).toEqual([]);
    expect(button).toHaveFocus();
    await user.click(button);
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Block" }));
    expect(await screen.findByText("User blocked successfully!")).toBeVisible();
    expect(sent).toEqual([{ id: "e0", isBlocked: true }]);
    expect((await rowOf("Ada Number1")).getByText("Blocked")).toBeVisible();
    expect(button).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Unblock Ada Number1" }));
    expect(await screen.findByText("User unblocked successfully!")).toBeVisible();
    expect(sent).toHaveLength(2);
  });

  it("tells what hangs on a manager", async () => {
    serve([MAREN, ROOT]);
    const { user } = asAdmin();
    await user.click(await screen.findByRole("button", { name: "Block Maren Holt" }));
    expect(screen.getByRole("dialog")).toHaveTextContent("nobody can decide on its timesheets");
  });

  it("gives a rule's sentence, and its own where a server is in trouble", async () => {
    const { refuse } = serve([anEmployee(0, { isBlocked: true }), ROOT]);
    const { user } = asAdmin();
    const button = await screen.findByRole("button", { name: "Unblock Ada Number1" });
    for (const [refusal, shown] of [
      [aRefusal("CONFLICT", "At least one active administrator is required"), /one active administrator/],
      [
        new Response(JSON.stringify(aRefusal("INTERNAL_ERROR", "Something broke")), { status: 500 }),
        "Failed to update user status. Please try again.",
      ],
    ] as const) {
      refuse.block = refusal;
      await user.click(button);
      expect(await screen.findByText(shown)).toBeVisible();
      await waitFor(() => expect(button).not.toHaveAttribute("aria-busy"));
    }
    expect(button).toHaveTextContent("Unblock");
  });
});

describe("the profile", () => {
  const read = async (user: ReturnType<typeof asHr>["user"], name: string) => {
    await user.click(await person(name));
    // Its script comes when it is asked for.
    await screen.findByRole("button", { name: "Edit Profile" });
    return within(screen.getByRole("dialog"));
  };
  const edit = async (user: ReturnType<typeof asHr>["user"], name: string) => {
    const dialog = await read(user, name);
    const button = dialog.getByRole("button", { name: "Edit Profile" });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    return dialog;
  };

  it("reads what is known, and says what is not", async () => {
    serve([anEmployee(0, { joiningDate: null, phoneNumber: null, externalId: "A-17" })]);
    const { user } = asHr();
    const dialog = await read(user, "Ada Number1");
    const fact = (name: string) => dialog.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
    expect(fact("Employee ID")).toBe("EMP1001");
    expect(fact("External ID")).toBe("A-17");
    expect(fact("Joining Date")).toBe("Not specified");
    expect(fact("Phone")).toBe("Not specified");
    expect(fact("Salary")).toBe("48,000.50");
    expect(fact("Manager")).toBe("Not specified");
  });

  it("sends what has to be sent and what was changed, and closes", async () => {
    const { sent } = serve(employees(1));
    const { user } = asHr();
    const dialog = await edit(user, "Ada Number1");
    expect(dialog.getByLabelText("First Name")).toHaveFocus();
    await user.clear(dialog.getByLabelText("Department"));
    await user.type(dialog.getByLabelText("Designation"), " Lead ");
    await user.type(dialog.getByLabelText("External ID"), "4711 ");
    await user.clear(dialog.getByLabelText("Salary"));
    await user.type(dialog.getByLabelText("Salary"), "50000.25");
    await user.click(dialog.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(await person("Ada Number1")).toHaveFocus();
    expect(sent).toEqual([
      {
        id: "e0",
        firstName: "Ada",
        lastName: "Number1",
        email: "ada@daybook.example",
        // The values that were shown, so that the server can refuse if somebody else has changed them.
        expected: "2026-11-02T08:00:00Z",
        role: "Employee",
        department: null,
        designation: "Lead",
        externalId: "4711",
        salary: 50_000.25,
        salaryFrom: "2026-11-20",
      },
    ]);
  });

  it("offers HR no role of HR or Admin", async () => {
    serve(employees(1));
    const { user } = asHr();
    const dialog = await edit(user, "Ada Number1");
    const options = within(dialog.getByLabelText("Role")).getAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual(["Select Role", "Employee", "Manager"]);
    await user.selectOptions(dialog.getByLabelText("Role"), "Manager");
    expect(dialog.getByText("This employee will no longer have a manager.")).toBeVisible();
  });

  it("leaves an admin's own role and activity alone", async () => {
    serve([ROOT]);
    const { user } = asAdmin();
    const dialog = await edit(user, "Rolf Admin");
    expect(dialog.getByLabelText("Role")).toBeDisabled();
    expect(dialog.getByLabelText("Role")).toHaveAccessibleDescription("You cannot change your own role.");
    expect(dialog.getByLabelText("Active")).toBeDisabled();
    const roles = within(dialog.getByLabelText("Role")).getAllByRole("option");
    expect(roles.map((role) => role.textContent)).toEqual([
      "Select Role",
      "Employee",
      "Manager",
      "HR",
      "Admin",
      "Boss",
    ]);
  });

  it("names mistakes at their fields before anything is sent, and forgets them with the next letter", async () => {
    const { sent } = serve(employees(1));
    const { user } = asHr();
    const dialog = await edit(user, "Ada Number1");
    await user.clear(dialog.getByLabelText("First Name"));
    await user.clear(dialog.getByLabelText("Email"));
    await user.type(dialog.getByLabelText("Salary"), "x");
    await user.selectOptions(dialog.getByLabelText("Role"), "Select Role");
    await user.click(dialog.getByRole("button", { name: "Save Changes" }));
    const first = dialog.getByLabelText("First Name");
    expect(first).toHaveAccessibleDescription("First name is required");
    await waitFor(() => expect(first).toHaveFocus());
    expect(dialog.getByText("Email is required")).toBeVisible();
    expect(dialog.getByText("Please enter a valid salary amount")).toBeVisible();
    expect(dialog.getByText("Role is required")).toBeVisible();
    await user.type(first, "A");
    expect(first).not.toHaveAccessibleDescription();
    expect(sent).toEqual([]);
  });

  it("shows the server's refusal where it belongs, and loses nothing that was typed", async () => {
    const { refuse } = serve(employees(1));
    const { user } = asHr();
    const dialog = await edit(user, "Ada Number1");
    const email = dialog.getByLabelText("Email");
    await user.clear(email);
    await user.type(email, "taken@daybook.example");
    const save = () => user.click(dialog.getByRole("button", { name: "Save Changes" }));
    const taken = "An account with this email already exists";

    refuse.update = aRefusal("CONFLICT", taken, { errors: { email: taken } });
    await save();
    await waitFor(() => expect(email).toHaveAccessibleDescription(expect.stringContaining(taken)));
    await waitFor(() => expect(email).toHaveFocus());

    refuse.update = aRefusal("CONFLICT", "At least one active administrator is required");
    await save();
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "At least one active administrator is required",
    );

    refuse.update = new Response("Bad gateway", { status: 502 });
    await save();
    await waitFor(() => expect(dialog.getByRole("alert")).toHaveTextContent("Failed to update profile"));
    await waitFor(() => expect(dialog.getByRole("alert")).toHaveFocus());
    expect(email).toHaveValue("taken@daybook.example");
    delete refuse.update;
    await save();
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
  });

  it("asks before what was typed is thrown away, and cancels back to reading", async () => {
    serve(employees(1));
    const { user } = asHr();
    const dialog = await edit(user, "Ada Number1");
    await user.type(dialog.getByLabelText("Phone"), "1");
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect(dialog.getByText("What you wrote will be lost.")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Keep Writing" }));
    expect(dialog.getByLabelText("Phone")).toHaveValue("1");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(dialog.getByRole("button", { name: "Edit Profile" })).toHaveFocus();
    expect(dialog.queryByLabelText("Phone")).not.toBeInTheDocument();
  });
});
