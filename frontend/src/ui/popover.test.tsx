import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { violations } from "../testing/axe";
import { Dialog } from "./dialog";
import { MenuButton } from "./menu";
import { PopoverButton } from "./popover";

function show() {
  const onRemove = vi.fn();
  const onClose = vi.fn();
  const Example = () => (
    <Dialog title="Holidays" onClose={onClose}>
      <PopoverButton face="Filter" label="Filter holidays">
        {(close) => (
          <>
            <label>
              Year <input defaultValue="2026" />
            </label>
            <button type="button" onClick={close}>
              Done
            </button>
          </>
        )}
      </PopoverButton>
      <MenuButton
        face="…"
        label="Actions for Founders' Day"
        entries={[
          { label: "Open", to: "/holidays/1" },
          { label: "Edit", onAction: () => undefined },
          { label: "Remove", tone: "remove", onAction: onRemove },
        ]}
      />
    </Dialog>
  );
  const router = createMemoryRouter([
    { path: "/", element: <Example /> },
    { path: "/holidays/1", element: <h1>One</h1> },
  ]);
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), onRemove, onClose };
}

const actions = () => screen.getByRole("button", { name: "Actions for Founders' Day" });

describe("a menu", () => {
  it("is worked by keys alone, and gives the focus back", async () => {
    const { user, onRemove } = show();
    actions().focus();
    await user.keyboard("{ArrowDown}");
    const menu = screen.getByRole("menu", { name: "Actions for Founders' Day" });
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "Open" })).toHaveFocus());
    await user.keyboard("r");
    expect(screen.getByRole("menuitem", { name: "Remove" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(onRemove).toHaveBeenCalledOnce();
    expect(menu).not.toBeInTheDocument();
    await waitFor(() => expect(actions()).toHaveFocus());
  });

  it("leads to a page without loading the portal anew", async () => {
    const { user } = show();
    await user.click(actions());
    expect(screen.getByRole("menuitem", { name: "Open" })).toHaveAttribute("href", "/holidays/1");
    expect(await violations()).toEqual([]);
    await user.click(screen.getByRole("menuitem", { name: "Open" }));
    expect(await screen.findByRole("heading", { name: "One" })).toBeVisible();
  });
});

describe("a popover", () => {
  it("stands in the dialog around it, which Escape leaves open", async () => {
    const { user, onClose } = show();
    const button = screen.getByRole("button", { name: "Filter" });
    await user.click(button);
    const popover = screen.getByRole("dialog", { name: "Filter holidays" });
    expect(screen.getByRole("dialog", { name: "Holidays", hidden: true })).toContainElement(popover);
    expect(await violations()).toEqual([]);
    await user.keyboard("{Escape}");
    expect(popover).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    await waitFor(() => expect(button).toHaveFocus());
  });

  it("is closed by what stands in it", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Filter" }));
    await user.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.queryByRole("dialog", { name: "Filter holidays" })).toBeNull();
  });
});
