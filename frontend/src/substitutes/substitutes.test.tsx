import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../domain/types";
import { aRefusal, aUser } from "../testing/fixtures";
import { renderApp } from "../testing/render";
import { fails, gives, http, server } from "../testing/server";
import { hears } from "../testing/socket";
import { ANNA, aSubstitution, HELGA, MARCO, serveSubstitutions } from "../testing/substitutes";

const PLANNED = aSubstitution({ _id: "s2", status: "planned", from: "2026-12-21", to: "2027-01-08" });
const OVER = aSubstitution({ _id: "s3", status: "over", from: "2026-08-03", to: "2026-08-14" });
const ENDED = aSubstitution({
  _id: "s4",
  status: "ended",
  substitute: HELGA,
  createdBy: { firstName: "Helga", lastName: "Roth", role: "HR" },
});

const asHr = (search = "") => renderApp({ url: `/hr/settings${search}`, as: { id: HELGA._id, role: "HR" } });
const asAdmin = (search: string) =>
  renderApp({ url: `/admin/settings${search}`, as: { id: "a1", role: "Admin" } });
function asMarco() {
  const user = aUser({ ...MARCO, role: "Manager" });
  server.use(gives("/api/auth/profile", { user }));
  return renderApp({ url: "/manager/profile", as: { ...user, id: MARCO._id } });
}
const section = async () => within(await screen.findByRole("region", { name: "Substitutes" }));
const rows = () =>
  within(screen.getByRole("table", { name: "Substitutes" }))
    .getAllByRole("row")
    .slice(1);
const end = (who = "Anna Berg") => screen.getByRole("button", { name: `End: ${who} for Marco Rossi` });
const name = () => screen.getByRole("button", { name: "Name a Substitute" });
const status = () => screen.getByRole("combobox", { name: "Status" });

/** The directory, which answers with the people who may be chosen. */
function serveDirectory() {
  const asked: string[] = [];
  const of = (one: typeof ANNA | typeof HELGA | (typeof MARCO & { role: "Manager" }), employeeId: string) => {
    const { _id, firstName, lastName, role } = one;
    const email = `${firstName}@daybook.example`;
    return {
      _id,
      firstName,
      lastName,
      role,
      email,
      employeeId,
      isActive: true,
      department: "Works",
      position: null,
    };
  };
  const people: Schemas["DirectoryUser"][] = [
    of(ANNA, "EMP2002"),
    of({ ...MARCO, role: "Manager" }, "EMP2001"),
    of(HELGA, "EMP3001"),
  ];
  server.use(
    http.get("/api/users", ({ query, request, response }) => {
      asked.push(new URL(request.url).search);
      const roles = query.get("role")?.split(",") ?? [];
      const text = query.get("search")?.toLowerCase() ?? "";
      const users = people.filter(
        (one) => roles.includes(one.role) && `${one.firstName} ${one.lastName}`.toLowerCase().includes(text),
      );
      return response(200).json({
        success: true,
        data: { users, pagination: { current: 1, pages: 1, total: users.length } },
      });
    }),
  );
  return asked;
}

describe("the substitutes of the organisation", () => {
  it("stand with who, when, why, how it stands and who made it", async () => {
    serveSubstitutions([aSubstitution(), PLANNED, OVER, ENDED]);
    asHr();
    await section();
    await screen.findByRole("table", { name: "Substitutes" });
    expect(rows().map((row) => row.textContent)).toEqual([
      "Marco RossiAnna BergNov 18, 2026Nov 27, 2026On holidayRunningMarco RossiEnd",
      "Marco RossiAnna BergDec 21, 2026Jan 8, 2027On holidayPlannedMarco RossiEnd",
      "Marco RossiAnna BergAug 3, 2026Aug 14, 2026On holidayOverMarco Rossi",
      "Marco RossiHelga RothNov 18, 2026Nov 27, 2026On holidayEndedHelga Roth",
    ]);
    const heads = within(screen.getByRole("table", { name: "Substitutes" })).getAllByRole("columnheader");
    expect(heads.map((head) => head.textContent)).toEqual([
      "Manager",
      "Substitute",
      "From",
      "To",
      "Reason",
      "Status",
      "Made by",
      "Actions",
    ]);
  });

  it("stand on the page of HR that an administrator has, too", async () => {
    serveSubstitutions([aSubstitution()]);
    const { user, router } = asAdmin("?tab=hr&status=running");
    await screen.findByRole("table", { name: "Substitutes" });
    expect(rows()).toHaveLength(1);
    await user.click(screen.getByRole("tab", { name: "System" }));
    expect(router.state.location.search).toBe("");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Substitutes" })).toBeNull());
  });

  it("are narrowed by status and turned page by page, in the address", async () => {
    const many = Array.from({ length: 21 }, (_, index) => aSubstitution({ ...OVER, _id: `over-${index}` }));
    const { asked } = serveSubstitutions([aSubstitution(), ...many]);
    const { user, router } = asHr("?status=over");
    await screen.findByRole("table", { name: "Substitutes" });
    expect(rows()).toHaveLength(20);
    expect(status()).toHaveValue("over");
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(router.state.location.search).toBe("?status=over&page=2");
    await user.selectOptions(status(), "Running");
    await waitFor(() => expect(rows().map((row) => row.dataset.state ?? row.dataset.row)).toEqual(["s1"]));
    expect(router.state.location.search).toBe("?status=running");
    await user.selectOptions(status(), "Planned");
    expect(await screen.findByText("No substitutes with this status")).toBeVisible();
    expect(asked).toEqual([
      "?status=over&page=1&limit=20",
      "?status=over&page=2&limit=20",
      "?status=running&page=1&limit=20",
      "?status=planned&page=1&limit=20",
    ]);
  });

  it("say where there are none", async () => {
    serveSubstitutions([]);
    asHr();
    expect(await (await section()).findByText("No substitutes named")).toBeVisible();
    expect(screen.queryByRole("table", { name: "Substitutes" })).toBeNull();
  });

  it("say when they cannot be loaded", async () => {
    serveSubstitutions([]);
    server.use(fails("/api/substitutions"));
    asHr();
    expect(await (await section()).findByText("Failed to load substitutes")).toBeVisible();
  });

  it("follow what is decided elsewhere", async () => {
    const { set } = serveSubstitutions([aSubstitution()]);
    asHr();
    await screen.findByRole("table", { name: "Substitutes" });
    set([ENDED]);
    await hears("settings");
    await waitFor(() => expect(rows()[0]).toHaveTextContent("Ended"));
  });
});

describe("naming a substitute", () => {
  it("asks HR for whom, offers who may be chosen, and sends it by keyboard alone", async () => {
    const { sent } = serveSubstitutions([]);
    const asked = serveDirectory();
    const { user } = asHr();
    await section();
    await user.click(await screen.findByRole("button", { name: "Name a Substitute" }));
    await screen.findByRole("combobox", { name: "Substitute" });
    const manager = await screen.findByRole("combobox", { name: "Manager" });
    expect(manager).toHaveFocus();
    await user.keyboard("mar");
    expect(await screen.findByRole("option", { name: /Marco Rossi/ })).toHaveTextContent("EMP2001, Works");
    await user.keyboard("{Enter}");
    expect(manager).toHaveValue("Marco Rossi");
    await user.tab();
    const substitute = screen.getByRole("combobox", { name: "Substitute" });
    expect(substitute).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    await screen.findByRole("option", { name: /Helga Roth/ });
    // Nobody is their own substitute.
    expect(screen.getAllByRole("option").map((one) => one.textContent)).toEqual([
      "Anna BergEMP2002, Manager",
      "Helga RothEMP3001, HR",
    ]);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(substitute).toHaveValue("Anna Berg");
    expect(screen.getByLabelText("From")).toHaveValue("2026-11-20");
    await user.type(screen.getByLabelText("To"), "2026-12-04");
    await user.type(screen.getByLabelText("Reason"), " At the sea ");
    expect(screen.getByText("10 / 500")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Name Substitute" }));
    expect(await screen.findByText("Substitute named")).toBeVisible();
    expect(sent).toEqual([
      { managerId: "m1", substituteId: "m2", from: "2026-11-20", to: "2026-12-04", reason: "At the sea" },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(name()).toHaveFocus();
    await waitFor(() => expect(rows()[0]).toHaveTextContent("Planned"));
    expect(asked).toContain("?role=Manager&viewAll=true&page=1&limit=20&search=mar");
    expect(asked).toContain("?role=Manager%2CHR%2CAdmin&viewAll=true&page=1&limit=20");
  });

  it("says what is missing and what the server refuses, and loses nothing", async () => {
    const { sent, refuse } = serveSubstitutions([]);
    serveDirectory();
    const { user } = asMarco();
    await section();
    await user.click(await screen.findByRole("button", { name: "Name a Substitute" }));
    await screen.findByRole("combobox", { name: "Substitute" });
    expect(screen.queryByRole("combobox", { name: "Manager" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Name Substitute" }));
    expect(screen.getByText("Please fill in all fields")).toBeVisible();
    const substitute = screen.getByRole("combobox", { name: "Substitute" });
    expect(substitute).toHaveFocus();
    expect(substitute).toHaveAccessibleDescription("Please choose a substitute.");
    expect(screen.getByLabelText("To")).toHaveAccessibleDescription(/Please choose a day\./);
    expect(screen.getByLabelText("Reason")).toHaveAccessibleDescription("A reason is required");
    expect(sent).toEqual([]);
    await user.keyboard("anna");
    await screen.findByRole("option", { name: /Anna Berg/ });
    await user.keyboard("{Enter}");
    await user.type(screen.getByLabelText("To"), "2026-11-19");
    const reason = screen.getByLabelText("Reason");
    await user.click(reason);
    await user.paste("x".repeat(501));
    await user.click(screen.getByRole("button", { name: "Name Substitute" }));
    expect(reason).toHaveAccessibleDescription("The reason must be at most 500 characters");
    expect(screen.queryByText("Please fill in all fields")).toBeNull();
    await user.clear(reason);
    await user.type(reason, "Away");
    const order = "The last day must not be before the first";
    refuse.once = aRefusal("VALIDATION_FAILED", order, { errors: { to: order } });
    await user.click(screen.getByRole("button", { name: "Name Substitute" }));
    await waitFor(() => expect(screen.getByLabelText("To")).toHaveAccessibleDescription(/before the first/));
    expect(screen.getByLabelText("To")).toHaveFocus();
    const taken = "Marco Rossi already has a substitute on 2026-11-20";
    refuse.once = aRefusal("CONFLICT", taken);
    await user.click(screen.getByRole("button", { name: "Name Substitute" }));
    expect(await screen.findByText(taken)).toHaveFocus();
    refuse.broken = true;
    await user.click(screen.getByRole("button", { name: "Name Substitute" }));
    expect(await screen.findByText("Failed to name the substitute")).toBeVisible();
    expect(reason).toHaveValue("Away");
    expect(sent).toHaveLength(3);
    // A manager names one for themselves alone.
    expect(sent[0]).toEqual({
      managerId: MARCO._id,
      substituteId: ANNA._id,
      from: "2026-11-20",
      to: "2026-11-19",
      reason: "Away",
    });
    await user.click(screen.getByRole("button", { name: "Cancel" }));
  });

  it("asks before what was typed is lost", async () => {
    serveSubstitutions([]);
    serveDirectory();
    const { user } = asHr();
    await section();
    await user.click(await screen.findByRole("button", { name: "Name a Substitute" }));
    await screen.findByRole("combobox", { name: "Substitute" });
    await user.type(screen.getByLabelText("Reason"), "Away");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.getByText("What you wrote will be lost.")).toBeVisible();
  });

  it("says when nobody can be found to choose from", async () => {
    serveSubstitutions([]);
    server.use(fails("/api/users"));
    const { user } = asHr();
    await section();
    await user.click(await screen.findByRole("button", { name: "Name a Substitute" }));
    await screen.findByRole("combobox", { name: "Substitute" });
    await user.keyboard("a");
    expect(await screen.findByText("Failed to load people")).toBeVisible();
  });
});

describe("ending a substitution", () => {
  it("asks first, says what it means, and shows it at once", async () => {
    const { sent } = serveSubstitutions([aSubstitution(), PLANNED]);
    const { user } = asHr();
    await screen.findByRole("table", { name: "Substitutes" });
    await user.click(screen.getAllByRole("button", { name: "End: Anna Berg for Marco Rossi" })[0] ?? name());
    const dialog = within(
      screen.getByRole("dialog", { name: "Are you sure you want to end this substitution?" }),
    );
    expect(dialog.getByText("Anna Berg for Marco Rossi")).toBeVisible();
    expect(dialog.getByText("November 18 – 27, 2026")).toBeVisible();
    expect(
      dialog.getByText("Anna Berg will immediately lose the right to decide for Marco Rossi's team."),
    ).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(sent).toEqual([]);
    await user.click(screen.getAllByRole("button", { name: "End: Anna Berg for Marco Rossi" })[1] ?? name());
    expect(screen.getByText("It will not begin.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "End Substitution" }));
    expect(await screen.findByText("Substitution ended")).toBeVisible();
    expect(sent).toEqual(["s2"]);
    expect(rows()[1]).toHaveTextContent("Ended");
    expect(name()).toHaveFocus();
    expect(end()).toBeVisible();
  });

  it("says why it cannot be", async () => {
    const { refuse } = serveSubstitutions([aSubstitution()]);
    const { user } = asHr();
    await screen.findByRole("table", { name: "Substitutes" });
    await user.click(end());
    refuse.once = aRefusal("CONFLICT", "This substitution is over");
    await user.click(screen.getByRole("button", { name: "End Substitution" }));
    expect(await screen.findByText("This substitution is over")).toHaveFocus();
    refuse.broken = true;
    await user.click(screen.getByRole("button", { name: "End Substitution" }));
    expect(await screen.findByText("Failed to end the substitution")).toBeVisible();
    await user.keyboard("{Escape}");
  });
});

it("stand on a Manager's own profile, in either part, and those of their own can be ended", async () => {
  const other = aSubstitution({
    _id: "s9",
    manager: { _id: "m3", firstName: "Ulla", lastName: "Holm" },
    substitute: { ...MARCO, role: "Manager" },
  });
  serveSubstitutions([aSubstitution(), other]);
  asMarco();
  await section();
  await screen.findByRole("table", { name: "Substitutes" });
  expect(rows().map((row) => within(row).queryAllByRole("button").length)).toEqual([1, 0]);
  expect(rows()[1]).toHaveTextContent(/Ulla Holm.*Marco Rossi.*Running/);
});

it("stand on nobody else's profile", async () => {
  const { asked } = serveSubstitutions([]);
  server.use(gives("/api/auth/profile", { user: aUser({ role: "HR" }) }));
  renderApp({ url: "/hr/profile", as: { role: "HR" } });
  expect(await screen.findByText("Personal Details")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Substitutes" })).toBeNull();
  expect(asked).toEqual([]);
});
