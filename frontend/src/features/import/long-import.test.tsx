import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { violations } from "../../testing/axe";
import { nobody } from "../../testing/handlers";
import { aPlan, aRow } from "../../testing/imports";
import { aHold, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";
import { type Plan, serve, show } from "./plan-parts";

const button = (name: string) => screen.findByRole("button", { name });

describe("a long import", () => {
  const LONG = aPlan({ counts: { create: 1_200, change: 0, same: 0, refuse: 0 } });
  const running = (rows: number): Partial<Plan> => ({ state: "applying", applied: { rows, at: null } });

  it("shows how far it is, and tells its end on whatever screen its author is by then", async () => {
    const { becomes } = serve(LONG, [aRow()], running(0));
    server.use(...nobody());
    const { user } = show();
    await user.click(await button("Import"));
    const bar = await screen.findByRole("progressbar", { name: "Importing, 0 of 1,200" });
    expect(await button("Importing...")).toHaveAttribute("aria-disabled", "true");
    expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
    becomes(running(500));
    await hears("imports");
    expect(await screen.findByRole("progressbar", { name: "Importing, 500 of 1,200" })).toBe(bar);
    expect(bar).toHaveAttribute("value", "500");
    expect(await violations()).toEqual([]);

    const menu = screen.getByRole("navigation", { name: "HR menu" });
    await user.click(within(menu).getByRole("link", { name: "Team Directory" }));
    await screen.findByRole("heading", { level: 1, name: "Team Directory" });
    becomes({ state: "applied", applied: { rows: 1_200, at: "2026-11-20T10:00:00Z" } });
    await hears("imports");
    expect(await screen.findByText("1200 people added, 0 changed")).toBeVisible();
  });

  it("is followed where the page was loaded anew, and its end stays there", async () => {
    const { becomes } = serve({ ...LONG, ...running(700) });
    show({ isReloaded: true });
    expect(await screen.findByRole("progressbar", { name: "Importing, 700 of 1,200" })).toBeVisible();
    becomes({ state: "applied", applied: { rows: 1_200, at: "2026-11-20T10:00:00Z" } });
    await hears("imports");
    expect(await screen.findByText("1200 people added, 0 changed, Nov 20, 2026, 10:00 AM")).toBeVisible();
    expect(await screen.findByText("1200 people added, 0 changed")).toBeVisible();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("that fails in the end says why", async () => {
    const { becomes } = serve({ ...LONG, ...running(700) });
    show();
    await screen.findByRole("progressbar");
    becomes({ state: "failed", reason: "The database could not be reached." });
    await hears("imports");
    const main = within(screen.getByRole("main"));
    expect(await main.findByText("The database could not be reached.")).toBeVisible();
    const messages = within(screen.getByRole("region", { name: "Messages" }));
    expect(await messages.findByText("The database could not be reached.")).toBeVisible();
    expect(await button("Import")).toBeEnabled();
  });

  it("shows that it has begun before the server has answered", async () => {
    const { becomes } = serve(LONG);
    const { held, answer } = aHold();
    server.use(
      http.post("/api/imports/{id}/apply", async ({ response }) => {
        await held;
        const plan = { ...LONG, state: "applied" as const };
        becomes(plan);
        return response(200).json({
          success: true,
          message: "1200 people added, 0 changed",
          data: { plan },
        });
      }),
    );
    const { user } = show();
    await user.click(await button("Import"));
    expect(await screen.findByRole("progressbar", { name: "Importing, 0 of 1,200" })).toBeVisible();
    answer();
    await waitFor(() => expect(screen.getAllByText("1200 people added, 0 changed")).toHaveLength(2));
    expect(screen.queryByRole("progressbar")).toBeNull();
  });
});
