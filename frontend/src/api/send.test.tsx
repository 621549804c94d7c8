import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { sessionStore } from "../session/store";
import { aSessionUser } from "../testing/fixtures";
import { toast } from "../ui/toast";
import { foresee, useSend, useSending, type Write } from "./send";

const LISTS = ["GET", "/api/holidays"] as const;

/** A write whose answers come when the test says so, and a screen with a button for each of two of them. */
function serve(outcome: { done?: () => unknown; refused?: () => unknown } = {}) {
  const answers = new Map<string, (error?: string) => void>();
  const write: Write<string, string> = {
    name: "test",
    call: (name) =>
      new Promise((resolve, reject) => {
        answers.set(name, (error) => (error === undefined ? resolve(name) : reject(new Error(error))));
      }),
    foreseen: foresee<string[], string>(
      LISTS,
      (known, name) => [...new Set([...known, name])],
      (known, name) => known.filter((one) => one !== name),
    ),
    done: (answer) => `${answer} saved`,
    failed: (error, name) => `${name}: ${error.message}`,
  };
  function Screen() {
    const { send } = useSend(write, outcome);
    return ["one", "other"].map((name) => (
      <button type="button" key={name} onClick={() => send(name)}>
        {name}
      </button>
    ));
  }
  const UnderWay = () => <p>{useSending(write).join(", ")}</p>;
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  client.setQueryData<string[]>(LISTS, []);
  const page = (isOpen: boolean) => (
    <QueryClientProvider client={client}>
      {isOpen && <Screen />}
      <UnderWay />
      <input aria-label="elsewhere" />
    </QueryClientProvider>
  );
  const { rerender } = render(page(true));
  return {
    success: vi.spyOn(toast, "success"),
    error: vi.spyOn(toast, "error"),
    press: async (name: string) => {
      screen.getByRole("button", { name }).focus();
      await act(async () => screen.getByRole("button", { name }).click());
    },
    leave: () => rerender(page(false)),
    settle: (name: string, error?: string) => act(async () => answers.get(name)?.(error)),
    known: () => client.getQueryData<string[]>(LISTS),
  };
}

describe("a write", () => {
  it("is answered for aloud after its screen was left", async () => {
    const { press, leave, settle, success, error } = serve({ done: () => true, refused: () => true });
    await press("one");
    await press("other");
    leave();
    expect(screen.getByText("one, other")).toBeVisible();
    await settle("one");
    await settle("other", "is refused");
    expect(success.mock.calls).toEqual([["one saved", {}]]);
    expect(error.mock.calls).toEqual([["other: is refused", {}]]);
  });

  it.each(["done", "refused"] as const)(
    "is answered for aloud after all where the screen that said so (%s) goes before anybody can have seen it",
    async (how) => {
      const { press, leave, settle, success, error } = serve({ [how]: () => true });
      const told = how === "done" ? success : error;
      await press("one");
      await settle("one", how === "done" ? undefined : "is refused");
      expect(told).not.toHaveBeenCalled();
      leave();
      expect(told).toHaveBeenCalledExactlyOnceWith(how === "done" ? "one saved" : "one: is refused", {});
    },
  );

  it.each(["keydown", "pointerdown", "popstate"])(
    "is not answered for again by a screen that its reader leaves (%s)",
    async (sign) => {
      const { press, leave, settle, error } = serve({ refused: () => true });
      await press("one");
      await settle("one", "is refused");
      window.dispatchEvent(new Event(sign));
      leave();
      expect(error).not.toHaveBeenCalled();
    },
  );

  it("keeps its answer while another one is under way from the same screen", async () => {
    const outcome = { done: vi.fn(), refused: vi.fn() };
    const { press, settle, known, success, error } = serve(outcome);
    await press("one");
    await press("other");
    expect(known()).toEqual(["one", "other"]);
    await settle("one", "is refused");
    expect(known()).toEqual(["other"]);
    await settle("other");
    expect(outcome.refused).toHaveBeenCalledExactlyOnceWith(new Error("is refused"), "one", false);
    expect(outcome.done).toHaveBeenCalledExactlyOnceWith("other", "other", true);
    expect(error).toHaveBeenCalledExactlyOnceWith("one: is refused", {});
    expect(success).toHaveBeenCalledExactlyOnceWith("other saved", {});
  });

  it("says nothing twice, and leaves the focus of somebody who has gone on", async () => {
    const outcome = { done: vi.fn(() => true) };
    const { press, settle, success } = serve(outcome);
    await press("one");
    screen.getByLabelText("elsewhere").focus();
    await settle("one");
    expect(outcome.done).toHaveBeenCalledExactlyOnceWith("one", "one", false);
    expect(success).not.toHaveBeenCalled();
  });

  it("is not told to the next person", async () => {
    sessionStore.signIn("token", aSessionUser());
    const { press, settle, success, error } = serve();
    await press("one");
    await press("other");
    sessionStore.signOut();
    await settle("one");
    await settle("other", "is refused");
    await waitFor(() => expect(screen.queryByText("one, other")).toBeNull());
    expect(success).not.toHaveBeenCalled();
    expect(error).not.toHaveBeenCalled();
  });
});
