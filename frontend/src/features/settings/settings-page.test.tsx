import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../../domain/types";
import { aRefusal } from "../../testing/fixtures";
import { ACME, ENTRA, withProviders } from "../../testing/providers";
import { renderApp } from "../../testing/render";
import { fails, gives, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";

type Setting = Schemas["Setting"];

const aSetting = (changes: Partial<Setting> = {}): Setting => ({
  key: "unlock.hrDays",
  scope: "hr",
  type: "integer",
  label: "Days back for HR",
  help: "HR unlocks today and this many working days back.",
  value: 2,
  default: 2,
  min: 1,
  max: 31,
  choices: null,
  isByMonth: false,
  from: null,
  next: null,
  source: "default",
  version: 0,
  updatedAt: null,
  updatedBy: null,
  ...changes,
});

const GOOD = aSetting({
  key: "attendance.goodPercent",
  label: "Good attendance from",
  value: 80,
  isByMonth: true,
  next: { value: 90, from: "2027-02-01" },
  version: 3,
  updatedAt: "2026-11-02T10:00:00Z",
  updatedBy: { firstName: "Hal", lastName: "Human" },
});
const NAMED = aSetting({
  key: "timesheets.resubmissionDays",
  label: "Days to correct a rejected day",
  value: 7,
});
const DIGEST = aSetting({
  key: "mail.digestTime",
  type: "time",
  label: "Daily digest at",
  value: "08:30",
  min: null,
  max: null,
});
const NAME = aSetting({
  key: "organisation.name",
  scope: "system",
  type: "text",
  label: "Organisation",
  value: "Acme",
  source: "operator",
});
const OPEN = aSetting({
  key: "accounts.selfRegistration",
  scope: "system",
  type: "boolean",
  label: "Self-registration",
  value: false,
});
const MONEY = aSetting({
  key: "money.currency",
  scope: "system",
  type: "choice",
  label: "Currency",
  value: "EUR",
  choices: ["CHF", "EUR"],
});
const ZONE = aSetting({
  key: "organisation.timezone",
  scope: "time-zone",
  type: "choice",
  label: "Time zone",
  value: "Europe/Berlin",
  choices: ["Asia/Tokyo", "Europe/Berlin"],
  next: { value: "Asia/Tokyo", from: "2026-12-01" },
});
const OPERATOR: Schemas["Operator"] = {
  timezone: "Europe/Berlin",
  publicUrl: "https://daybook.example.org",
  mail: "smtp",
  database: "postgres",
  version: "0.1.0",
};

/** A server that keeps these settings, and remembers what it was sent. */
function serve(settings: readonly Setting[]) {
  let all = settings;
  const sent: { key: unknown; body: Schemas["SettingRequest"] }[] = [];
  const refuse: { once?: Schemas["ErrorEnvelope"]; broken?: boolean } = {};
  server.use(
    gives("/api/work-patterns", {
      rows: [],
      current: { workingDays: [1, 2, 3, 4, 5], fullDayHours: 9, halfDayHours: 5 },
      version: 0,
    }),
    http.get("/api/settings", ({ query, response }) => {
      const scope = query.get("scope");
      const found = all.filter((one) => one.scope === scope);
      const data = { settings: found, ...(scope === "system" ? { operator: OPERATOR } : {}) };
      return response(200).json({ success: true, data });
    }),
    http.put("/api/settings/{key}", async ({ params, request, response }) => {
      const body = await request.json();
      sent.push({ key: params.key, body });
      if (refuse.broken) return response.untyped(new Response("<html>", { status: 502 }));
      const refusal = refuse.once;
      if (refusal) {
        delete refuse.once;
        return refusal.code === "CONFLICT" ? response(409).json(refusal) : response(400).json(refusal);
      }
      const before = all.find((one) => one.key === params.key) ?? aSetting();
      const setting: Setting = {
        ...before,
        value: body.value,
        version: before.version + 1,
        source: "portal",
        updatedAt: "2026-11-20T12:00:00Z",
        updatedBy: { firstName: "Ada", lastName: "Admin" },
      };
      all = all.map((one) => (one.key === setting.key ? setting : one));
      return response(200).json({ success: true, message: "Setting saved", data: { setting } });
    }),
  );
  const set = (key: string, changes: Partial<Setting>) => {
    all = all.map((one) => (one.key === key ? { ...one, ...changes } : one));
  };
  return { sent, refuse, set };
}

const asHr = () => renderApp({ url: "/hr/settings", as: { id: "h1", role: "HR" } });
const asAdmin = (search = "") =>
  renderApp({ url: `/admin/settings${search}`, as: { id: "a1", role: "Admin" } });
const row = async (label: string) => {
  const found = (await screen.findByRole("heading", { level: 3, name: label })).closest("li");
  if (!found) throw new Error(`${label} stands in no row`);
  return within(found);
};
const edit = (label: string) => screen.getByRole("button", { name: `Edit: ${label}` });

describe("the settings of HR", () => {
  it("stand in their sections with what they are, what is to come and who changed them", async () => {
    serve([GOOD, aSetting(), NAMED, DIGEST, NAME]);
    asHr();
    const good = await row("Good attendance from");
    expect(good.getByText("80")).toBeVisible();
    expect(good.getByText("90 from February 2027")).toBeVisible();
    expect(good.getByText("Changed Nov 2, 2026 by Hal Human")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("HR Settings");
    expect(screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent)).toEqual([
      "Working Time",
      "Rules",
      "Mails",
      "Leave Types",
      "Substitutes",
    ]);
    expect(screen.queryByText("Organisation")).toBeNull();
  });

  it("have the hours of mails, each in a field for a time", async () => {
    const { sent } = serve([DIGEST]);
    const { user } = asHr();
    await row("Daily digest at");
    await user.click(edit("Daily digest at"));
    const field = screen.getByLabelText("Daily digest at");
    expect(field).toHaveAttribute("type", "time");
    await user.clear(field);
    await user.type(field, "07:15");
    await user.keyboard("{Enter}");
    expect(await (await row("Daily digest at")).findByText("07:15")).toBeVisible();
    expect(sent).toEqual([{ key: "mail.digestTime", body: { value: "07:15", version: 0 } }]);
  });

  it("are changed in their place, and the focus goes back", async () => {
    const { sent } = serve([aSetting(), NAMED]);
    const { user } = asHr();
    await row("Days back for HR");
    await user.click(edit("Days back for HR"));
    const field = screen.getByRole("textbox", { name: "Days back for HR" });
    expect(field).toHaveFocus();
    expect(edit("Days to correct a rejected day")).toBeDisabled();
    await user.clear(field);
    for (const wrong of ["", "three", "2.5"]) {
      await user.clear(field);
      await user.type(field, `${wrong}{Enter}`);
      expect(field).toHaveAccessibleDescription("Days back for HR must be a whole number from 1 to 31");
    }
    await user.clear(field);
    await user.type(field, "3{Enter}");
    expect(await (await row("Days back for HR")).findByText("3")).toBeVisible();
    expect(edit("Days back for HR")).toHaveFocus();
    expect(sent).toEqual([{ key: "unlock.hrDays", body: { value: 3, version: 0 } }]);
    expect(screen.getByText("Setting saved")).toBeVisible();
  });

  it("hold from the month that is chosen, where they are by month", async () => {
    const { sent } = serve([GOOD]);
    const { user } = asHr();
    await row("Good attendance from");
    await user.click(edit("Good attendance from"));
    const month = screen.getByLabelText("From month");
    expect(month).toHaveValue("2026-11");
    await user.clear(month);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(month).toHaveAccessibleDescription("Please choose a month.");
    await user.type(month, "2027-01");
    await user.clear(screen.getByRole("textbox", { name: "Good attendance from" }));
    await user.type(screen.getByRole("textbox", { name: "Good attendance from" }), "65{Enter}");
    await screen.findByText("Setting saved");
    expect(sent.map(({ body }) => body)).toEqual([{ value: 65, version: 3, from: "2027-01-01" }]);
  });

  it("say what is wrong at its field, and lose nothing", async () => {
    const { refuse } = serve([NAMED]);
    const { user } = asHr();
    await row("Days to correct a rejected day");
    const sentence = "Days to correct a rejected day must be a whole number from 1 to 31";
    refuse.once = aRefusal("VALIDATION_FAILED", sentence, { errors: { value: sentence } });
    await user.click(edit("Days to correct a rejected day"));
    const field = screen.getByLabelText("Days to correct a rejected day");
    await user.clear(field);
    await user.type(field, "40");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(field).toHaveValue("40");
    refuse.broken = true;
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to save the setting");
    await user.keyboard("{Escape}");
    expect(edit("Days to correct a rejected day")).toHaveFocus();
    expect((await row("Days to correct a rejected day")).getByText("7")).toBeVisible();
  });

  it("show beside what was typed what somebody else decided meanwhile, and take the next word for it", async () => {
    const { sent, refuse, set } = serve([aSetting()]);
    const { user } = asHr();
    await row("Days back for HR");
    await user.click(edit("Days back for HR"));
    const field = screen.getByRole("textbox", { name: "Days back for HR" });
    await user.clear(field);
    await user.type(field, "3");
    set("unlock.hrDays", { value: 5, version: 1, updatedBy: { firstName: "Hana", lastName: "Human" } });
    const message = "This setting has changed since you opened it. Please review it again.";
    refuse.once = aRefusal("CONFLICT", message);
    await user.keyboard("{Enter}");
    expect(await screen.findByText(message)).toBeVisible();
    expect(await screen.findByText("Now 5, set by Hana Human.")).toBeVisible();
    expect(field).toHaveValue("3");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Setting saved");
    expect(sent.map(({ body }) => body.version)).toEqual([0, 1]);
  });

  it("follow what is decided elsewhere", async () => {
    const { set } = serve([aSetting()]);
    asHr();
    const shown = await row("Days back for HR");
    set("unlock.hrDays", { value: 7 });
    await hears("settings");
    expect(await shown.findByText("7", {}, { timeout: 10_000 })).toBeVisible();
  });

  it("say when they cannot be loaded", async () => {
    serve([]);
    server.use(fails("/api/settings"));
    asHr();
    expect(await screen.findByText("Failed to load settings")).toBeVisible();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeVisible();
  });
});

describe("the settings of the system", () => {
  it("stand beside those of HR, and what the operator has set cannot be changed", async () => {
    serve([GOOD, NAME, OPEN, MONEY]);
    const { user, router } = asAdmin();
    const name = await row("Organisation");
    expect(name.getByText("Set by the operator")).toBeVisible();
    expect(name.queryByRole("button")).toBeNull();
    expect(screen.getByText("These are set by the server's operator.")).toBeVisible();
    expect(screen.getByText("A mail server")).toBeVisible();
    expect(screen.getByText("PostgreSQL")).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "HR" }));
    await row("Good attendance from");
    expect(router.state.location.search).toBe("?tab=hr");
  });

  it.each([
    ["on", "On"],
    ["off", "Off"],
    ["break-glass", "Break-glass accounts only"],
  ] as const)(
    "show the providers of sign-in and passwords %s, which cannot be changed",
    async (use, word) => {
      withProviders([ACME, ENTRA], use);
      serve([OPEN]);
      asAdmin();
      const providers = await row("Sign-in providers");
      expect(providers.getByText("Acme ID")).toBeVisible();
      expect(providers.getByText("Entra")).toBeVisible();
      const passwords = await row("Passwords");
      expect(passwords.getByText(word)).toBeVisible();
      for (const one of [providers, passwords]) {
        expect(one.getByText("Set by the operator")).toBeVisible();
        expect(one.queryByRole("button")).toBeNull();
      }
    },
  );

  it("say nothing of providers where there are none", async () => {
    serve([OPEN]);
    asAdmin();
    await row("Self-registration");
    expect(screen.queryByText("Sign-in providers")).toBeNull();
    expect(screen.queryByText("Passwords")).toBeNull();
  });

  it("are chosen from what there is", async () => {
    const { sent } = serve([OPEN, MONEY]);
    const { user } = asAdmin();
    await row("Currency");
    await user.click(edit("Currency"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Currency" }), "CHF · Swiss Franc");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await (await row("Currency")).findByText("CHF")).toBeVisible();
    await user.click(edit("Self-registration"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Self-registration" }), "Yes");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await (await row("Self-registration")).findByText("Yes")).toBeVisible();
    expect(sent.map(({ body }) => body.value)).toEqual(["CHF", true]);
  });

  it("name in words who needs two-step sign-in", async () => {
    const { sent } = serve([
      aSetting({
        key: "accounts.secondFactor",
        scope: "system",
        type: "choice",
        label: "Two-step sign-in for",
        value: "optional",
        choices: ["optional", "hr-admin", "everybody"],
      }),
    ]);
    const { user } = asAdmin();
    const label = "Two-step sign-in for";
    expect((await row(label)).getByText("Nobody (optional)")).toBeVisible();
    await user.click(edit(label));
    const choice = screen.getByRole("combobox", { name: label });
    expect(
      within(choice)
        .getAllByRole("option")
        .map((one) => one.textContent),
    ).toEqual(["Nobody (optional)", "HR and Admin", "Everybody"]);
    await user.selectOptions(choice, "HR and Admin");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await (await row(label)).findByText("HR and Admin")).toBeVisible();
    expect(sent.map(({ body }) => body.value)).toEqual(["hr-admin"]);
  });

  it("change the time zone from a day on", async () => {
    const { sent } = serve([ZONE]);
    const { user } = asAdmin();
    expect((await row("Time zone")).getByText("Asia/Tokyo from Dec 1, 2026")).toBeVisible();
    await user.click(edit("Time zone"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Time zone" }), "Asia/Tokyo");
    await user.click(screen.getByRole("button", { name: "Save" }));
    const day = screen.getByLabelText("First day");
    expect(day).toHaveAccessibleDescription("Please choose the first day.");
    await user.type(day, "2026-11-30");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Setting saved");
    expect(sent.map(({ body }) => body)).toEqual([{ value: "Asia/Tokyo", version: 0, from: "2026-11-30" }]);
  });

  it("ask before a step to the other tab loses what was typed", async () => {
    serve([OPEN, GOOD]);
    const { user } = asAdmin();
    await row("Self-registration");
    await user.click(edit("Self-registration"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Self-registration" }), "Yes");
    await user.click(screen.getByRole("tab", { name: "HR" }));
    expect(await screen.findByRole("dialog")).toBeVisible();
  });
});
