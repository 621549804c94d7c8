import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SearchField } from "./search-field";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(first = "") {
  const onSearch = vi.fn();
  let leadTo: (text: string) => void = () => undefined;
  function Page() {
    const [value, setValue] = useState(first);
    leadTo = setValue;
    return (
      <>
        <SearchField
          label="Search people"
          value={value}
          onSearch={(text) => {
            onSearch(text);
            setValue(text);
          }}
        />
        <input aria-label="Other" />
        <button type="button">Press</button>
      </>
    );
  }
  render(<Page />);
  const field = screen.getByRole("searchbox", { name: "Search people" });
  return {
    onSearch,
    field,
    leadTo: (text: string) => act(() => leadTo(text)),
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    wait: (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds)),
  };
}

describe("the search field", () => {
  it("asks once typing rests, with the trimmed words", async () => {
    const { type, wait, onSearch, field } = setUp();
    type("a");
    await wait(150);
    type(" ada");
    await wait(199);
    expect(onSearch).not.toHaveBeenCalled();
    await wait(1);
    expect(onSearch.mock.calls).toEqual([["ada"]]);
    expect(field).toHaveValue(" ada");
    type(" ada ");
    await wait(500);
    expect(onSearch).toHaveBeenCalledTimes(1);
  });

  it("asks at once on Enter, and not a second time after it", async () => {
    const { type, wait, onSearch, field } = setUp();
    type("ada");
    fireEvent.keyDown(field, { key: "Enter" });
    expect(onSearch.mock.calls).toEqual([["ada"]]);
    await wait(500);
    expect(onSearch).toHaveBeenCalledTimes(1);
  });

  it("clears by its button and by Escape, and keeps the focus", async () => {
    const { type, wait, onSearch, field } = setUp("ada");
    expect(field).toHaveValue("ada");
    fireEvent.click(screen.getByRole("button", { name: "Clear search" }));
    expect(onSearch.mock.calls).toEqual([[""]]);
    expect(field).toHaveFocus();
    expect(screen.queryByRole("button", { name: "Clear search" })).not.toBeInTheDocument();
    type("ben");
    fireEvent.keyDown(field, { key: "Escape" });
    await wait(500);
    expect(field).toHaveValue("");
    expect(onSearch).toHaveBeenCalledTimes(1);
  });

  it("takes the focus on Ctrl+/, and leaves every key alone to what it is pressed in", () => {
    const { field } = setUp("ada");
    expect(field).toHaveAttribute("aria-keyshortcuts", "Control+/");
    const button = screen.getByRole("button", { name: "Press" });
    const other = screen.getByRole("textbox", { name: "Other" });
    for (const start of [button, other]) {
      start.focus();
      expect(fireEvent.keyDown(start, { key: "/" })).toBe(true);
      expect(fireEvent.keyDown(start, { key: "/", ctrlKey: true, altKey: true })).toBe(true);
      expect(start).toHaveFocus();
      expect(fireEvent.keyDown(start, { key: "/", ctrlKey: true })).toBe(false);
      expect(field).toHaveFocus();
    }
  });

  it("shows what another address searches for, and leaves alone what is being typed", async () => {
    const { field, leadTo, type, wait, onSearch } = setUp("ada");
    leadTo("ben");
    expect(field).toHaveValue("ben");
    type("carl");
    await wait(200);
    type("carla");
    leadTo("carl");
    expect(field).toHaveValue("carla");
    await wait(200);
    expect(onSearch.mock.calls).toEqual([["carl"], ["carla"]]);
  });
});
