import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, type ReactNode, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { type Column, DataTable, SelectAll } from "./data-table";

type Person = { id: string; name: string; hours: number };
type Order = "name" | "most" | "least";

const PEOPLE: readonly Person[] = [
  { id: "a", name: "Ada", hours: 8 },
  { id: "b", name: "Ben", hours: 4.5 },
];
const COLUMNS: readonly Column<Person, Order>[] = [
  {
    head: "Name",
    isName: true,
    card: "lead",
    orders: { ascending: "name" },
    cell: ({ name }) => name,
    total: "All",
  },
  {
    head: "Hours",
    align: "end",
    card: "fact",
    orders: { ascending: "least", descending: "most" },
    cell: ({ hours }) => hours,
    total: 12.5,
  },
];

function show(props: Partial<ComponentProps<typeof DataTable<Person, Order>>> = {}) {
  const table = {
    label: "People",
    columns: COLUMNS,
    rows: PEOPLE,
    keyOf: ({ id }: Person) => id,
    loading: "Loading...",
  };
  return render(<DataTable<Person, Order> {...table} {...props} />);
}
const texts = (role: string) => screen.getAllByRole(role).map((one) => one.textContent);

describe("a table of data", () => {
  it("names its rows and columns, and ends in their totals", () => {
    show();
    expect(screen.getByRole("table", { name: "People" })).toBeVisible();
    expect(texts("columnheader")).toEqual(["Name", "Hours"]);
    expect(texts("rowheader")).toEqual(["Ada", "Ben", "All"]);
    expect(texts("cell")).toEqual(["8", "4.5", "12.5"]);
  });

  it("has no last row where nothing is added up", () => {
    show({ columns: COLUMNS.map(({ total: _, ...column }) => column) });
    expect(screen.getAllByRole("row")).toHaveLength(3);
  });

  it("asks for another order at a press on a head, and says which one it has", async () => {
    const asked = vi.fn();
    function Sorted() {
      const [order, setOrder] = useState<Order>("name");
      asked(order);
      const table = { label: "People", columns: COLUMNS, rows: PEOPLE, keyOf: ({ id }: Person) => id };
      return <DataTable {...table} loading="" order={order} onOrder={setOrder} />;
    }
    render(<Sorted />);
    const head = (name: string) => screen.getByRole("columnheader", { name });
    expect(head("Name")).toHaveAttribute("aria-sort", "ascending");
    expect(head("Hours")).not.toHaveAttribute("aria-sort");
    await userEvent.click(within(head("Hours")).getByRole("button"));
    expect(head("Hours")).toHaveAttribute("aria-sort", "ascending");
    await userEvent.click(within(head("Hours")).getByRole("button"));
    expect(head("Hours")).toHaveAttribute("aria-sort", "descending");
    expect(asked.mock.calls.flat()).toEqual(["name", "least", "most"]);
  });

  it("lets rows be chosen one by one and all at once", async () => {
    const seen: string[][] = [];
    function Choosing() {
      // Chosen on another page: it stays so.
      const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(["z"]));
      const table = { label: "People", columns: COLUMNS, rows: PEOPLE, keyOf: ({ id }: Person) => id };
      const onChange = (next: ReadonlySet<string>) => {
        seen.push([...next]);
        setChosen(next);
      };
      const selection = { chosen, onChange, labelOf: ({ name }: Person) => `Select ${name}` };
      return (
        <>
          <SelectAll keys={PEOPLE.map(({ id }) => id)} chosen={chosen} onChange={onChange} />
          <DataTable {...table} loading="" selection={selection} />
        </>
      );
    }
    render(<Choosing />);
    const all = screen.getByRole("checkbox", { name: "Select All" });
    expect(all).not.toBePartiallyChecked();
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Ben" }));
    expect(all).toBePartiallyChecked();
    await userEvent.click(all);
    expect(screen.getByRole("checkbox", { name: "Select Ada" })).toBeChecked();
    await userEvent.click(all);
    expect(seen).toEqual([["z", "b"], ["a", "b"], []]);
  });

  it("offers no choice of a row that cannot be chosen", () => {
    const selection = {
      chosen: new Set<string>(),
      onChange: () => undefined,
      labelOf: ({ name }: Person) => `Select ${name}`,
      canChoose: ({ name }: Person) => name !== "Ben",
    };
    show({ selection });
    expect(screen.getByRole("checkbox", { name: "Select Ada" })).toBeVisible();
    expect(screen.queryByRole("checkbox", { name: "Select Ben" })).toBeNull();
  });

  it("leads once to the row that was asked for, and marks it", () => {
    const { rerender } = show({ rows: undefined, current: "b" });
    const table = (rows: readonly Person[]) => (
      <DataTable label="People" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} loading="" current="b" />
    );
    rerender(table(PEOPLE));
    const row = screen.getByRole("row", { name: /Ben/ });
    expect(row).toHaveAttribute("aria-current", "true");
    expect(row).toHaveFocus();
    row.blur();
    rerender(table([...PEOPLE]));
    expect(row).not.toHaveFocus();
  });

  it("opens rows to what there is more of them, those that have more, and the one that was asked for", async () => {
    const detail = {
      head: "Details",
      labelOf: ({ name }: Person) => `Details of ${name}`,
      content: ({ id, name }: Person) => (id === "c" ? null : <p>All about {name}</p>),
    };
    const rows = [...PEOPLE, { id: "c", name: "Cleo", hours: 1 }];
    show({ rows, detail, current: "b" });
    const button = (name: string) => screen.getByRole("button", { name: `Details of ${name}` });
    expect(screen.getByText("All about Ben")).toBeVisible();
    expect(button("Ben")).toHaveAttribute("aria-expanded", "true");
    expect(screen.queryByText("All about Ada")).toBeNull();
    expect(screen.queryByRole("button", { name: /Cleo/ })).toBeNull();
    button("Ada").focus();
    await userEvent.keyboard("{Enter}");
    expect(button("Ada")).toHaveFocus();
    expect(screen.getByText("All about Ada").closest("tr")?.previousElementSibling).toHaveTextContent(/^Ada/);
    await userEvent.click(button("Ben"));
    expect(screen.queryByText("All about Ben")).toBeNull();
    expect(screen.getByText("All about Ada")).toBeVisible();
  });

  it("closes a row that has nothing more to show", () => {
    const table = (content: (row: Person) => ReactNode) => (
      <DataTable
        label="People"
        columns={COLUMNS}
        rows={PEOPLE}
        keyOf={({ id }) => id}
        loading=""
        current="b"
        detail={{ head: "Details", labelOf: ({ name }) => `Details of ${name}`, content }}
      />
    );
    const { rerender } = render(table(({ name }) => <p>All about {name}</p>));
    expect(screen.getAllByRole("row")).toHaveLength(5);
    rerender(table(() => null));
    expect(screen.getAllByRole("row")).toHaveLength(4);
    expect(screen.queryByRole("button", { name: /^Details/ })).toBeNull();
  });

  it("waits in words, says what failed, and what it means that nothing is there", () => {
    const { unmount } = show({ rows: undefined });
    expect(screen.getByText("Loading...")).toBeVisible();
    unmount();
    const failed = show({ rows: undefined, error: { message: "No way." } });
    expect(screen.getByRole("alert")).toHaveTextContent("No way.");
    expect(screen.queryByText("Loading...")).toBeNull();
    failed.unmount();
    const none = show({ rows: [], empty: "Nobody" });
    expect(screen.getByText("Nobody")).toBeVisible();
    none.unmount();
    // Whether a page is empty is not known before it has loaded.
    show({ rows: [], empty: "Nobody", isStale: true });
    expect(screen.queryByText("Nobody")).toBeNull();
  });

  it("shows rows of the page before as busy", () => {
    show({ isStale: true });
    expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true");
  });
});
