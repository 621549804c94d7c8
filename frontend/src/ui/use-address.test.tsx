import { act, render, renderHook, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { useAddress, useExistingPageOf } from "./use-address";

type Screen = () => React.ReactNode;

function setUp() {
  let address: ReturnType<typeof useAddress> | undefined;
  function List() {
    address = useAddress();
    return <p>Searched for: {address.words("search") || "nothing"}</p>;
  }
  let arrive: (screen: { Component: Screen }) => void = () => undefined;
  const router = createMemoryRouter([
    { path: "/", Component: List },
    {
      path: "/other",
      // Its script comes when the test says so.
      lazy: () =>
        new Promise<{ Component: Screen }>((resolve) => {
          arrive = resolve;
        }),
    },
  ]);
  render(<RouterProvider router={router} />);
  return {
    router,
    search: (words: string) => address?.replace({ search: words }),
    arrive: () => act(async () => arrive({ Component: () => <p>The other screen</p> })),
  };
}

describe("the address of a screen", () => {
  it("says what is searched for", async () => {
    const { router, search } = setUp();
    await act(async () => search("ada"));
    expect(router.state.location.search).toBe("?search=ada");
    expect(screen.getByText("Searched for: ada")).toBeVisible();
  });

  it("does not call back a reader who followed a link while still typing", async () => {
    const { router, search, arrive } = setUp();
    await act(async () => void router.navigate("/other"));
    await act(async () => search("ada"));
    expect(router.state.navigation.location?.pathname).toBe("/other");
    await arrive();
    expect(screen.getByText("The other screen")).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: "/other", search: "" });
  });
});

describe("a page of a list that the server cuts", () => {
  const answerOf = (current: number, pages: number, isPlaceholderData = false) => ({
    data: { pagination: { current, pages } },
    isPlaceholderData,
    isPending: false,
  });
  const setUp = (page: number, query: ReturnType<typeof answerOf>) => {
    const lead = vi.fn();
    const { result } = renderHook(() => useExistingPageOf(page, query, lead));
    return { shown: result.current, led: lead.mock.calls.flat() };
  };

  it("is shown as it came where it exists, the only one without anything too", () => {
    for (const [page, pages] of [
      [2, 3],
      [3, 3],
      [1, 0],
    ] as const) {
      const query = answerOf(page, pages);
      expect(setUp(page, query)).toEqual({ shown: query, led: [] });
    }
  });

  it("says nothing where it lies past the end, while the last one is on its way", () => {
    const awaited = { data: undefined, isPending: true };
    expect(setUp(6, answerOf(6, 2))).toMatchObject({ shown: awaited, led: [2] });
    expect(setUp(2, answerOf(6, 2, true))).toMatchObject({ shown: awaited, led: [] });
    expect(setUp(2, answerOf(2, 0))).toMatchObject({ shown: awaited, led: [1] });
  });
});
