import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { describe, expect, it, vi } from "vitest";
import { CopyButton } from "./copy-button";

function Sample() {
  const shown = useRef<HTMLElement>(null);
  return (
    <p>
      <code ref={shown}>EMP1042</code>
      <CopyButton label="Copy employee ID" from={shown} />
    </p>
  );
}

/** Over plain http the browser has no clipboard for a page; jsdom has neither it nor the old command. */
function withoutClipboard(old: boolean) {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
  const command = vi.fn(() => old);
  Object.defineProperty(document, "execCommand", { value: command, configurable: true });
  return command;
}

const button = () => screen.getByRole("button", { name: "Copy employee ID" });

describe("a text to be copied", () => {
  it("is copied, and the button says so", async () => {
    const user = userEvent.setup();
    render(<Sample />);
    await user.click(button());
    expect(await navigator.clipboard.readText()).toBe("EMP1042");
    expect(screen.getByRole("status")).toHaveTextContent("Copied");
  });

  it("is marked and copied the old way where the clipboard is closed to the page", async () => {
    const user = userEvent.setup();
    const command = withoutClipboard(true);
    render(<Sample />);
    await user.click(button());
    expect(command).toHaveBeenCalledWith("copy");
    expect(getSelection()?.toString()).toBe("EMP1042");
    expect(screen.getByRole("status")).toHaveTextContent("Copied");
  });

  it("stays marked for the two keys where nothing else helps", async () => {
    const user = userEvent.setup();
    withoutClipboard(false);
    render(<Sample />);
    await user.click(button());
    expect(screen.getByRole("status")).toHaveTextContent("Press Ctrl+C to copy");
    expect(getSelection()?.toString()).toBe("EMP1042");
  });
});
