import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../../domain/types";
import { aHoliday, aRefusal } from "../../testing/fixtures";
import { renderApp } from "../../testing/render";
import { fails, gives, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";

type Holiday = Schemas["Holiday"];

/** Today is 20 November 2026. */
const MAY = aHoliday({
  id: "h-may",
  date: "2026-05-01",
  startDate: "2024-05-01",
  formattedDate: "Friday, May 1, 2026",
  name: "Labour Day",
  isRecurring: true,
  createdBy: null,
});
const OUTING = aHoliday({
  id: "h-outing",
  date: "2026-12-07",
  startDate: "2026-12-07",
  formattedDate: "Monday, December 7, 2026",
  name: "Company outing",
  description: "Lunch at the lake, bring boots",
});
const CHRISTMAS = aHoliday({ id: "h-christmas" });

/** A server that keeps these holidays, whatever year it is asked for, and remembers what it was asked and sent. */
function serve(holidays: readonly Holiday[]) {
  let all = holidays;
  const asked: (string | null)[] = [];
  const sent: unknown[] = [];
  const refuse: { write?: Schemas["ErrorEnvelope"] | "broken"; remove?: boolean } = {};
  const broken = () => new Response("<html>", { status: 502 });
  const put = (id: string, body: Schemas["HolidayRequest"]): Holiday => {
    const holiday = aHoliday({ id, name: body.name, date: body.date, startDate: body.date });
    all = [...all.filter((one) => one.id !== id), holiday].sort((one, other) =>
      one.date.localeCompare(other.date),
    );
    return holiday;
  };
  server.use(
    http.get("/api/holidays", ({ query, response }) => {
      asked.push(query.get("year"));
      return response(200).json({ success: true, data: [...all] });
    }),
    gives("/api/holidays/upcoming", () => ({ holidays: all.filter((one) => one.date >= "2026-11-20") })),
    http.post("/api/holidays", async ({ request, response }) => {
      const body = await request.json();
      sent.push(body);
      if (refuse.write === "broken") return response.untyped(broken());
      if (refuse.write) return response(409).json(refuse.write);
      return response(201).json({
        success: true,
        message: "Holiday created successfully",
        data: put("h-new", body),
      });
    }),
    http.put("/api/holidays/{id}", async ({ params, request, response }) => {
      const body = await request.json();
      sent.push({ id: params.id, ...body });
      if (refuse.write === "broken") return response.untyped(broken());
      if (refuse.write) return response(400).json(refuse.write);
      return response(200).json({
        success: true,
        message: "Holiday updated successfully",
        data: put(String(params.id), body),
      });
    }),
    http.delete("/api/holidays/{id}", ({ params, response }) => {
      sent.push(params.id);
      if (refuse.remove) return response.untyped(broken());
      all = all.filter((one) => one.id !== params.id);
      return response(200).json({ success: true, message: "Holiday deleted successfully", data: {} });
    }),
  );
  return { asked, sent, refuse };
}

const show = (search = "") => renderApp({ url: `/hr/holidays${search}`, as: { id: "h1", role: "HR" } });
const rowOf = async (name: string) => {
  const row = (await screen.findByRole("rowheader", { name: new RegExp(`^${name}`) })).closest("tr");
  if (!row) throw new Error(`${name} stands in no row`);
  return row;
};
const dialog = () => within(screen.getByRole("dialog"));
const write = (label: string, value: string) =>
  fireEvent.change(dialog().getByLabelText(label), { target: { value } });
const save = () => dialog().getByRole("button", { name: "Save Holiday" });

describe("the holidays of a year", () => {
  it("stand in their order with all that is known of them; what has passed is calm, what is next is marked", async () => {
    const { asked } = serve([MAY, OUTING, CHRISTMAS]);
    show();
    const may = await rowOf("Labour Day");
    expect(screen.getByText("3 holidays")).toBeVisible();
    expect(await screen.findByText("Next")).toBeVisible();
    expect(screen.getAllByRole("rowheader").map((one) => one.textContent)).toEqual([
      "Labour Dayevery year since 2024",
      "Company outingNextLunch at the lake, bring boots",
      "Christmas Day",
    ]);
    expect(within(may).getByText("Friday, May 1, 2026")).toHaveAttribute("datetime", "2026-05-01");
    expect(may).toHaveTextContent("Not known");
    expect(may.dataset.state).toBe("past");
    const outing = await rowOf("Company outing");
    expect(outing).toHaveTextContent("Helga Roth");
    const upcoming = within(screen.getByRole("region", { name: "Upcoming" }));
    expect(upcoming.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
      "Company outingin 17 daysMon, Dec 7",
      "Christmas Dayin 35 daysFri, Dec 25",
    ]);
    expect(asked).toEqual(["2026"]);
  });

  it("are waited for in words", async () => {
    serve([]);
    server.use(http.get("/api/holidays", () => new Promise<never>(() => undefined)));
    show();
    expect(await screen.findByText("Loading holidays...")).toBeVisible();
    expect(screen.queryByText("No holidays in 2026")).toBeNull();
  });

  it("mark today, and the one after it as the next", async () => {
    serve([
      aHoliday({ id: "h-today", date: "2026-11-20", name: "Harbour Day" }),
      aHoliday({ id: "h-morrow", date: "2026-11-21", name: "Second Harbour Day" }),
    ]);
    show();
    const today = await rowOf("Harbour Day");
    expect(today).toHaveTextContent("Today");
    await waitFor(async () => expect(await rowOf("Second Harbour Day")).toHaveTextContent("Next"));
    const upcoming = within(screen.getByRole("region", { name: "Upcoming" }));
    expect(upcoming.getByText("today")).toBeVisible();
    expect(upcoming.getByText("tomorrow")).toBeVisible();
  });

  it("can be those of two years before and after, kept in the address", async () => {
    const { asked } = serve([MAY]);
    const { user, router } = show("?year=2031");
    const year = await screen.findByLabelText("Year");
    await rowOf("Labour Day");
    expect(year).toHaveValue("2026");
    expect(
      within(year)
        .getAllByRole("option")
        .map((one) => one.textContent),
    ).toEqual(["2024", "2025", "2026", "2027", "2028"]);
    await user.selectOptions(year, "2028");
    expect(router.state.location.search).toBe("?year=2028");
    await waitFor(() => expect(asked).toEqual(["2026", "2028"]));
    await act(() => router.navigate(-1));
    expect(year).toHaveValue("2026");
  });

  it("may be none", async () => {
    serve([]);
    show("?year=2027");
    expect(await screen.findByText("No holidays in 2027")).toBeVisible();
    expect(await screen.findByText("No upcoming holidays")).toBeVisible();
  });

  it("say that they could not be loaded", async () => {
    serve([MAY]);
    server.use(fails("/api/holidays"));
    show();
    expect(await screen.findByText("Failed to fetch holidays")).toBeVisible();
  });

  it("say so of those to come as well", async () => {
    serve([MAY]);
    server.use(fails("/api/holidays/upcoming"));
    show();
    const upcoming = within(await screen.findByRole("region", { name: "Upcoming" }));
    expect(await upcoming.findByText("Failed to fetch holidays")).toBeVisible();
    expect(upcoming.queryByText("No upcoming holidays")).toBeNull();
  });

  it("follow what somebody else changes", async () => {
    const { asked } = serve([MAY]);
    show();
    await rowOf("Labour Day");
    await hears("holidays");
    await waitFor(() => expect(asked).toEqual(["2026", "2026"]));
  });
});

describe("adding a holiday", () => {
  it("asks for a date and a name, and sends what was typed", async () => {
    const { sent } = serve([MAY]);
    const { user, router } = show();
    await rowOf("Labour Day");
    const add = screen.getByRole("button", { name: "Add Holiday" });
    await user.click(add);
    expect(dialog().getByLabelText("Date")).toHaveFocus();
    await user.click(save());
    expect(dialog().getByText("Date and name are required")).toBeVisible();
    expect(dialog().getByLabelText("Date")).toBeInvalid();
    expect(dialog().getByLabelText("Date")).toHaveFocus();
    expect(dialog().getByLabelText("Name")).toBeInvalid();
    expect(sent).toEqual([]);
    write("Date", "2028-02-29");
    expect(dialog().getByText("On 29 February, so in leap years only.")).toBeVisible();
    write("Name", "  Leap Day ");
    await user.click(dialog().getByRole("checkbox", { name: "Repeats every year" }));
    await user.click(save());
    expect(await screen.findByText("Holiday created successfully")).toBeVisible();
    expect(sent).toEqual([{ date: "2028-02-29", name: "Leap Day", description: null, isRecurring: true }]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(add).toHaveFocus();
    // What was saved is there to be seen.
    await waitFor(() => expect(router.state.location.search).toBe("?year=2028"));
    // The list is fetched again with the year, and a row found before that is not the one that stays.
    await waitFor(async () => expect(await rowOf("Leap Day")).toBeVisible());
  });

  it("shows at the field what the server refuses, and loses nothing", async () => {
    const { refuse } = serve([]);
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Add Holiday" }));
    write("Date", "2026-12-25");
    write("Name", "Christmas Day");
    write("Description", "Quiet");
    refuse.write = aRefusal("CONFLICT", "A holiday already exists on this date");
    await user.click(save());
    await waitFor(() =>
      expect(dialog().getByLabelText("Date")).toHaveAccessibleDescription(
        "A holiday already exists on this date",
      ),
    );
    expect(dialog().getByLabelText("Date")).toHaveFocus();
    const sentence = "The name may have at most 100 characters";
    refuse.write = aRefusal("VALIDATION_FAILED", sentence, { errors: { name: sentence } });
    write("Date", "2026-12-24");
    await user.click(save());
    await waitFor(() => expect(dialog().getByLabelText("Name")).toHaveAccessibleDescription(sentence));
    refuse.write = "broken";
    await user.click(save());
    expect(await dialog().findByText("Failed to save holiday")).toHaveFocus();
    expect(dialog().getByLabelText("Description")).toHaveValue("Quiet");
    await user.click(dialog().getByRole("button", { name: "Close" }));
    expect(dialog().getByText("What you wrote will be lost.")).toBeVisible();
  });
});

describe("changing a holiday", () => {
  it("says what becomes of the other years of one that recurs", async () => {
    const { sent } = serve([MAY, OUTING]);
    const { user } = show();
    await rowOf("Labour Day");
    const edit = screen.getByRole("button", { name: "Edit Labour Day" });
    await user.click(edit);
    expect(dialog().getByLabelText("Date")).toHaveValue("2026-05-01");
    const repeats = dialog().getByRole("checkbox", { name: "Repeats every year" });
    expect(repeats).toHaveAccessibleDescription(
      "The day and month change in every year. 2024 remains its first year.",
    );
    await user.click(repeats);
    expect(repeats).toHaveAccessibleDescription(
      "Only this one day remains a holiday. It is removed from all other years.",
    );
    await user.click(repeats);
    write("Date", "2026-12-31");
    write("Name", "Old Year's Day");
    await user.click(save());
    expect(await screen.findByText("Holiday updated successfully")).toBeVisible();
    expect(sent).toEqual([
      { id: "h-may", date: "2026-12-31", name: "Old Year's Day", description: null, isRecurring: true },
    ]);
    await rowOf("Old Year's Day");
    // The row went to its new place, and the focus with it.
    expect(screen.getAllByRole("rowheader").map((one) => one.textContent)).toEqual([
      "Company outingNextLunch at the lake, bring boots",
      "Old Year's Day",
    ]);
    await waitFor(() => expect(screen.getByRole("button", { name: "Edit Old Year's Day" })).toHaveFocus());
  });

  it("says so where the server does not say why it failed", async () => {
    const { refuse } = serve([OUTING]);
    refuse.write = aRefusal("VALIDATION_FAILED", "");
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Edit Company outing" }));
    await user.click(save());
    expect(await dialog().findByText("Failed to save holiday")).toBeVisible();
  });
});

describe("a holiday that has ended", () => {
  it("shows its first and its last year", async () => {
    const ended = (id: string, endYear: number) => ({ ...MAY, id, name: `Until ${endYear}`, endYear });
    serve([ended("h-one", 2024), ended("h-two", 2026)]);
    show();
    expect(await rowOf("Until 2024")).toHaveTextContent("in 2024 only");
    expect(await rowOf("Until 2026")).toHaveTextContent("every year from 2024 to 2026");
  });
});

describe("deleting a holiday", () => {
  it("says that closed months keep it, and from which year on it is gone", async () => {
    serve([MAY]);
    server.use(
      http.delete("/api/holidays/{id}", ({ response }) =>
        response(200).json({ success: true, message: "Holiday deleted from 2027 on", data: {} }),
      ),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Delete Labour Day" }));
    expect(screen.getByRole("dialog")).toHaveTextContent(
      "If its date is in a closed month, it is kept up to and including that year.",
    );
    await user.click(dialog().getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Holiday deleted from 2027 on")).toBeVisible();
  });

  it("asks first, says what goes with it, and leads on to the next one", async () => {
    const { sent } = serve([MAY, OUTING]);
    const { user } = show();
    await rowOf("Labour Day");
    const remove = screen.getByRole("button", { name: "Delete Labour Day" });
    await user.click(remove);
    const question = screen.getByRole("dialog", { name: "Are you sure you want to delete this holiday?" });
    expect(question).toHaveTextContent("Labour DayFriday, May 1, 2026");
    expect(question).toHaveTextContent("It will be deleted from every year since 2024");
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(remove).toHaveFocus();
    expect(sent).toEqual([]);
    await user.click(remove);
    await user.click(dialog().getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Holiday deleted successfully")).toBeVisible();
    expect(sent).toEqual(["h-may"]);
    await waitFor(() => expect(remove).not.toBeInTheDocument());
    expect(screen.getByRole("button", { name: "Edit Company outing" })).toHaveFocus();
  });

  it("keeps the question open where it fails, and can be tried again", async () => {
    const { refuse } = serve([OUTING]);
    refuse.remove = true;
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Delete Company outing" }));
    expect(screen.getByRole("dialog")).not.toHaveTextContent("every year");
    await user.click(dialog().getByRole("button", { name: "Delete" }));
    expect(await dialog().findByText("Failed to delete holiday")).toHaveFocus();
    refuse.remove = false;
    await user.click(dialog().getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("No holidays in 2026")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
