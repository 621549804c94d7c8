import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { useAddress } from "./use-address";

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
