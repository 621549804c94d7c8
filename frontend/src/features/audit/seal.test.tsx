import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { anAuditEntry, aVerification, HASH, serveLog } from "../../testing/audit";
import { catchDownloads } from "../../testing/downloads";
import { renderApp } from "../../testing/render";
import { fails, http, refuses, server } from "../../testing/server";

const open = (search = "") =>
  renderApp({ url: `/admin/audit-logs${search}`, as: { id: "a1", role: "Admin" } });
const seal = () => screen.findByRole("region", { name: "Seal" });
const press = async (user: ReturnType<typeof open>["user"], name: string) =>
  user.click(within(await seal()).getByRole("button", { name }));
const BROKEN = { position: 812, seq: 20, at: "2026-11-19T08:00:00Z", action: "day-submitted" };

describe("the seal of the audit log", () => {
  it("says how far it reaches, and gives the newest hash to copy", async () => {
    serveLog([anAuditEntry(1)]);
    const copied = vi.fn(async () => undefined);
    const { user } = open();
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(copied);
    expect(await seal()).toHaveTextContent("1,240 entries sealed, the newest Nov 20, 2026, 9:00 AM");
    await press(user, "Copy");
    expect(copied).toHaveBeenCalledWith(HASH);
    expect(await screen.findByText("Copied")).toBeVisible();
  });

  it("says that nothing is sealed yet", async () => {
    const { state } = serveLog([anAuditEntry(1, { position: null, hash: null })]);
    state.newest = null;
    open();
    expect(await seal()).toHaveTextContent("Nothing is sealed yet.");
  });

  it("is verified on demand, tells how far that is, and then what it found", async () => {
    const { state } = serveLog([anAuditEntry(1)]);
    server.use(
      http.post("/api/audit-logs/verify", ({ response }) => {
        const verification = aVerification({ state: "running", finishedAt: null, checked: 0, total: 1_240 });
        state.verification = { ...verification, checked: 600 };
        return response(200).json({ success: true, data: { verification } });
      }),
    );
    const { user } = open();
    await press(user, "Verify Integrity");
    expect(await screen.findByText("Verifying 0 of 1,240...")).toBeVisible();
    expect(screen.getByRole("button", { name: "Verify Integrity" })).toHaveAttribute("aria-busy", "true");
    // Nobody tells of it: it is asked for again.
    const progress = await screen.findByText("Verifying 600 of 1,240...");
    expect(progress).toBeVisible();
    // It would be read out each second.
    expect(progress.closest("[role=status]")).toBeNull();
    state.verification = aVerification({ checked: 1_240, total: 1_240 });
    const found = await screen.findByText("1,240 entries, chain intact.");
    expect(found.closest("[role=status]")).toBeVisible();
    expect(await seal()).toHaveTextContent("Verified Nov 20, 2026, 3:00 AM");
    expect(screen.getByRole("button", { name: "Verify Integrity" })).not.toHaveAttribute("aria-busy");
  });

  it("that is broken leads to the entry, which is open then", async () => {
    const entries = Array.from({ length: 30 }, (_, index) => anAuditEntry(30 - index));
    const { asked, state } = serveLog(entries);
    state.verification = aVerification({ isIntact: false, brokenAt: BROKEN });
    const { user, router } = open("?size=20&action=day-submitted");
    await user.click(await screen.findByRole("link", { name: "The chain is broken at entry 812." }));
    expect(router.state.location.search).toBe("?cursor=21&entry=20");
    await waitFor(() => expect(asked.at(-1)).toBe("?cursor=21&limit=50"));
    const row = await waitFor(() => {
      const found = document.querySelector<HTMLElement>("[data-row='20']");
      expect(found).toHaveAttribute("aria-current", "true");
      return found as HTMLElement;
    });
    expect(within(row).getByRole("button")).toHaveAttribute("aria-expanded", "true");
    expect(screen.getByText("req-7")).toBeVisible();
  });

  it("that is broken where the event is gone leads nowhere", async () => {
    const { state } = serveLog([anAuditEntry(1)]);
    const brokenAt = { position: 812, seq: null, at: null, action: null };
    state.verification = aVerification({ isIntact: false, brokenAt });
    open();
    expect(await screen.findByText("The chain is broken at entry 812.")).toBeVisible();
    expect(screen.queryByRole("link", { name: /chain is broken/ })).toBeNull();
  });

  it("says why it could not be verified, or that the last time is not known", async () => {
    serveLog([anAuditEntry(1)]);
    server.use(
      fails("/api/audit-logs/verify"),
      refuses("post", "/api/audit-logs/verify", 503, "UNAVAILABLE", "The database is away."),
    );
    const { user } = open();
    expect(within(await seal()).getByRole("alert")).toHaveTextContent("Failed to load the last verification");
    await press(user, "Verify Integrity");
    expect(await screen.findByText("The database is away.")).toBeVisible();
    server.use(http.post("/api/audit-logs/verify", ({ response }) => response.untyped(Response.error())));
    await press(user, "Verify Integrity");
    expect(await screen.findByText("Failed to verify the audit log. Please try again.")).toBeVisible();
  });
});

describe("the audit log as a file", () => {
  it("has what the filters leave, under the server's name", async () => {
    const saved = catchDownloads();
    const asked: string[] = [];
    serveLog([anAuditEntry(1)]);
    server.use(
      http.get("/api/audit-logs/export", ({ request, response }) => {
        asked.push(new URL(request.url).search);
        return response.untyped(
          new Response("Position\r\n", {
            headers: {
              "Content-Type": "text/csv; charset=utf-8",
              "Content-Disposition": 'attachment; filename="Audit_Log_2026-11-01_2026-11-20.csv"',
            },
          }),
        );
      }),
    );
    const { user } = open("?from=2026-11-01&action=day-submitted&size=20&cursor=9");
    await press(user, "Download CSV");
    await waitFor(() =>
      expect(saved.map(({ name }) => name)).toEqual(["Audit_Log_2026-11-01_2026-11-20.csv"]),
    );
    expect(asked).toEqual(["?from=2026-11-01&action=day-submitted"]);
    expect(await screen.findByText("Audit log downloaded")).toBeVisible();
  });

  it("is refused in the server's words, and fails in its own", async () => {
    serveLog([anAuditEntry(1)]);
    const sentence = "More than 100,000 entries match. Please narrow the filters.";
    server.use(refuses("get", "/api/audit-logs/export", 400, "INVALID_REQUEST", sentence));
    const { user } = open();
    await press(user, "Download CSV");
    expect(await screen.findByText(sentence)).toBeVisible();
    server.use(fails("/api/audit-logs/export"));
    await press(user, "Download CSV");
    expect(await screen.findByText("Failed to download the report. Please try again.")).toBeVisible();
  });
});
