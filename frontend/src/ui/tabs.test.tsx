import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
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

it("shows the open tab where a narrow window has no room for all", () => {
  const rects = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (
    this: Element,
  ) {
    return this.getAttribute("aria-selected") === "true"
      ? new DOMRect(300, 0, 90, 40)
      : new DOMRect(0, 0, 350, 40);
  });
  onTestFinished(() => rects.mockRestore());
  const panels = ["Users", "Activity", "Data health"].map((label) => ({ id: label, label, content: label }));
  render(<Tabs label="Reports" panels={panels} selected="Data health" onSelect={() => undefined} />);
  expect(screen.getByRole("tablist").scrollLeft).toBe(40);
});
