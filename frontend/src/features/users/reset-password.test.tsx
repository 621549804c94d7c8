import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aRefusal } from "../../testing/fixtures";
import { anEmployee, asAdmin, asHr, employees, HELGA, MAREN, ROOT, serve } from "../../testing/people";

type User = ReturnType<typeof asHr>["user"];

/** Reads a profile, and gives its buttons when they are there. */
async function read(user: User, name: string) {
  await user.click(await screen.findByRole("button", { name }));
  await screen.findByRole("button", { name: "Edit Profile" });
  return within(screen.getByRole("dialog"));
}

async function open(user: User, name: string) {
  await user.click((await read(user, name)).getByRole("button", { name: "Reset Password" }));
  return within(await screen.findByRole("dialog", { name: "Reset Password" }));
}

describe("resetting a password", () => {
  it("asks for a reason, and shows the temporary password once, to be copied", async () => {
    const { sent } = serve(employees(1));
    const { user } = asHr();
    const dialog = await open(user, "Ada Number1");
    const reason = dialog.getByLabelText("Reason");
    expect(reason).toHaveFocus();
    await user.click(dialog.getByRole("button", { name: "Reset Password" }));
    expect(reason).toHaveAccessibleDescription(/A reason is required/);
    expect(sent).toEqual([]);
    await user.type(reason, " Locked out ");
    await user.click(dialog.getByRole("checkbox", { name: "Send the temporary password by email" }));
    await user.click(dialog.getByRole("button", { name: "Reset Password" }));
    const shown = within(await screen.findByRole("dialog", { name: "Temporary Password" }));
    expect(sent).toEqual([{ id: "e0", reason: "Locked out", mail: true }]);
    await user.click(shown.getByRole("button", { name: "Copy password" }));
    expect(await navigator.clipboard.readText()).toBe("hq7Rw2kPmX4t");
    expect(shown.getByText(/We have also emailed it to /)).toBeVisible();
    // Escape would lose what is not shown again.
    await user.keyboard("{Escape}");
    await user.click(shown.getByRole("button", { name: "Done" }));
    expect(screen.queryByText("hq7Rw2kPmX4t")).toBeNull();
    await waitFor(() => expect(screen.getByRole("button", { name: "Reset Password" })).toHaveFocus());
  });

  it("keeps what was typed when the server refuses, and says why", async () => {
    const { refuse } = serve([anEmployee(0)]);
    refuse.reset = aRefusal("CONFLICT", "This account has changed since you opened it.");
    const { user } = asHr();
    const dialog = await open(user, "Ada Number1");
    await user.type(dialog.getByLabelText("Reason"), "Locked out{Control>}{Enter}{/Control}");
    expect(await dialog.findByRole("alert")).toHaveTextContent("This account has changed");
    expect(dialog.getByLabelText("Reason")).toHaveValue("Locked out");
  });

  it("is offered for the accounts that somebody looks after, and not for their own", async () => {
    serve([MAREN, HELGA, ROOT]);
    const { user } = asAdmin();
    for (const [name, isOffered] of [
      ["Maren Holt", true],
      ["Helga Roth", true],
      ["Rolf Admin", false],
    ] as const) {
      const dialog = await read(user, name);
      expect(dialog.queryAllByRole("button", { name: "Reset Password" })).toHaveLength(isOffered ? 1 : 0);
      await user.click(dialog.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    }
  });
});
