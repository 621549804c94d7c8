import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { violations } from "../testing/axe";
import { Tabs } from "./tabs";

it("shows one panel of several, and goes through them with the arrows", async () => {
  const onSelect = vi.fn<(id: "rules" | "mail") => void>();
  function Example() {
    const [selected, setSelected] = useState<"rules" | "mail">("rules");
    return (
      <Tabs
        label="Settings"
        panels={[
          { id: "rules", label: "Rules", content: <p>Nine hours a day</p> },
          { id: "mail", label: "Mail", content: <p>From the office</p> },
        ]}
        selected={selected}
        onSelect={(id) => {
          onSelect(id);
          setSelected(id);
        }}
      />
    );
  }
  render(<Example />);
  const user = userEvent.setup();
  await user.tab();
  expect(screen.getByRole("tab", { name: "Rules", selected: true })).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("mail");
  expect(screen.getByRole("tabpanel", { name: "Mail" })).toHaveTextContent("From the office");
  expect(screen.queryByText("Nine hours a day")).toBeNull();
  expect(await violations()).toEqual([]);
});
