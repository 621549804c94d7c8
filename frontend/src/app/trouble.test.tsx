import { onlineManager, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/error";
import { renderApp } from "../testing/render";
import { http, server } from "../testing/server";
import { createQueryClient } from "./query-client";
import { RouteError } from "./route-error";

afterEach(() => onlineManager.setOnline(true));

describe("when something fails", () => {
  it("shows a way on instead of a blank page when a screen cannot be loaded", async () => {
    // React reports what it caught; that is not what this is about.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const router = createMemoryRouter([
      {
        path: "/",
        errorElement: <RouteError />,
        lazy: () => Promise.reject(new TypeError("Failed to fetch dynamically imported module")),
      },
    ]);
    render(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    const heading = await screen.findByRole("heading", { level: 1, name: "Something went wrong" });
    expect(heading).toHaveFocus();
    expect(screen.getByRole("button", { name: "Reload" })).toBeEnabled();
    expect(screen.getByRole("link", { name: "Go to the start page" })).toHaveAttribute("href", "/");
    expect(document.title).toBe("Something went wrong – Daybook");
  });

  it("names the request where the server is what failed", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const loader = () => {
      throw new ApiError("", { kind: "http", status: 500, requestId: "req-17" });
    };
    const router = createMemoryRouter([
      { path: "/", errorElement: <RouteError />, HydrateFallback: () => null, loader },
    ]);
    render(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText(/the request number: req-17$/)).toBeVisible();
  });

  it("says that there is no connection, for as long as there is none", async () => {
    renderApp({ url: "/login" });
    await screen.findByRole("heading", { level: 1, name: "Sign In" });
    expect(screen.queryByText(/You are offline/)).toBeNull();
    act(() => onlineManager.setOnline(false));
    expect(await screen.findByText(/You are offline/)).toBeVisible();
    act(() => onlineManager.setOnline(true));
    await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
  });

  it("does not let what is sent wait for a connection", async () => {
    server.use(http.post("/api/auth/login", () => HttpResponse.error()));
    const { user } = renderApp({ url: "/login" });
    await user.type(await screen.findByLabelText("Email"), "emma@daybook.example");
    await user.type(screen.getByLabelText("Password"), "daybook");
    act(() => onlineManager.setOnline(false));
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    expect(await screen.findByText("Network error. Please check your connection.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign In" })).toBeEnabled();
  });
});

describe("the theme", () => {
  it("goes from the system's to light to dark and is remembered on the device", async () => {
    const { user } = renderApp({ url: "/login" });
    await user.click(await screen.findByRole("button", { name: "Theme: System" }));
    expect(document.documentElement).toHaveAttribute("data-theme", "light");
    await user.click(screen.getByRole("button", { name: "Theme: Light" }));
    expect(document.documentElement).toHaveAttribute("data-theme", "dark");
    expect(localStorage.getItem("daybook.theme")).toBe("dark");
    await user.click(screen.getByRole("button", { name: "Theme: Dark" }));
    expect(document.documentElement).not.toHaveAttribute("data-theme");
    expect(localStorage.getItem("daybook.theme")).toBeNull();
  });
});
