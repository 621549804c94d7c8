import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { anEmployee, asAdmin, asHr, BEATE, employees, HELGA, MAREN, ROOT, serve } from "../../testing/people";
import { hears } from "../../testing/socket";

const section = (name: string) => screen.findByRole("region", { name });
const person = (name: string) => screen.findByRole("button", { name });
const rowOf = async (name: string) => {
  const row = (await person(name)).closest("tr");
  if (!row) throw new Error(`${name} stands in no row`);
  return within(row);
};
const heads = (region: HTMLElement) =>
  within(region)
    .getAllByRole("columnheader")
    .map((head) => head.textContent);

describe("User management", () => {
  it("shows an admin all roles, with access and role, and no block in their own row", async () => {
    serve([...employees(1), MAREN, HELGA, ROOT]);
    asAdmin();
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("User Management - All Roles");
    await person("Ada Number1");
    expect(heads(await section("Employees"))).toEqual([
      "Name",
      "Access Control",
      "Department",
      "Role",
      "Assign Manager",
    ]);
    for (const name of ["Managers", "HR", "Admin"]) {
      const region = await section(name);
      await waitFor(() => expect(heads(region)).toEqual(["Name", "Access Control", "Department", "Role"]));
      expect(region).toHaveTextContent("1 record");
    }
    expect((await rowOf("Rolf Admin")).getByText("Current Admin")).toBeVisible();
    expect((await rowOf("Rolf Admin")).queryByRole("button", { name: /Block/ })).not.toBeInTheDocument();
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Add New Employee" })).toHaveAttribute(
      "href",
      "/admin/add-user",
    );
  });

  it("has a section for the Boss only while there is one, and blocks there too", async () => {
    serve([...employees(1), BEATE]);
    const { unmount } = asAdmin();
    const boss = await section("Boss");
    await waitFor(() => expect(heads(boss)).toEqual(["Name", "Access Control", "Department", "Role"]));
    const row = await rowOf("Beate Falk");
    expect(row.getByText("Boss")).toBeVisible();
    expect(row.getByRole("button", { name: /^Block/ })).toBeVisible();
    unmount();
    const { asked } = serve([...employees(1), ROOT]);
    asAdmin();
    await person("Rolf Admin");
    await waitFor(() => expect(asked).toContain("?role=Boss&page=1&limit=10"));
    expect(screen.queryByRole("region", { name: "Boss" })).not.toBeInTheDocument();
  });

  it("shows HR employees and managers, and asks for nobody else", async () => {
    const { asked } = serve([...employees(1), MAREN, HELGA, ROOT]);
    asHr();
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Employee Directory");
    await person("Ada Number1");
    await person("Maren Holt");
    expect(heads(await section("Employees"))).toEqual(["Name", "Department", "Assign Manager"]);
    expect(heads(await section("Managers"))).toEqual(["Name", "Department"]);
    expect(screen.queryByRole("button", { name: /^Block/ })).not.toBeInTheDocument();
    expect(asked.toSorted()).toEqual(["?role=Employee&page=1&limit=10", "?role=Manager&page=1&limit=10"]);
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Add New Employee" })).toHaveAttribute(
      "href",
      "/hr/add-user",
    );
  });

  it("marks who cannot sign in", async () => {
    serve([anEmployee(0, { isBlocked: true }), anEmployee(1, { isActive: false }), anEmployee(2)]);
    asHr();
    expect((await rowOf("Ada Number1")).getByText("Blocked")).toBeVisible();
    expect((await rowOf("Ben Number2")).getByText("Inactive")).toBeVisible();
    expect((await rowOf("Cleo Number3")).queryByText(/Blocked|Inactive/)).not.toBeInTheDocument();
  });

  it("says which people are not there", async () => {
    serve([]);
    asAdmin();
    for (const sentence of [
      "No employees found",
      "No managers found",
      "No HR personnel found",
      "No administrators found",
    ])
      expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByText(/Showing/)).not.toBeInTheDocument();
  });

  it("says that they could not be loaded, once, and tries again", async () => {
    const { refuse } = serve([...employees(1), MAREN]);
    refuse.list = true;
    const { user } = asHr();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load users. Please try again.");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Managers" })).not.toBeInTheDocument());
    delete refuse.list;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await person("Ada Number1");
    await person("Maren Holt");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
});

describe("the pages of the sections", () => {
  it("turns each section by itself, and keeps it in the address", async () => {
    serve([
      ...employees(72),
      ...Array.from({ length: 12 }, (_, index) => ({ ...MAREN, _id: `m${index + 10}` })),
    ]);
    const { user, router } = asHr();
    const people = await section("Employees");
    expect(await within(people).findByText("Showing 1 to 10 of 72 results")).toBeVisible();
    expect(people).toHaveTextContent("72 records");
    const numbers = within(people).getAllByRole("button", { name: /^Page / });
    expect(numbers.map((button) => button.textContent)).toEqual(["1", "2", "3", "4", "5"]);
    await user.click(within(people).getByRole("button", { name: "Page 5" }));
    expect(await within(people).findByText("Showing 41 to 50 of 72 results")).toBeVisible();
    await user.click(within(await section("Managers")).getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Showing 11 to 12 of 12 results")).toBeVisible();
    expect(router.state.location.search).toBe("?employees=5&managers=2");
    await act(() => router.navigate(-1));
    expect(await screen.findByText("Showing 1 to 10 of 12 results")).toBeVisible();
    expect(within(people).getByText("Showing 41 to 50 of 72 results")).toBeVisible();
  });

  it("begins all sections anew with another number of items", async () => {
    const { asked } = serve([...employees(25), MAREN]);
    const { user, router } = asHr("?employees=3&managers=1");
    expect(await screen.findByText("Showing 21 to 25 of 25 results")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Items per page"), "5");
    expect(await screen.findByText("Showing 1 to 5 of 25 results")).toBeVisible();
    expect(router.state.location.search).toBe("?size=5");
    expect(asked).toContain("?role=Employee&page=1&limit=5");
    await user.selectOptions(screen.getByLabelText("Items per page"), "10");
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(screen.getByLabelText("Items per page")).toHaveDisplayValue("10");
  });

  it("goes to the last page where the address names one past the end", async () => {
    serve([...employees(12), MAREN]);
    const { router } = asHr("?employees=9&managers=9");
    expect(await screen.findByText("Showing 11 to 12 of 12 results")).toBeVisible();
    expect(await person("Maren Holt")).toBeVisible();
    expect(router.state.location.search).toBe("?employees=2");
  });
});

describe("search and filters", () => {
  it("searches on the server once nobody types any more, and Back undoes it", async () => {
    const { asked } = serve([...employees(14), MAREN]);
    const { router } = asHr("?employees=2");
    await person("Emil Number12");
    // In one task, so that the machine can be as slow as it likes: nobody rests between two letters.
    for (const value of ["g", "ga", "gal", "gala"])
      fireEvent.change(screen.getByLabelText("Search"), { target: { value } });
    await person("Gala Number7");
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Emil Number12" })).not.toBeInTheDocument(),
    );
    expect(router.state.location.search).toBe("?search=gala");
    expect(asked.filter((query) => query.includes("search="))).toEqual([
      "?role=Employee&page=1&limit=10&search=gala",
      "?role=Manager&page=1&limit=10&search=gala",
    ]);
    expect(await screen.findByText("No managers found")).toBeVisible();
    expect(screen.getByText("Nobody matches the search and filters.")).toBeVisible();
    await act(() => router.navigate(-1));
    await person("Emil Number12");
    expect(screen.getByLabelText("Search")).toHaveValue("");
    expect(router.state.location.search).toBe("?employees=2");
  });

  it("shows whom no manager looks after, from the address and by choice", async () => {
    const { asked } = serve([
      anEmployee(0),
      anEmployee(1, { managerId: { _id: "m1", firstName: "Maren", lastName: "Holt" } }),
      MAREN,
    ]);
    const { user, router } = asHr("?manager=none");
    await person("Ada Number1");
    expect(screen.getByLabelText("Manager")).toHaveDisplayValue("Without a manager");
    expect(screen.queryByRole("button", { name: "Ben Number2" })).not.toBeInTheDocument();
    // Of managers the filter says nothing.
    expect(screen.queryByRole("region", { name: "Managers" })).not.toBeInTheDocument();
    expect(asked).toEqual(["?role=Employee&page=1&limit=10&manager=none"]);
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await person("Ben Number2");
    await person("Maren Holt");
    expect(router.state.location.search).toBe("");
  });

  it("filters by status", async () => {
    serve([anEmployee(0, { isBlocked: true }), anEmployee(1)]);
    const { user, router } = asHr();
    await person("Ben Number2");
    await user.selectOptions(screen.getByLabelText("Status"), "Blocked");
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Ben Number2" })).not.toBeInTheDocument(),
    );
    await person("Ada Number1");
    expect(router.state.location.search).toBe("?status=blocked");
  });

  it("fetches again when the server says that people have changed", async () => {
    const { change } = serve(employees(1));
    asHr();
    await person("Ada Number1");
    change("e0", { lastName: "Married" });
    await hears("users");
    expect(await person("Ada Married")).toBeVisible();
  });
});
