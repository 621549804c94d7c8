import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import type { components } from "../../api/schema";
import { catchDownloads } from "../../testing/downloads";
import { thisMonth } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { aHold, fails, gives, http, refuses, server } from "../../testing/server";
import { hears } from "../../testing/socket";

type Statement = components["schemas"]["Statement"];

const aStatement = (month: string, changes: Partial<Statement> = {}): Statement => ({
  month,
  revision: 1,
  closedAt: "2026-11-02T09:30:00Z",
  checksum: "e28321a5d6c6781d0c4790ab09134ce22a9ae57b4578ae1c125acfe1ccd58f31",
  scheduledDays: 21,
  workingDays: 14,
  approvedDays: 10.5,
  pendingDays: 0,
  paidLeave: 0.5,
  unpaidLeave: 1,
  absentDays: 2,
  payableDays: 11,
  extraDays: 0,
  approvedHours: 95,
  ...changes,
});

/** A server with these statements, which a test may change, paged as they are asked for. */
function serve(...statements: Statement[]) {
  const kept = { statements, asked: [] as string[] };
  server.use(
    thisMonth(),
    gives("/api/timesheet-unlock/my-requests", { unlockRequests: [] }),
    http.get("/api/months/mine", ({ query, request, response }) => {
      kept.asked.push(new URL(request.url).search);
      const [page, limit] = [Number(query.get("page")), Number(query.get("limit"))];
      return response(200).json({
        success: true,
        data: {
          statements: kept.statements.slice((page - 1) * limit, page * limit),
          pagination: {
            current: page,
            pages: Math.ceil(kept.statements.length / limit),
            total: kept.statements.length,
          },
        },
      });
    }),
  );
  return kept;
}

const open = (search = "") =>
  renderApp({ url: `/employee/timesheet${search}`, as: { role: "Employee", employeeId: "EMP1007" } });
const section = async () => within(await screen.findByRole("region", { name: "Monthly Statements" }));
const rows = async () =>
  (await (await section()).findAllByRole("row"))
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe("Monthly Statements", () => {
  it("show the days of each closed month, the newest first", async () => {
    serve(
      aStatement("2026-09"),
      aStatement("2026-08", { workingDays: 21, approvedDays: 21, paidLeave: 0, unpaidLeave: 0 }),
    );
    open();
    const table = await (await section()).findByRole("table", { name: "Monthly Statements" });
    expect(
      within(table)
        .getAllByRole("columnheader")
        .map((head) => head.textContent),
    ).toEqual(["Month", "Working Days", "Approved", "Leave", "Absent", "Payable Days", "Download Receipt"]);
    expect(await rows()).toEqual([
      ["September 2026", "14", "10.5", "1.5", "2", "11", "Download Receipt: September 2026"],
      ["August 2026", "21", "21", "0", "2", "11", "Download Receipt: August 2026"],
    ]);
  });

  it("stand twelve on a page, which the address names", async () => {
    const months = Array.from({ length: 14 }, (_, back) => 2026 * 12 + 8 - back).map(
      (count) => `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`,
    );
    const { asked } = serve(...months.map((month) => aStatement(month)));
    const { user, router } = open("?date=2026-11-12");
    expect(await rows()).toHaveLength(12);
    const pages = within(await screen.findByRole("navigation", { name: "Pages of statements" }));
    expect(screen.getByText("Showing 1 to 12 of 14 results")).toBeVisible();
    await user.click(pages.getByRole("button", { name: "Next" }));
    await waitFor(async () =>
      expect((await rows()).map(([month]) => month)).toEqual(["September 2025", "August 2025"]),
    );
    expect(router.state.location.search).toBe("?date=2026-11-12&statements=2");
    expect(asked).toEqual(["?page=1&limit=12", "?page=2&limit=12"]);
  });

  it("say where no month has been closed", async () => {
    serve();
    open();
    expect(await (await section()).findByText("No month has been closed yet.")).toBeVisible();
    expect(screen.queryByRole("table", { name: "Monthly Statements" })).toBeNull();
  });

  it("say when they cannot be loaded", async () => {
    serve();
    server.use(fails("/api/months/mine"));
    open();
    expect(await (await section()).findByText("Failed to load statements")).toBeVisible();
  });

  it("come with a close and go with a reopening", async () => {
    const kept = serve();
    open();
    await (await section()).findByText("No month has been closed yet.");
    kept.statements = [aStatement("2026-10")];
    await hears("months");
    await waitFor(async () => expect((await rows())[0]?.[0]).toBe("October 2026"));
  });

  it("give the receipt of a month as a file, once for a press", async () => {
    const saved = catchDownloads();
    const { held, answer } = aHold();
    const asked: unknown[] = [];
    serve(aStatement("2026-09", { revision: 2 }), aStatement("2026-08"));
    server.use(
      http.get("/api/months/{month}/mine/pdf", async ({ params, response }) => {
        asked.push(params.month);
        await held;
        return response.untyped(
          new HttpResponse("%PDF-1.7", {
            headers: {
              "Content-Type": "application/pdf",
              "Content-Disposition": 'attachment; filename="Receipt_2026-09_r2_EMP1007.pdf"',
            },
          }),
        );
      }),
    );
    const { user } = open();
    const button = await screen.findByRole("button", { name: "Download Receipt: September 2026" });
    await user.click(button);
    expect(button).toHaveTextContent("Preparing...");
    expect(screen.getByRole("button", { name: "Download Receipt: August 2026" })).toBeEnabled();
    await user.click(button);
    answer();
    expect(await screen.findByText("Receipt downloaded")).toBeVisible();
    expect(asked).toEqual(["2026-09"]);
    expect(saved.map(({ name }) => name)).toEqual(["Receipt_2026-09_r2_EMP1007.pdf"]);
    await waitFor(() => expect(button).toHaveTextContent("Download Receipt"));
  });

  it("name the receipt themselves where the name got lost on the way", async () => {
    const saved = catchDownloads();
    serve(aStatement("2026-09", { revision: 3 }));
    server.use(
      http.get("/api/months/{month}/mine/pdf", ({ response }) =>
        response.untyped(new HttpResponse("%PDF-1.7", { headers: { "Content-Type": "application/pdf" } })),
      ),
    );
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Download Receipt: September 2026" }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(["Receipt_2026-09_r3_EMP1007.pdf"]));
  });

  it("say why there is no receipt", async () => {
    const saved = catchDownloads();
    serve(aStatement("2026-09"));
    const sentence = "There is no statement for September 2026";
    server.use(refuses("get", "/api/months/{month}/mine/pdf", 404, "NOT_FOUND", sentence));
    const { user } = open();
    const button = await screen.findByRole("button", { name: "Download Receipt: September 2026" });
    await user.click(button);
    expect(await screen.findByText(sentence)).toBeVisible();
    server.use(fails("/api/months/{month}/mine/pdf"));
    await user.click(button);
    expect(await screen.findByText("Failed to download the receipt. Please try again.")).toBeVisible();
    expect(saved).toEqual([]);
  });
});
