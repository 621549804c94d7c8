import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { violations } from "../testing/axe";
import { MultiSelect } from "./multi-select";

const OPTIONS = ["Approved", "Pending", "Rejected"].map((label) => ({ value: label, label }));

function Choosing() {
  const [chosen, setChosen] = useState<string[]>(["Rejected"]);
  const face = chosen.length === 0 ? "Any" : chosen.join(", ");
  return <MultiSelect label="Status" options={OPTIONS} chosen={chosen} onChange={setChosen} face={face} />;
}
const isChosen = () => screen.getAllByRole("option").map((one) => one.getAttribute("aria-selected"));

describe("a choice of several", () => {
  it("works by keys alone: letters and arrows move, Enter chooses, Escape leaves what was chosen", async () => {
    const user = userEvent.setup();
    render(<Choosing />);
    await user.tab();
    expect(screen.getByRole("button", { name: "Status: Rejected" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("listbox", { name: "Status" })).toBeVisible();
    expect(isChosen()).toEqual(["false", "false", "true"]);
    // While letters are typed a blank is one of them.
    await user.keyboard("p{Enter}{ArrowUp}{Enter}");
    // In the order of the list, and not in that of the presses.
    expect(isChosen()).toEqual(["true", "true", "true"]);
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(await violations()).toEqual([]);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Status: Approved, Pending" })).toHaveFocus(),
    );
  });
});
