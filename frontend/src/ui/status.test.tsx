import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Status, type StatusKind } from "./status";

describe("a state", () => {
  it("has a mark and a word", () => {
    const { container } = render(<Status kind="approved" />);
    expect(screen.getByText("Approved")).toBeVisible();
    expect(container.querySelector("[data-status=approved] svg")).not.toBeNull();
  });

  it("of a day without work is marked by whether it is a weekend", () => {
    const markOf = (kind: StatusKind) =>
      render(<Status kind={kind} />).container.querySelector("[aria-hidden]")?.className;
    expect(markOf("weekend")).toBeTruthy();
    expect(markOf("day-off")).toBeTruthy();
    expect(markOf("day-off")).not.toBe(markOf("weekend"));
  });

  it("of leave is dashed while nobody has decided, beside the same word", () => {
    const of = (kind: StatusKind) => render(<Status kind={kind} />).container;
    const [pending, approved] = [of("leave-pending"), of("leave")];
    expect(pending).toHaveTextContent("Leave");
    expect(approved).toHaveTextContent("Leave");
    const markIn = (container: HTMLElement) => container.querySelector("[aria-hidden]")?.className;
    expect(markIn(pending)).not.toBe(markIn(approved));
  });

  it("is shown by its own word where it is not known", () => {
    const { container } = render(<Status kind={"archived" as StatusKind} />);
    expect(screen.getByText("archived")).toBeVisible();
    expect(container.querySelector("[data-status=archived]")).not.toBeNull();
  });
});
