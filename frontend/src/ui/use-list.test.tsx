import { act, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { useList } from "./use-list";

const CHOICES = {
  status: { of: ["all", "active"], usual: "all" },
  size: { of: [5, 10], usual: 10 },
  who: "words",
} as const;

function setUp(search = "") {
  let latest: ReturnType<typeof useList<typeof CHOICES, "one" | "two">> | undefined;
  function Screen() {
    latest = useList(CHOICES, ["one", "two"]);
    return null;
  }
  const router = createMemoryRouter([{ path: "/", Component: Screen }], { initialEntries: [`/${search}`] });
  render(<RouterProvider router={router} />);
  return {
    address: () => router.state.location.search,
    list: () => {
      if (latest === undefined) throw new Error("the screen is not there");
      return latest;
    },
    back: () => act(() => router.navigate(-1)),
  };
}

describe("what a list shows", () => {
  it("is read from the address, where nonsense counts as usual", () => {
    const { list } = setUp("?status=gone&size=5&who=ada&one=3&two=-1");
    expect(list().chosen).toEqual({ status: "all", size: 5, who: "ada" });
    expect([list().pageOf("one"), list().pageOf("two")]).toEqual([3, 1]);
  });

  it("begins on the first pages with another choice, which Back undoes", async () => {
    const { list, address, back } = setUp("?one=3&two=2");
    act(() => list().choose({ status: "active", size: 10 }));
    expect(address()).toBe("?status=active");
    await back();
    expect(address()).toBe("?one=3&two=2");
  });

  it("takes a search for one step, however long somebody types", async () => {
    const { list, address, back } = setUp("?two=2");
    for (const text of ["a", "ad", "ada"]) act(() => list().find(text));
    expect(address()).toBe("?search=ada");
    await back();
    expect(address()).toBe("?two=2");
  });

  it("keeps both of two changes that come before it is drawn again", () => {
    const { list, address } = setUp("?one=3");
    act(() => {
      list().choose({ status: "active" });
      list().choose({ who: "ada" });
      list().turn(2, "two");
    });
    expect(address()).toBe("?status=active&who=ada&two=2");
  });

  it("turns one list and leaves the other", () => {
    const { list, address } = setUp("?two=2");
    act(() => list().turn(4, "one"));
    expect(address()).toBe("?two=2&one=4");
  });
});
