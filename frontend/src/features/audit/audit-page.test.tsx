import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { anAuditEntry, HASH, MAX, serveLog } from "../../testing/audit";
import { violations } from "../../testing/axe";
import { aUser } from "../../testing/fixtures";
import { renderApp } from "../../testing/render";
import { failsLater, gives, http, server } from "../../testing/server";

const open = (search = "") =>
  renderApp({ url: `/admin/audit-logs${search}`, as: { id: "a1", role: "Admin" } });
const table = () => screen.findByRole("table", { name: "Audit log" });
const rows = async () =>
  within(await table())
    .getAllByRole("row")
    .slice(1);
const cellsOf = (row: HTMLElement | undefined) =>
  [...(row?.querySelectorAll("th, td") ?? [])].map((cell) => cell.textContent);

const FREEZING = anAuditEntry(3, {
  at: "2026-11-20T00:05:00Z",
  action: "day-frozen",
  source: "job",
  actor: null,
  subjects: [MAX, { ...MAX, _id: "mia", firstName: "Mia" }, { ...MAX, _id: "moe", firstName: "Moe" }],
  subjectCount: 40,
  changes: [],
  details: { date: "2026-11-19" },
  ip: null,
  requestId: null,
});
const SALARY = anAuditEntry(2, {
  action: "salary-set",
  onBehalfOf: { _id: "marco", firstName: "Marco", lastName: "Rossi" },
  changes: [{ field: "salary", before: null, after: null, isMasked: true }],
  details: { from: "2026-12-01" },
});
const FRESH = anAuditEntry(4, { position: null, hash: null });
const LOG = [FRESH, FREEZING, SALARY, anAuditEntry(1)];

describe("the audit log", () => {
  it("says who did what, when, about whom, and what changed, newest first", async () => {
    const { asked } = serveLog(LOG);
    open();
    expect(await screen.findByRole("heading", { level: 1, name: "Audit Logs" })).toBeVisible();
    expect(screen.getByText("Who did what, when and from where.")).toBeVisible();
    const found = await rows();
    expect(cellsOf(found[0])).toEqual([
      "",
      "Nov 20, 2026, 9:00 AM",
      "Anna BergManager",
      "Day submitted",
      "Max Rossi",
      "Corrected Nov 19 from 8 h to 9 h",
    ]);
    expect(cellsOf(found[1])).toEqual([
      "",
      "Nov 20, 2026, 12:05 AM",
      "SystemJob",
      "Day frozen",
      "Max Rossi, Mia Rossi and 38 more",
      "Froze Nov 19, which had no entry",
    ]);
    expect(cellsOf(found[2]).slice(2)).toEqual([
      "Anna Berg for Marco RossiManager",
      "Salary set",
      "Max Rossi",
      "Changed the salary as of Dec 1",
    ]);
    expect(
      screen.getByText(
        'What happened in the last second is not sealed yet. Whoever owns the database could recompute the whole chain: keep the newest hash elsewhere and compare it with "daybook audit verify --against".',
      ),
    ).toBeVisible();
    expect(asked).toEqual(["?limit=50"]);
    expect(await screen.findByRole("combobox", { name: "About" })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it("opens an entry to all that is kept of it", async () => {
    serveLog(LOG);
    const { user } = open();
    const [fresh, , salary, sealed] = await rows();
    const opener = (row: HTMLElement | undefined) => within(row as HTMLElement).getByRole("button");
    expect(opener(sealed)).toHaveAccessibleName("Details of Day submitted, Nov 20, 2026, 9:00 AM");
    await user.click(opener(sealed));
    expect(opener(sealed)).toHaveAttribute("aria-expanded", "true");
    const details = () => within(screen.getByRole("table", { name: "Audit log" })).getAllByRole("definition");
    expect(details().map((one) => one.textContent)).toEqual([
      "was 8 → , now 9",
      "2026-11-19",
      "2",
      "no",
      "Max Rossi",
      "192.0.2.7",
      "req-7",
      "1",
      HASH,
    ]);
    expect(await violations()).toEqual([]);
    await user.click(opener(sealed));
    expect(screen.queryByText("req-7")).toBeNull();
    await user.click(opener(salary));
    expect(details()[0]).toHaveTextContent("changed, not shown");
    await user.click(opener(salary));
    await user.click(opener(fresh));
    expect(screen.getByText("Not sealed yet")).toBeVisible();
    expect(screen.queryByText(HASH, { selector: "dd *" })).toBeNull();
  });

  it("waits and fails in words", async () => {
    serveLog(LOG);
    const answer = failsLater("/api/audit-logs");
    open();
    expect(await screen.findByText("Loading audit logs...")).toBeVisible();
    answer();
    expect(await screen.findByText("Failed to load audit logs")).toBeVisible();
  });
});

describe("the filters of the audit log", () => {
  it("narrow it by days, and take a year only once it is whole", async () => {
    const { asked } = serveLog(LOG);
    const { user, router } = open();
    await table();
    const from = screen.getByLabelText("From");
    await user.type(from, "0002-11-01");
    await user.clear(from);
    await user.type(from, "2026-11-01");
    await waitFor(() => expect(router.state.location.search).toBe("?from=2026-11-01"));
    await user.type(screen.getByLabelText("To"), "2026-11-20");
    await waitFor(() => expect(asked.at(-1)).toBe("?from=2026-11-01&to=2026-11-20&limit=50"));
    expect(asked).toHaveLength(3);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.getByLabelText("To")).toHaveValue(""));
    expect(from).toHaveValue("2026-11-01");
  });

  it("narrow it by several actions, which Back undoes together", async () => {
    const { asked } = serveLog(LOG);
    const { user, router } = open();
    await user.click(await screen.findByRole("button", { name: "Action: Any action" }));
    const list = screen.getByRole("listbox", { name: "Action" });
    await user.click(within(list).getByRole("option", { name: "Day frozen" }));
    await user.click(within(list).getByRole("option", { name: "Salary set" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Action: 2 actions" })).toHaveFocus());
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(asked.at(-1)).toBe("?action=day-frozen%2Csalary-set&limit=50");
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe("");
    await waitFor(async () => expect(await rows()).toHaveLength(4));
  });

  it("narrow it by who did it, the portal itself too, and by whom it is about", async () => {
    const { asked } = serveLog(LOG);
    const searched: (string | null)[] = [];
    server.use(
      http.get("/api/users", ({ query, response }) => {
        searched.push(query.get("search"));
        return response(200).json({
          success: true,
          data: {
            users: [aUser({ _id: "anna", firstName: "Anna", lastName: "Berg", role: "Manager" })],
            pagination: { current: 1, pages: 1, total: 1 },
          },
        });
      }),
    );
    const { user, router } = open();
    await user.click(await screen.findByRole("combobox", { name: "By" }));
    await user.click(await screen.findByRole("option", { name: /^System/ }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(asked.at(-1)).toBe("?actorId=none&limit=50");
    const by = screen.getByRole("combobox", { name: "By" });
    expect(by).toHaveValue("System");
    await user.click(by);
    await user.type(by, "ann");
    await user.click(await screen.findByRole("option", { name: /^Anna Berg/ }));
    await waitFor(async () => expect(await rows()).toHaveLength(3));
    expect(by).toHaveValue("Anna Berg");
    expect(searched).toContain("ann");
    const about = screen.getByRole("combobox", { name: "About" });
    await user.click(about);
    expect(screen.queryByRole("option", { name: /^System/ })).toBeNull();
    await user.click(await screen.findByRole("option", { name: /^Anna Berg/ }));
    await waitFor(() => expect(asked.at(-1)).toBe("?actorId=anna&subjectId=anna&limit=50"));
    await user.click(about);
    await user.click(await screen.findByRole("option", { name: "Anybody" }));
    await waitFor(() => expect(router.state.location.search).toBe("?actorId=anna"));
  });

  it("leave sign-ins out until an action is chosen", async () => {
    const { asked } = serveLog(LOG);
    const { user, router } = open();
    await table();
    const box = () => screen.getByRole("checkbox", { name: "Hide sign-ins" });
    await user.click(box());
    await waitFor(() => expect(asked.at(-1)).toBe("?withoutSignIns=true&limit=50"));
    expect(box()).toBeChecked();
    expect(router.state.location.search).toBe("?withoutSignIns=true");
    await user.click(await screen.findByRole("button", { name: "Action: Any action" }));
    await user.click(screen.getByRole("option", { name: "Day frozen" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(asked.at(-1)).toBe("?action=day-frozen&limit=50"));
    expect(box()).not.toBeChecked();
    await user.click(box());
    await waitFor(() => expect(router.state.location.search).toBe("?withoutSignIns=true"));
  });

  it("that nothing matches say so, and are taken back with one press", async () => {
    serveLog(LOG);
    server.use(gives("/api/users/{id}", { user: aUser({ firstName: "Greta", lastName: "Holm" }) }));
    const { user, router } = open("?actorId=greta&from=2026-11-01&size=20");
    expect(await screen.findByText("No entries match these filters")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("combobox", { name: "By" })).toHaveValue("Greta Holm"));
    const [clear] = screen.getAllByRole("button", { name: "Clear filters" });
    await user.click(clear as HTMLElement);
    await waitFor(async () => expect(await rows()).toHaveLength(4));
    expect(router.state.location.search).toBe("?size=20");
    expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
    expect(screen.getByLabelText("From")).toHaveFocus();
  });
});

describe("the pages of the audit log", () => {
  const MANY = Array.from({ length: 50 }, (_, index) =>
    anAuditEntry(50 - index, { requestId: `r${50 - index}` }),
  );
  const first = async () => cellsOf((await rows())[0])[4];
  const many = MANY.map((one) => ({ ...one, subjects: [{ ...MAX, lastName: `No${one.seq}` }] }));

  it("lead to older entries and back, and stay in the address", async () => {
    const { asked } = serveLog(many);
    const { user, router } = open("?size=20");
    expect(await first()).toBe("Max No50");
    expect(screen.getByRole("button", { name: "Newer" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Older" }));
    await waitFor(async () => expect(await first()).toBe("Max No30"));
    await user.click(screen.getByRole("button", { name: "Older" }));
    await waitFor(async () => expect(await first()).toBe("Max No10"));
    expect(router.state.location.search).toBe("?size=20&cursor=11");
    expect(screen.getByRole("button", { name: "Older" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Newer" }));
    await waitFor(async () => expect(await first()).toBe("Max No30"));
    expect(router.state.location.search).toBe("?size=20&cursor=31");
    await user.click(screen.getByRole("button", { name: "Newer" }));
    await waitFor(async () => expect(await first()).toBe("Max No50"));
    expect(router.state.location.search).toBe("?size=20");
    expect(asked).toEqual(["?limit=20", "?cursor=31&limit=20", "?cursor=11&limit=20"]);
  });

  it("lead from a link into the log to the newest, and begin there with another size", async () => {
    serveLog(many);
    const { user, router } = open("?size=20&cursor=31");
    expect(await first()).toBe("Max No30");
    await user.click(screen.getByRole("button", { name: "Newer" }));
    await waitFor(async () => expect(await first()).toBe("Max No50"));
    await user.click(screen.getByRole("button", { name: "Older" }));
    await waitFor(async () => expect(await first()).toBe("Max No30"));
    await user.selectOptions(screen.getByLabelText("Entries per page"), "100");
    await waitFor(async () => expect(await rows()).toHaveLength(50));
    expect(router.state.location.search).toBe("?size=100");
    await user.selectOptions(screen.getByLabelText("Entries per page"), "50");
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });
});
