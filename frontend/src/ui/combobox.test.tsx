import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { type Choice, Combobox } from "./combobox";
import { Dialog } from "./dialog";

const PEOPLE: readonly Choice[] = [
  { value: "1", label: "Maren Holt", detail: "EMP1002" },
  { value: "2", label: "Marek Novak", detail: "EMP1003" },
  { value: "3", label: "Ulla Berg", detail: "EMP1004" },
];

type Options = { chosen?: string | null; failure?: string; never?: boolean; people?: readonly Choice[] };

/** Finds among three people, at once unless it `never` answers. */
function show({ chosen = null, failure, never = false, people = PEOPLE }: Options = {}) {
  const onChoose = vi.fn<(choice: Choice) => void>();
  const onSearch = vi.fn<(text: string | null) => void>();
  const onClose = vi.fn();
  function Example() {
    const [text, setText] = useState<string | null>(null);
    const [current, setCurrent] = useState(chosen);
    return (
      <Dialog title="Example" onClose={onClose}>
        <Combobox
          label="Manager"
          chosen={current}
          placeholder="No manager"
          choices={people.filter((one) => one.label.toLowerCase().includes((text ?? "").toLowerCase()))}
          loading={never && text !== null}
          failure={failure ?? null}
          words={{
            loading: "Loading managers...",
            none: "No managers found",
            first: "Add a manager first.",
          }}
          onSearch={(next) => {
            onSearch(next);
            setText(next);
          }}
          onChoose={(choice) => {
            onChoose(choice);
            setCurrent(choice.label);
          }}
        />
        <button type="button">After</button>
      </Dialog>
    );
  }
  render(<Example />);
  return {
    user: userEvent.setup(),
    field: screen.getByRole("combobox", { name: "Manager" }),
    onChoose,
    onSearch,
    onClose,
  };
}

describe("the searchable choice", () => {
  it("asks for all of them when it is opened, and for the fitting ones once nobody types any more", async () => {
    const { user, field, onSearch } = show();
    expect(field).toHaveAttribute("aria-expanded", "false");
    await user.click(field);
    expect(field).toHaveAttribute("aria-expanded", "true");
    expect(screen.getAllByRole("option")).toHaveLength(3);
    await user.type(field, "mar");
    // The choices for the empty text do not belong to this one.
    expect(screen.queryAllByRole("option")).toHaveLength(0);
    expect(await screen.findAllByRole("option")).toHaveLength(2);
    expect(onSearch.mock.calls).toEqual([[""], ["mar"]]);
    expect(await screen.findByText("2 options available.")).toBeInTheDocument();
  });

  it("is worked by keys alone", async () => {
    const { user, field, onChoose } = show({ chosen: "Ulla Berg" });
    field.focus();
    await user.keyboard("{ArrowDown}");
    expect(field).not.toHaveAttribute("aria-activedescendant");
    await user.keyboard("{ArrowDown}{ArrowDown}");
    const active = () => document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
    expect(active()).toHaveTextContent("Marek Novak");
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(active()).toHaveTextContent("Ulla Berg");
    await user.keyboard("{ArrowDown}{Enter}");
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(PEOPLE[0]);
    expect(field).toHaveAttribute("aria-expanded", "false");
    expect(field).toHaveValue("Maren Holt");
    expect(field).toHaveFocus();
  });

  it("takes the first that fits what was typed", async () => {
    const { user, field, onChoose } = show();
    field.focus();
    await user.keyboard("ull");
    await screen.findByRole("option", { name: /Ulla Berg/ });
    await user.keyboard("{Enter}");
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(PEOPLE[2]);
  });

  it("takes nothing while the answer is awaited, nor what nobody chose", async () => {
    const { user, field, onChoose } = show({ never: true, chosen: "Ulla Berg" });
    field.focus();
    await user.keyboard("mar{Enter}");
    expect(screen.getByRole("status")).toHaveTextContent("Loading managers...");
    await user.tab();
    expect(field).toHaveValue("Ulla Berg");
    expect(onChoose).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "After" })).toHaveFocus();
  });

  it("closes with Escape, and leaves the dialog around it open", async () => {
    const { user, field, onSearch, onClose } = show({ chosen: "Ulla Berg" });
    field.focus();
    await user.keyboard("x");
    await user.keyboard("{Escape}");
    expect(field).toHaveAttribute("aria-expanded", "false");
    expect(field).toHaveValue("Ulla Berg");
    expect(onSearch).toHaveBeenLastCalledWith(null);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("says that nothing fits", async () => {
    const { user, field } = show();
    await user.type(field, "zzz");
    expect(await screen.findByText("No managers found")).toBeVisible();
    expect(screen.getByText("Try fewer letters.")).toBeVisible();
  });

  it("says what comes first where there is nobody to choose", async () => {
    const { user, field } = show({ people: [] });
    await user.click(field);
    expect(await screen.findByText("Add a manager first.")).toBeVisible();
    expect(screen.queryByText("Try fewer letters.")).toBeNull();
  });

  it("says that nothing could be loaded", async () => {
    const { user, field } = show({ failure: "Error loading managers" });
    await user.click(field);
    expect(screen.getByText("Error loading managers")).toBeVisible();
    expect(screen.queryAllByRole("option")).toHaveLength(0);
  });
});
