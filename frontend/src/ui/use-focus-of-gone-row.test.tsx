import { act, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { describe, expect, it } from "vitest";
import { useFocusOfGoneRow } from "./use-focus-of-gone-row";

function List({ rows }: { rows: readonly string[] }) {
  const frame = useRef<HTMLUListElement>(null);
  useFocusOfGoneRow(frame, rows);
  return (
    <>
      <h1 tabIndex={-1}>Ports</h1>
      <ul ref={frame}>
        {rows.map((row) => (
          <li key={row} data-row={row}>
            <button type="button">Edit {row}</button>
            <button type="button">Delete {row}</button>
          </li>
        ))}
      </ul>
    </>
  );
}

const button = (name: string) => screen.getByRole("button", { name });

/** The list, with the focus on one of its controls. */
function show(rows: readonly string[], focused: string) {
  const { rerender } = render(<List rows={rows} />);
  act(() => button(focused).focus());
  return (next: readonly string[]) => rerender(<List rows={next} />);
}

describe("the focus of a row that goes", () => {
  it("goes on to the first control of the row that took its place, or to the one before", () => {
    const becomes = show(["Bergen", "Cork", "Dover"], "Delete Cork");
    becomes(["Bergen", "Dover"]);
    expect(button("Edit Dover")).toHaveFocus();
    becomes(["Bergen"]);
    expect(button("Edit Bergen")).toHaveFocus();
  });

  it("goes to the heading when the last one is gone", () => {
    const becomes = show(["Bergen"], "Delete Bergen");
    becomes([]);
    expect(screen.getByRole("heading", { name: "Ports" })).toHaveFocus();
  });

  it("stays with the control of a row that moves", () => {
    const becomes = show(["Bergen", "Cork"], "Delete Bergen");
    becomes(["Cork", "Bergen"]);
    expect(button("Delete Bergen")).toHaveFocus();
  });

  it("is left alone where somebody has put it elsewhere, or nowhere", () => {
    const becomes = show(["Bergen", "Cork"], "Delete Bergen");
    act(() => button("Delete Bergen").blur());
    becomes(["Bergen", "Cork", "Dover"]);
    expect(document.body).toHaveFocus();
    act(() => button("Edit Dover").focus());
    becomes(["Cork", "Dover"]);
    expect(button("Edit Dover")).toHaveFocus();
  });
});
