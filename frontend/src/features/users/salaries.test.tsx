import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { components } from "../../api/schema";
import { aRefusal } from "../../testing/fixtures";
import { anEmployee, asHr, MAREN, serve } from "../../testing/people";
import { fails, server } from "../../testing/server";

type Period = components["schemas"]["SalaryPeriod"];

const ADA = anEmployee(0, { joiningDate: "2025-03-03" });
const PERIODS: Period[] = [
  {
    from: "2027-01-01",
    salary: 54_000,
    setAt: "2026-11-02T10:00:00Z",
    setBy: { _id: "h1", firstName: "Hal", lastName: "Human" },
  },
  { from: "2026-06-01", salary: null, setAt: "2026-06-01T10:00:00Z", setBy: null },
  { from: "2025-03-03", salary: 48_000.5, setAt: "2025-03-01T10:00:00Z", setBy: null },
];

async function open(user: ReturnType<typeof asHr>["user"], name: string) {
  await user.click(await screen.findByRole("button", { name }));
  // Its script comes when it is asked for.
  await screen.findByRole("button", { name: "Edit Profile" });
  return within(screen.getByRole("dialog"));
}
async function edit(user: ReturnType<typeof asHr>["user"], name: string) {
  const dialog = await open(user, name);
  const button = dialog.getByRole("button", { name: "Edit Profile" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  return dialog;
}

describe("the salaries of a person", () => {
  it("stand with the day from which each holds and its author, newest first", async () => {
    serve([ADA], PERIODS);
    const { user } = asHr();
    const dialog = await open(user, "Ada Number1");
    const table = await dialog.findByRole("table", { name: "Salary History" });
    expect(
      within(table)
        .getAllByRole("row")
        .map((row) => row.textContent),
    ).toEqual([
      "FromAmountSet by",
      "Jan 1, 202754,000.00Hal Human",
      "Jun 1, 2026None",
      "Mar 3, 202548,000.50",
    ]);
  });

  it("say where there are none", async () => {
    serve([ADA]);
    const { user } = asHr();
    const dialog = await open(user, "Ada Number1");
    expect(await dialog.findByText("No salary recorded")).toBeVisible();
  });

  it("say where they cannot be loaded", async () => {
    serve([ADA]);
    server.use(fails("/api/users/{id}/salary-history"));
    const { user } = asHr();
    const dialog = await open(user, "Ada Number1");
    expect(await dialog.findByText("Failed to load the salary history")).toBeVisible();
  });

  it("change from a day on, which is today until another one is chosen", async () => {
    const { sent } = serve([ADA]);
    const { user } = asHr();
    const dialog = await edit(user, "Ada Number1");
    const salary = dialog.getByLabelText("Salary");
    expect(dialog.getByLabelText("From")).toHaveValue("2026-11-20");
    await user.clear(salary);
    await user.type(salary, "54000");
    await user.clear(dialog.getByLabelText("From"));
    await user.click(dialog.getByRole("button", { name: "Save Changes" }));
    expect(dialog.getByLabelText("From")).toHaveAccessibleDescription(/Please enter a valid date/);
    await user.type(dialog.getByLabelText("From"), "2027-01-01");
    await user.click(dialog.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([expect.objectContaining({ salary: 54_000, salaryFrom: "2027-01-01" })]);
    expect(sent[0]).not.toHaveProperty("joiningDate");
  });

  it("begin with the joining date of somebody who is still to come", async () => {
    serve([anEmployee(0, { joiningDate: "2027-02-01" })]);
    const { user } = asHr();
    const dialog = await edit(user, "Ada Number1");
    expect(dialog.getByLabelText("From")).toHaveValue("2027-02-01");
  });
});

describe("the day from which records begin", () => {
  it("is read where there is one, changed, and refused at its field", async () => {
    const { sent, refuse } = serve([anEmployee(0, { joiningDate: "2019-03-04", recordsFrom: "2026-11-20" })]);
    const { user } = asHr();
    const dialog = await open(user, "Ada Number1");
    expect(dialog.getByText("Records From").nextElementSibling).toHaveTextContent(
      "Friday, November 20, 2026",
    );
    const button = dialog.getByRole("button", { name: "Edit Profile" });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    const records = dialog.getByLabelText("Records From");
    expect(records).toHaveValue("2026-11-20");
    await user.clear(records);
    await user.type(records, "2026-12-01");
    const sentence = "There are entries before this date";
    refuse.update = aRefusal("CONFLICT", sentence, { errors: { recordsFrom: sentence } });
    await user.click(dialog.getByRole("button", { name: "Save Changes" }));
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(records).toHaveFocus();
    expect(records).toHaveValue("2026-12-01");
    delete refuse.update;
    await user.clear(records);
    await user.click(dialog.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent.at(-1)).toMatchObject({ recordsFrom: null });
    expect(sent.at(-1)).not.toHaveProperty("joiningDate");
  });

  it("is empty for somebody whose records begin with the joining date, and not sent", async () => {
    const { sent } = serve([ADA]);
    const { user } = asHr();
    const dialog = await edit(user, "Ada Number1");
    expect(dialog.getByLabelText("Records From")).toHaveValue("");
    await user.type(dialog.getByLabelText("Department"), "s");
    await user.click(dialog.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent.at(-1)).not.toHaveProperty("recordsFrom");
  });
});

describe("the joining date", () => {
  it("is corrected, and what stands in the way is said at its field", async () => {
    const { sent, refuse } = serve([ADA]);
    const { user } = asHr();
    const dialog = await edit(user, "Ada Number1");
    const joined = dialog.getByLabelText("Joining Date");
    await user.clear(joined);
    await user.type(joined, "2026-12-01");
    const sentence = "There are entries before this date";
    refuse.update = aRefusal("CONFLICT", sentence, { errors: { joiningDate: sentence } });
    await user.click(dialog.getByRole("button", { name: "Save Changes" }));
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(joined).toHaveAccessibleDescription(sentence);
    expect(joined).toHaveFocus();
    expect(joined).toHaveValue("2026-12-01");
    delete refuse.update;
    await user.clear(joined);
    await user.click(dialog.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent.at(-1)).toMatchObject({ joiningDate: null });
    expect(sent.at(-1)).not.toHaveProperty("salaryFrom");
  });

  it("of somebody who has no days is only read", async () => {
    serve([MAREN]);
    const { user } = asHr();
    const dialog = await edit(user, "Maren Holt");
    expect(dialog.queryByLabelText("Joining Date")).toBeNull();
    expect(dialog.getByText("Joining Date")).toBeVisible();
  });
});
