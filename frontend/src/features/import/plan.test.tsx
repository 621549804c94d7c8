import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { violations } from "../../testing/axe";
import { catchDownloads } from "../../testing/downloads";
import { aRefusal } from "../../testing/fixtures";
import { aPlan, aRow } from "../../testing/imports";
import { http, refuses, server } from "../../testing/server";
import { STAFF, serve, show } from "./plan-parts";

const button = (name: string) => screen.findByRole("button", { name });

describe("what can be read in two ways", () => {
  const ASKING = aPlan({
    state: "asking",
    counts: { create: 0, change: 0, same: 0, refuse: 0 },
    questions: [
      {
        column: "Joining Date",
        samples: ["03/04/2026", "05/06/2019", "01/02/2020"],
        choices: ["dmy", "mdy"],
      },
      { column: "Salary", samples: ["52.000", "48.500", "61.250"], choices: ["point", "comma"] },
      { column: "Pattern From", samples: ["04/05/2026"], choices: ["dmy", "mdy"] },
    ],
  });

  it("is asked with three samples, and sent again with the answers", async () => {
    const { sent } = serve(ASKING, [aRow()], { state: "ready", questions: [], counts: aPlan().counts });
    const { user, router } = show();
    const dates = within(
      await screen.findByRole("group", { name: /^Is 03\/04\/2026 the 3rd of April or March 4\?/ }),
    );
    expect(dates.getByText("Joining Date, Pattern From:", { exact: false })).toHaveTextContent(
      "03/04/2026 · 05/06/2019 · 01/02/2020",
    );
    const dayFirst = dates.getByRole("radio", { name: "The day comes first" });
    expect(dayFirst).toHaveAccessibleDescription("April 3, 2026 · June 5, 2019 · February 1, 2020");
    const numbers = within(screen.getByRole("group", { name: /^Is 52\.000 the number 52,000 or 52\?/ }));
    const comma = numbers.getByRole("radio", { name: "The comma is the decimal sign" });
    expect(comma).toHaveAccessibleDescription("52,000 · 48,500 · 61,250");
    expect(screen.queryByRole("tablist")).toBeNull();
    expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
    expect(await violations()).toEqual([]);

    await user.click(await button("Continue"));
    await waitFor(() => expect(dayFirst).toHaveFocus());
    expect(dayFirst).toHaveAccessibleDescription(/Please choose one of them\.$/);
    expect(sent).toEqual([]);
    await user.click(dayFirst);
    await user.click(comma);
    await user.click(await button("Continue"));
    expect(await screen.findByRole("tab", { name: "Added (2)" })).toBeVisible();
    expect(router.state.location.search).toBe("?plan=plan-2");
    expect(sent).toEqual([
      {
        kind: "people",
        fileName: "staff.csv",
        encoding: "utf-8",
        separator: "semicolon",
        dates: "dmy",
        decimal: "comma",
      },
    ]);
  });

  it("needs the file once more after the page was loaded anew", async () => {
    const { sent } = serve(ASKING, [], { state: "ready", questions: [] });
    const { user } = show({ isReloaded: true });
    await user.click(await screen.findByRole("radio", { name: "The month comes first" }));
    await user.click(screen.getByRole("radio", { name: "The point is the decimal sign" }));
    await user.click(await button("Continue"));
    const field = screen.getByLabelText("File");
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription(
      "This page was loaded anew. Please choose staff.csv again. Please choose the file.",
    );
    await user.upload(field, STAFF);
    await user.click(await button("Continue"));
    await screen.findByRole("tab", { name: "Added (0)" });
    expect(sent).toMatchObject([{ dates: "mdy", decimal: "point" }]);
  });
});

describe("how a file was read", () => {
  it("is said, with the columns that say nothing, and can be changed", async () => {
    const { sent } = serve(aPlan({ dates: "dmy", ignoredColumns: ["Shoe Size", "Desk"] }));
    const { user } = show();
    expect(await screen.findByText("UTF-8, separated by semicolons")).toBeVisible();
    expect(screen.getByText("dates with the day first")).toBeVisible();
    expect(screen.getByText(/^These columns are not known/)).toHaveTextContent("Shoe Size, Desk");
    await user.click(await button("Change"));
    const dialog = within(screen.getByRole("dialog"));
    await user.selectOptions(dialog.getByLabelText("Encoding"), "Windows-1252");
    await user.selectOptions(dialog.getByLabelText("Separator"), "As detected");
    await user.click(dialog.getByRole("button", { name: "Read Again" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(screen.getByText("staff.csv")).toHaveFocus());
    expect(sent).toEqual([{ kind: "people", fileName: "staff.csv", encoding: "windows-1252", dates: "dmy" }]);
  });

  it("is asked for again with another day from which records begin", async () => {
    const { sent } = serve(aPlan(), [aRow()], { recordsFrom: "2026-12-01" });
    const { user } = show();
    expect(await screen.findByText("The day of the import")).toBeVisible();
    await user.click(await button("Change Records From"));
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByLabelText("Records From"), "2026-12-01");
    await user.click(dialog.getByRole("button", { name: "Read Again" }));
    expect(await screen.findByText("December 1, 2026")).toBeVisible();
    expect(sent).toMatchObject([{ recordsFrom: "2026-12-01" }]);
  });
});

describe("the rows of a plan", () => {
  const ROWS = [
    ...Array.from({ length: 51 }, (_, index) => aRow({ line: index + 2, who: `Person ${index + 1}` })),
    aRow({
      line: 60,
      action: "change",
      who: "Marco Rossi (EMP1042)",
      changes: [
        { field: "Department", before: "Sales", after: "Engineering", isMasked: false },
        { field: "Phone", before: "123", after: null, isMasked: false },
        { field: "Salary", before: null, after: null, isMasked: true },
      ],
    }),
    aRow({
      line: 17,
      action: "refuse",
      who: "",
      changes: [],
      problem: { column: "Joining Date", value: "31.02.2019", sentence: "This day does not exist" },
    }),
    aRow({
      line: 18,
      action: "refuse",
      who: "Bea Stone",
      changes: [],
      problem: { column: "", value: "", sentence: "Two rows are about this person" },
    }),
  ];
  const FULL = aPlan({ counts: { create: 51, change: 1, same: 0, refuse: 2 } });

  it("stand in tabs with their counts, 50 a page", async () => {
    const { asked } = serve(FULL, ROWS);
    const { user, router } = show();
    const table = await screen.findByRole("table", { name: "Added rows" });
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "Added (51)",
      "Changed (1)",
      "Same (0)",
      "Refused (2)",
    ]);
    expect(within(table).getAllByRole("rowheader")).toHaveLength(50);
    expect(within(table).getAllByRole("row")[1]).toHaveTextContent("2Person 1DepartmentEngineering");
    await user.click(await button("Page 2"));
    expect(await screen.findByRole("rowheader", { name: "Person 51" })).toBeVisible();
    expect(router.state.location.search).toBe("?plan=plan-1&page=2");
    expect(asked).toEqual(["?action=create&page=1&limit=50", "?action=create&page=2&limit=50"]);
    await user.click(screen.getByRole("tab", { name: "Same (0)" }));
    expect(await screen.findByText("No row is there already")).toBeVisible();
    expect(router.state.location.search).toBe("?plan=plan-1&show=same");
  });

  it("say what changes, and nothing of what is not shown to the reader", async () => {
    serve(FULL, ROWS);
    show({ search: "&show=changed" });
    const row = (await screen.findByRole("rowheader", { name: "Marco Rossi (EMP1042)" })).closest("tr");
    expect(row).toHaveTextContent("Departmentwas Sales → , now Engineering");
    expect(row).toHaveTextContent("Phonewas 123 → , now –");
    expect(row).toHaveTextContent("Salarynot shown");
  });

  it("say why they are refused, and can be taken along", async () => {
    serve(FULL, ROWS);
    server.use(
      http.get("/api/imports/{id}/refused", ({ response }) =>
        response.untyped(new Response("Email,Problem\n")),
      ),
    );
    const saved = catchDownloads();
    const { user } = show({ search: "&show=refused" });
    expect(await screen.findByText(/^Joining Date:/)).toHaveTextContent(
      "Joining Date: 31.02.2019 – This day does not exist",
    );
    expect(screen.getByText("Two rows are about this person")).toBeVisible();
    await user.click(await button("Download refused rows"));
    expect(await screen.findByText("Refused rows downloaded")).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual(["staff_refused.csv"]);
  });

  it("are none that would do anything: the page says so, and offers no import", async () => {
    serve(aPlan({ counts: { create: 0, change: 0, same: 1, refuse: 0 } }), [
      aRow({ action: "same", changes: [] }),
    ]);
    show();
    expect(await screen.findByText("Everything in this file is there already.")).toBeVisible();
    expect(await screen.findByRole("table", { name: "Same rows" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
    expect(await button("Import Another File")).toBeVisible();
  });

  it("of a plan that is gone are not there", async () => {
    server.use(refuses("get", "/api/imports/{id}", 404, "NOT_FOUND", "Import not found"));
    const { user, router } = show();
    expect(await screen.findByText("Import not found")).toBeVisible();
    await user.click(await button("Choose Another File"));
    expect(await screen.findByRole("region", { name: "People" })).toBeVisible();
    expect(router.state.location.search).toBe("");
  });
});

describe("an import", () => {
  it("applies everything, says so in a message and in its place, and moves the focus on", async () => {
    const { sent } = serve(aPlan());
    const { user } = show({ as: "Admin" });
    expect(await screen.findByRole("checkbox", { name: "Send invitations" })).not.toBeChecked();
    expect(screen.queryByRole("button", { name: "Import the good rows only" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Download refused rows" })).toBeNull();
    await user.click(await button("Import"));
    const said = await screen.findByText("2 people added, 0 changed, Nov 20, 2026, 10:00 AM");
    await waitFor(() => expect(said).toHaveFocus());
    expect(screen.getByText("2 people added, 0 changed")).toBeVisible();
    expect(sent).toEqual([{ mode: "all", invite: "no" }]);
    expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
    await user.click(await button("Import Another File"));
    expect(await screen.findByRole("region", { name: "People" })).toBeVisible();
  });

  it("invites now, or on a date that has to be chosen", async () => {
    const { sent } = serve(aPlan());
    const { user } = show();
    await user.click(await screen.findByRole("checkbox", { name: "Send invitations" }));
    expect(screen.getByRole("radio", { name: "Now" })).toBeChecked();
    await user.click(screen.getByRole("radio", { name: "On a date" }));
    const date = screen.getByLabelText("Date");
    expect(date).toHaveAttribute("min", "2026-11-21");
    expect(date).toHaveAttribute("max", "2027-01-19");
    await user.click(await button("Import"));
    await waitFor(() => expect(date).toHaveFocus());
    expect(date).toHaveAccessibleDescription("Please choose a date.");
    expect(sent).toEqual([]);
    await user.type(date, "2026-12-01");
    await user.click(await button("Import"));
    await screen.findByText(/^2 people added, 0 changed, /);
    expect(sent).toEqual([{ mode: "all", invite: "2026-12-01" }]);
  });

  it("of other kinds has nobody to invite", async () => {
    const { sent } = serve(aPlan({ kind: "balances" }));
    const { user } = show();
    await user.click(await button("Import"));
    await screen.findByText(/^2 balances added, 0 changed, /);
    expect(sent).toEqual([{ mode: "all", invite: "no" }]);
  });

  it("leaves refused rows out only where that is asked for", async () => {
    const plan = aPlan({ counts: { create: 2, change: 0, same: 0, refuse: 3 } });
    const sentence = "3 rows are refused. Correct them, or import the good rows only.";
    serve(plan);
    server.use(refuses("post", "/api/imports/{id}/apply", 409, "CONFLICT", sentence));
    const { user } = show();
    await user.click(await button("Import"));
    await waitFor(() => expect(screen.getByText(sentence)).toHaveFocus());
    const { sent } = serve(plan);
    await user.click(await button("Import the good rows only"));
    expect(await screen.findByText(/^2 people added, 0 changed, /)).toBeVisible();
    expect(sent).toEqual([{ mode: "good", invite: "no" }]);
    expect(await button("Download refused rows")).toBeVisible();
  });

  it("shows the new plan where something has changed since", async () => {
    const { becomes } = serve(aPlan());
    const sentence = "Some of these people have changed since the plan was made. Please check the new plan.";
    const plan = aPlan({ _id: "plan-3", counts: { create: 1, change: 1, same: 0, refuse: 0 } });
    server.use(
      http.post("/api/imports/{id}/apply", ({ response }) => {
        becomes(plan);
        return response(409).json({ ...aRefusal("CONFLICT", sentence), data: { plan } });
      }),
    );
    const { user, router } = show();
    await user.click(await button("Import"));
    await waitFor(() => expect(screen.getByText(sentence)).toHaveFocus());
    expect(router.state.location.search).toBe("?plan=plan-3");
    expect(screen.getByRole("tab", { name: "Changed (1)" })).toBeVisible();
    // The file went along.
    await user.click(await button("Change"));
    expect(within(screen.getByRole("dialog")).queryByLabelText("File")).toBeNull();
  });

  it("that breaks off says so, and can be tried again", async () => {
    const { sent } = serve(aPlan());
    server.use(
      http.post("/api/imports/{id}/apply", ({ response }) =>
        response.untyped(new Response("<html>", { status: 502 })),
      ),
    );
    const { user } = show();
    await user.click(await button("Import"));
    await waitFor(() => expect(screen.getByText("Failed to import. Please try again.")).toHaveFocus());
    serve(aPlan({ state: "failed", reason: "The disk is full." }));
    await user.click(await button("Import"));
    expect(await screen.findByText("2 people added, 0 changed")).toBeVisible();
    expect(sent).toEqual([]);
  });
});
