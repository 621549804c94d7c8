import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { violations } from "../../testing/axe";
import { aClosedMonth, anOpenMonth, aReadiness, aRevision, CHECKSUM, onePage } from "../../testing/months";
import { renderApp } from "../../testing/render";
import { failsLater, gives, http, refuses, server } from "../../testing/server";
import { hears } from "../../testing/socket";

const MONTHS = [
  anOpenMonth("2026-11", { isOver: false, closableFrom: "2026-12-01" }),
  anOpenMonth("2026-10"),
  anOpenMonth("2026-09", { state: "closing" }),
  anOpenMonth("2026-08", { state: "reopened", revision: 1, newest: aRevision() }),
  aClosedMonth("2026-07", {
    check: { checkedAt: "2026-11-20T03:00:00Z", differences: 0, checksumHolds: true, samples: [] },
  }),
  aClosedMonth(
    "2026-06",
    { check: { checkedAt: "2026-11-20T03:00:00Z", differences: 2, checksumHolds: false, samples: [] } },
    aRevision({ revision: 3, employees: 1_234 }),
  ),
  aClosedMonth("2026-05", {
    check: { checkedAt: "2026-11-20T03:00:00Z", differences: 0, checksumHolds: false, samples: [] },
  }),
];

function serve() {
  const asked: string[] = [];
  server.use(
    http.get("/api/months", ({ query, response }) => {
      asked.push(query.get("year") ?? "-");
      return response(200).json({
        success: true,
        data: { months: MONTHS, years: [2026, 2025, 2024, 2023, 2022, 2019] },
      });
    }),
  );
  return asked;
}

const hr = (url = "/hr/payroll") => renderApp({ url, as: { role: "HR" } });
const table = (year = 2026) => screen.findByRole("table", { name: `Months of ${year}` });
const cellsOf = async (name: string) => {
  const row = within(await table()).getByRole("row", { name: new RegExp(`^${name}`) });
  return within(row)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
};

describe("all months", () => {
  it.each([
    ["HR", "/hr/payroll"],
    ["Admin", "/admin/payroll"],
  ] as const)("tell %s where each stands, and what the last check found", async (role, url) => {
    const asked = serve();
    renderApp({ url, as: { role } });
    expect(await screen.findByRole("heading", { level: 1, name: "Payroll Processing" })).toBeVisible();
    expect(await cellsOf("November 2026")).toEqual(["In Progress", "–", "–", "–", "–"]);
    expect(await cellsOf("October 2026")).toEqual(["Open", "–", "–", "–", "–"]);
    expect(await cellsOf("September 2026")).toEqual(["Closing", "–", "–", "–", "–"]);
    expect(await cellsOf("August 2026")).toEqual(["Reopened", "1", "November 2, 2026", "12", "–"]);
    expect(await cellsOf("July 2026")).toEqual(["Closed", "1", "November 2, 2026", "12", "Agrees"]);
    expect(await cellsOf("June 2026")).toEqual(["Closed", "3", "November 2, 2026", "1,234", "2 differences"]);
    expect((await cellsOf("May 2026")).at(-1)).toBe("The checksum does not match");
    expect(asked).toEqual(["2026"]);
    expect(await violations()).toEqual([]);
  });

  it("are of the year in the address, and lead to a month and back", async () => {
    const asked = serve();
    const { user, router } = hr("/hr/payroll?year=1999");
    await table();
    const year = screen.getByRole("combobox", { name: "Year" });
    const years = within(year).getAllByRole("option");
    expect(years.map((one) => one.textContent)).toEqual(["2026", "2025", "2024", "2023", "2022", "2019"]);
    await user.selectOptions(year, "2025");
    await waitFor(() => expect(asked).toEqual(["2026", "2025"]));
    expect(router.state.location.search).toBe("?year=2025");
    server.use(
      gives("/api/months/{month}", {
        month: anOpenMonth("2026-10"),
        revisions: [],
        readiness: aReadiness(),
      }),
      gives("/api/months/{month}/readiness", { rows: [], pagination: onePage(0) }),
    );
    await user.click(within(await table(2025)).getByRole("link", { name: "October 2026" }));
    const heading = await screen.findByRole("heading", { level: 2, name: "October 2026" });
    expect(heading).toHaveFocus();
    expect(router.state.location.search).toBe("?month=2026-10");
    await user.click(screen.getByRole("link", { name: "All Months" }));
    expect(await screen.findByRole("heading", { level: 2, name: "All Months" })).toHaveFocus();
    expect(router.state.location.search).toBe("");
  });

  it("wait and fail in words", async () => {
    const answer = failsLater("/api/months");
    hr();
    expect(await screen.findByText("Loading months...")).toBeVisible();
    answer();
    expect(await screen.findByText("Failed to load months. Please try again.")).toBeVisible();
  });

  it("are asked for again when one changes", async () => {
    const asked = serve();
    hr();
    await table();
    await hears("months");
    await waitFor(() => expect(asked).toHaveLength(2));
  });
});

describe("a checksum", () => {
  const bodies: string[] = [];

  function answers(result: "current" | "superseded" | "changed" | "unknown") {
    bodies.length = 0;
    server.use(
      http.post("/api/months/check", async ({ request, response }) => {
        bodies.push(`${request.headers.get("Content-Type")} ${await request.clone().text()}`);
        const found =
          result === "unknown" ? { month: null, revision: null } : { month: "2026-06", revision: 2 };
        return response(200).json({ success: true, data: { result, ...found } });
      }),
    );
  }

  it.each([
    ["current", "This is revision 2 of June 2026, the current one."],
    ["superseded", "This is revision 2 of June 2026. It is no longer current."],
    ["changed", "The file names revision 2 of June 2026, but it has been changed."],
    ["unknown", "No closed month has this checksum."],
  ] as const)("that is %s is answered in words", async (result, sentence) => {
    serve();
    answers(result);
    const { user } = hr();
    await table();
    await user.type(screen.getByRole("textbox", { name: "Checksum" }), ` ${CHECKSUM}`);
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(bodies).toEqual([`application/json {"checksum":" ${CHECKSUM}"}`]);
  });

  it("may come in a file, whose bytes are sent as they are", async () => {
    serve();
    answers("current");
    const { user } = hr();
    await table();
    const field = screen.getByRole("textbox", { name: "Checksum" });
    await user.type(field, "abc");
    const file = new File(["\uFEFFMonth,Checksum\r\n2026-06,x\r\n"], "Payroll.csv", { type: "text/csv" });
    await user.upload(screen.getByLabelText("CSV File"), file);
    expect(field).toHaveValue("");
    expect(screen.getByText("Payroll.csv")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(await screen.findByText("This is revision 2 of June 2026, the current one.")).toBeVisible();
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatch(/^text\/csv /);
    // What was said is no longer about what stands there.
    await user.type(field, "a");
    expect(screen.queryByText(/This is revision/)).toBeNull();
    expect(screen.getByText("Choose a file, or drop it here")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Check" }));
    await waitFor(() => expect(bodies.at(-1)).toBe('application/json {"checksum":"a"}'));
  });

  it("that is none is blamed at its field, and a failure is said in the server's words or its own", async () => {
    serve();
    const sentence = "Enter the 64 characters of a checksum";
    const refusal = { errors: { checksum: sentence } };
    server.use(refuses("post", "/api/months/check", 400, "VALIDATION_FAILED", sentence, refusal));
    const { user } = hr();
    await table();
    await user.click(screen.getByRole("button", { name: "Check" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Checksum" })).toHaveFocus());
    expect(screen.getByText(sentence)).toBeVisible();
    server.use(http.post("/api/months/check", ({ response }) => response.untyped(Response.error())));
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(await screen.findByText("Failed to check. Please try again.")).toBeVisible();
    server.use(refuses("post", "/api/months/check", 413, "PAYLOAD_TOO_LARGE", "The file is too large."));
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(await screen.findByText("The file is too large.")).toBeVisible();
  });
});
