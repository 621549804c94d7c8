import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Status, type StatusKind } from "./status";

describe("a state", () => {
  it("has a mark and a word", () => {
    const { container } = render(<Status kind="approved" />);
    expect(screen.getByText("Approved")).toBeVisible();
    expect(container.querySelector("[data-status=approved] svg")).not.toBeNull();
  });

  // Shows: N22
  it("is shown by its own word where it is not known", () => {
    const { container } = render(<Status kind={"archived" as StatusKind} />);
    expect(screen.getByText("archived")).toBeVisible();
    expect(container.querySelector("[data-status=archived]")).not.toBeNull();
  });
});
