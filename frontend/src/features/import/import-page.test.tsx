import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http as anyHttp, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { catchDownloads } from "../../testing/downloads";
import { aRefusal } from "../../testing/fixtures";
import { aPlan, servesPlan } from "../../testing/imports";
import { renderApp } from "../../testing/render";
import { aHold, gives, http, refuses, server } from "../../testing/server";

const show = (search = "") => renderApp({ url: `/hr/import${search}`, as: { id: "h1", role: "HR" } });
const card = async (name: string) => within(await screen.findByRole("region", { name }));
const aFile = (text = "Email;First Name\n", name = "staff.csv", type = "text/csv") =>
  new File([text], name, { type });

type Sent = { kind: string; type: string | null; query: Record<string, string> };

/** A server that reads whatever is sent, and remembers it. */
function reads(plan = aPlan()) {
  const sent: Sent[] = [];
  server.use(
    ...servesPlan(plan).handlers,
    http.post("/api/imports/{id}", async ({ request, params, response }) => {
      sent.push({
        kind: String(params.id),
        type: request.headers.get("Content-Type"),
        query: Object.fromEntries(new URL(request.url).searchParams),
      });
      return response(201).json({ success: true, data: { plan } });
    }),
  );
  return sent;
}

describe("a file that is chosen", () => {
  it("is sent as it is, and its plan has the focus and an address of its own", async () => {
    const sent = reads();
    const { user, router } = show();
    await user.upload((await card("People")).getByLabelText("Choose File"), aFile("Email\nada@x.example\n"));
    const heading = await screen.findByRole("heading", { level: 2, name: "staff.csv" });
    await waitFor(() => expect(within(heading).getByText("staff.csv")).toHaveFocus());
    expect(screen.getByText("UTF-8, separated by semicolons")).toBeVisible();
    expect(router.state.location.search).toBe("?plan=plan-1");
    // What jsdom makes of a file is not what a browser sends: its bytes are a matter of the browser tests.
    expect(sent).toEqual([{ kind: "people", type: "text/csv", query: { fileName: "staff.csv" } }]);
  });

  it("is a calendar by its name, whatever the browser takes it for", async () => {
    const sent = reads(aPlan({ kind: "holidays", fileName: "2026.ics", separator: null }));
    const { user } = show();
    const field = (await card("Holidays")).getByLabelText("Choose File");
    await user.upload(field, aFile("BEGIN:VCALENDAR", "2026.ics", "text/calendar"));
    expect(await screen.findByRole("heading", { level: 2, name: "2026.ics" })).toBeVisible();
    expect(sent).toMatchObject([{ kind: "holidays", type: "text/calendar" }]);
    expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
  });

  it("is waited for in words", async () => {
    const { held, answer } = aHold();
    server.use(
      http.post("/api/imports/{id}", async ({ response }) => {
        await held;
        return response(400).json(aRefusal("VALIDATION_FAILED", "The file has no rows"));
      }),
    );
    const { user } = show();
    const people = await card("People");
    await user.upload(people.getByLabelText("Choose File"), aFile());
    expect(await people.findByText("Loading plan...")).toBeVisible();
    answer();
    expect(await people.findByText("The file has no rows")).toBeVisible();
    expect(people.queryByText("Loading plan...")).toBeNull();
  });

  it("can be chosen again once it is corrected", async () => {
    reads();
    server.use(refuses("post", "/api/imports/{id}", 400, "VALIDATION_FAILED", "The file has no rows"));
    const { user } = show();
    const field = (await card("Leave Balances")).getByLabelText("Choose File");
    await user.upload(field, aFile(""));
    await waitFor(() => expect(field).toHaveAccessibleDescription(/The file has no rows/));
    expect(field).toBeInvalid();
    const sent = reads();
    await user.upload(field, aFile());
    expect(await screen.findByRole("heading", { level: 2, name: "staff.csv" })).toBeVisible();
    expect(sent).toMatchObject([{ kind: "balances" }]);
  });

  it("is said to be unreadable where no server of ours has answered", async () => {
    reads();
    server.use(
      anyHttp.post("*/api/imports/people", () => new HttpResponse("<html>Too large</html>", { status: 502 })),
    );
    const { user } = show();
    const people = await card("People");
    await user.upload(people.getByLabelText("Choose File"), aFile());
    expect(await people.findByText("Failed to read the file. Please try again.")).toBeVisible();
  });

  it("is not sent where it is too large", async () => {
    const sent = reads();
    const { user } = show();
    const people = await card("People");
    const large = aFile();
    Object.defineProperty(large, "size", { value: 16 * 1024 * 1024 + 1 });
    await user.upload(people.getByLabelText("Choose File"), large);
    expect(await people.findByText("The file is larger than 16 MiB")).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("is one: two that are dropped together are refused with a sentence", async () => {
    const sent = reads();
    const { user } = show();
    const people = await card("People");
    const field = people.getByLabelText("Choose File");
    const isLeftToTheBrowser = fireEvent.drop(field, { dataTransfer: { files: [aFile(), aFile()] } });
    expect(isLeftToTheBrowser).toBe(false);
    expect(await people.findByText("Please drop one file only.")).toBeVisible();
    expect(fireEvent.drop(field, { dataTransfer: { files: [aFile()] } })).toBe(true);
    expect(sent).toEqual([]);
    await user.upload(field, aFile());
    expect(await screen.findByRole("heading", { level: 2, name: "staff.csv" })).toBeVisible();
  });

  it("can be gone on with from the menu, as long as it is neither imported nor discarded", async () => {
    reads();
    const { user, router } = show();
    await user.upload((await card("People")).getByLabelText("Choose File"), aFile());
    await screen.findByRole("heading", { level: 2, name: "staff.csv" });
    const menu = () => screen.getByRole("navigation", { name: "HR menu" });
    await user.click(within(menu()).getByRole("link", { name: "Import and Export" }));
    expect(await screen.findByText(/has been read and is not imported yet/)).toHaveTextContent("staff.csv");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(router.state.location.search).toBe("?plan=plan-1");
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() =>
      expect(screen.getByRole("heading", { level: 1, name: "Import and Export" })).toHaveFocus(),
    );
    expect(router.state.location.search).toBe("");
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
  });
});

describe("a template", () => {
  it.each([
    ["People", "People_template.csv", "Employee ID,External ID,First Name,Last Name,Email,Role"],
    [
      "Leave Balances",
      "Leave_balances_template.csv",
      "Employee ID,External ID,Email,Leave Type,Year,Days,Note",
    ],
    ["Holidays", "Holidays_template.csv", "Date,Name,Description,Recurring"],
  ])("of %s is a header and an example row", async (name, file, header) => {
    const saved = catchDownloads();
    const { user } = show();
    await user.click((await card(name)).getByRole("button", { name: "Download a Template" }));
    expect(saved.map((one) => one.name)).toEqual([file]);
    const bytes = new Uint8Array((await saved[0]?.file.arrayBuffer()) ?? []);
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [columns = "", example = "", ...rest] = new TextDecoder().decode(bytes).split("\n");
    expect(columns.startsWith(header)).toBe(true);
    expect(example.split(",")).toHaveLength(columns.split(",").length);
    expect(rest).toEqual([""]);
  });
});

describe("an export", () => {
  it("is of a kind, and of balances of a year", async () => {
    const asked: string[] = [];
    const file = (kind: string) =>
      new HttpResponse("Email\n", {
        headers: { "Content-Disposition": `attachment; filename="${kind}.csv"` },
      });
    server.use(
      http.get("/api/exports/people", ({ response }) => {
        asked.push("people");
        return response.untyped(file("people"));
      }),
      http.get("/api/exports/balances", ({ request, response }) => {
        asked.push(`balances${new URL(request.url).search}`);
        return response.untyped(file("balances"));
      }),
      http.get("/api/exports/holidays", ({ response }) => {
        asked.push("holidays");
        return response.untyped(file("holidays"));
      }),
    );
    const saved = catchDownloads();
    const { user } = show();
    await user.click((await card("People")).getByRole("button", { name: "Export" }));
    expect(await screen.findByText("people.csv downloaded")).toBeVisible();
    const balances = await card("Leave Balances");
    await user.selectOptions(balances.getByLabelText("Year of the export"), "2025");
    await user.click(balances.getByRole("button", { name: "Export" }));
    expect(await screen.findByText("balances.csv downloaded")).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual(["people.csv", "balances.csv"]);
    expect(asked).toEqual(["people", "balances?year=2025"]);
  });

  it("that fails says so", async () => {
    server.use(anyHttp.get("*/api/exports/holidays", () => new HttpResponse("Bad gateway", { status: 502 })));
    const { user } = show();
    await user.click((await card("Holidays")).getByRole("button", { name: "Export" }));
    expect(await screen.findByText("Failed to export. Please try again.")).toBeVisible();
  });
});

describe("the holidays of a country", () => {
  const COUNTRIES = {
    version: "holidays 0.109",
    countries: [
      { code: "DE", name: "Germany", regions: [{ code: "BY", name: "Bavaria" }] },
      { code: "IT", name: "Italy", regions: [] },
    ],
  };

  it("are planned for a region and up to three years", async () => {
    const plan = aPlan({ kind: "holidays", fileName: "Germany, Bavaria", encoding: null, separator: null });
    reads(plan);
    const asked: unknown[] = [];
    server.use(
      gives("/api/imports/countries", COUNTRIES),
      http.post("/api/imports/holidays/country", async ({ request, response }) => {
        asked.push(await request.json());
        return response(201).json({ success: true, data: { plan } });
      }),
    );
    const { user } = show();
    await user.click((await card("Holidays")).getByRole("button", { name: "From a Country" }));
    const dialog = within(await screen.findByRole("dialog"));
    const country = await dialog.findByLabelText("Country");
    expect(dialog.getByText("The table comes from the package holidays 0.109.")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Show Plan" }));
    await waitFor(() => expect(country).toHaveFocus());
    expect(country).toHaveAccessibleDescription("Please choose a country.");
    await user.selectOptions(country, "Italy");
    expect(dialog.queryByLabelText("Region")).toBeNull();
    await user.selectOptions(country, "Germany");
    await user.selectOptions(dialog.getByLabelText("Region"), "Bavaria");
    await user.selectOptions(dialog.getByLabelText("Years"), "2026 to 2028");
    await user.click(dialog.getByRole("button", { name: "Show Plan" }));
    expect(await screen.findByRole("heading", { level: 2, name: "Germany, Bavaria" })).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(asked).toEqual([{ country: "DE", region: "BY", years: [2026, 2027, 2028] }]);
  });
});

describe("people who have never signed in", () => {
  it("are invited together, after a question", async () => {
    let count = 12;
    server.use(
      gives("/api/users/invite", () => ({ count })),
      http.post("/api/users/invite", ({ response }) => {
        count = 0;
        return response(200).json({ success: true, data: { invited: 12 } });
      }),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Invite all who have not signed in (12)" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(/^12 people get an email/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Send Invitations" }));
    expect(await screen.findByText("12 invitations sent")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Invite all/ })).toBeNull());
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
