import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { TextArea } from "./field";

function setUp() {
  const onSubmit = vi.fn();
  function Page() {
    const [open, setOpen] = useState(false);
    const [text, setText] = useState("");
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        {open && (
          <Dialog
            title="Reject Week"
            dirty={text !== ""}
            busy={text === "Sending"}
            onClose={() => setOpen(false)}
            onSubmit={onSubmit}
            actions={
              <>
                <Button onClick={() => setOpen(false)}>Cancel</Button>
                <Button type="submit">Reject</Button>
              </>
            }
          >
            <TextArea label="Reason" value={text} onChange={(event) => setText(event.target.value)} />
          </Dialog>
        )}
      </>
    );
  }
  const router = createMemoryRouter(
    [
      { path: "/", element: <p>The start</p> },
      { path: "/page", Component: Page },
    ],
    { initialEntries: ["/", "/page"] },
  );
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), onSubmit, router };
}

/** What a browser sends when Escape is pressed in a modal dialog. */
const pressEscape = () => fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));

describe("a dialog", () => {
  it("takes the focus to its first field and gives it back", async () => {
    const { user } = setUp();
    const opener = screen.getByRole("button", { name: "Open" });
    await user.click(opener);
    expect(screen.getByRole("dialog", { name: "Reject Week" })).toBeVisible();
    expect(screen.getByLabelText("Reason")).toHaveFocus();
    pressEscape();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  it("asks before it throws away what was written, and goes on writing without sending", async () => {
    const { user, onSubmit } = setUp();
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.type(screen.getByLabelText("Reason"), "Too many hours");
    pressEscape();
    expect(screen.getByRole("alert")).toHaveTextContent("What you wrote will be lost.");
    await user.click(screen.getByRole("button", { name: "Keep Writing" }));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.getByLabelText("Reason")).toHaveValue("Too many hours");
    pressEscape();
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("asks wherever the focus is when Escape is pressed, and goes back there", async () => {
    const { user } = setUp();
    await user.click(screen.getByRole("button", { name: "Open" }));
    const reason = screen.getByLabelText("Reason");
    await user.type(reason, "Too many hours{Escape}");
    expect(screen.getByRole("alert")).toHaveTextContent("What you wrote will be lost.");
    expect(screen.getByRole("button", { name: "Keep Writing" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(reason).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("alert")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(reason).toHaveFocus();
  });

  it("stays when something in it is cancelled, as a choice of files", async () => {
    const { user } = setUp();
    await user.click(screen.getByRole("button", { name: "Open" }));
    const cancelled = new Event("cancel", { bubbles: true, cancelable: true });
    expect(fireEvent(screen.getByLabelText("Reason"), cancelled)).toBe(true);
    expect(screen.getByRole("dialog")).toBeVisible();
    pressEscape();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("stays while its write is under way", async () => {
    const { user } = setUp();
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.type(screen.getByLabelText("Reason"), "Sending");
    pressEscape();
    await user.click(screen.getByRole("button", { name: "Close" }));
    // As a second Escape does, whatever was said to the first one.
    screen.getByRole<HTMLDialogElement>("dialog").close();
    expect(screen.getByRole("dialog")).toHaveAttribute("open");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is sent by Ctrl or Cmd with Enter", async () => {
    const { user, onSubmit } = setUp();
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.keyboard("Reason{Control>}{Enter}{/Control}");
    await user.keyboard("{Meta>}{Enter}{/Meta}");
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it("holds up Back and a reload while something is written, and nothing that replaces the page", async () => {
    const { user, router } = setUp();
    const reload = () => fireEvent(window, new Event("beforeunload", { cancelable: true }));
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(reload()).toBe(true);
    await user.type(screen.getByLabelText("Reason"), "Too many hours");
    expect(reload()).toBe(false);
    await act(() => router.navigate(-1));
    expect(screen.getByRole("dialog", { name: "You have changes that are not saved." })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Stay" }));
    expect(screen.getByLabelText("Reason")).toHaveValue("Too many hours");
    await act(() => router.navigate("/"));
    await user.click(screen.getByRole("button", { name: "Leave" }));
    expect(await screen.findByText("The start")).toBeVisible();
    expect(reload()).toBe(true);
  });

  it("does not hold up a session that ends", async () => {
    const { user, router } = setUp();
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.type(screen.getByLabelText("Reason"), "Too many hours");
    await act(() => router.navigate("/", { replace: true }));
    expect(screen.getByText("The start")).toBeVisible();
  });
});
