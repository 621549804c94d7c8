import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { aRefusal, aSession, aSessionUser, aUser, NO_FACTOR } from "../../testing/fixtures";
import { sessionAnswers } from "../../testing/handlers";
import { ACME, withProviders } from "../../testing/providers";
import { renderApp } from "../../testing/render";
import { gives, http, refuses, server } from "../../testing/server";
import { hears } from "../../testing/socket";

const ROLES = ["Employee", "Manager", "HR", "Admin", "Boss"] as const;

function knows(user = aUser()) {
  return gives("/api/auth/profile", { user });
}

/** Remembers in one list what was asked, so that its order can be told. */
function records(calls: unknown[]) {
  return [
    http.put("/api/auth/profile", async ({ request, response }) => {
      const body = await request.json();
      calls.push(["profile", body]);
      return response(200).json({
        success: true,
        data: { user: aUser({ department: body.department ?? null, position: body.position ?? null }) },
      });
    }),
    http.patch("/api/users/change-password", async ({ request, response }) => {
      calls.push(["password", await request.json()]);
      return response(200).json({ success: true, data: {} });
    }),
  ];
}

beforeEach(() =>
  server.use(
    gives("/api/notifications/preferences", { preferences: [], digestTime: "08:30", reminderTime: "17:30" }),
  ),
);

const detail = (label: string) => screen.getByText(label, { selector: "dt" }).nextElementSibling;

async function openForm() {
  const app = renderApp({ url: "/employee/profile", as: {} });
  await app.user.click(await screen.findByRole("button", { name: "Edit Profile" }));
  const { user } = app;
  return {
    ...app,
    department: screen.getByLabelText("Department"),
    position: screen.getByLabelText("Position"),
    current: screen.getByLabelText("Current Password"),
    fresh: screen.getByLabelText("New Password"),
    repeated: screen.getByLabelText("Confirm New Password"),
    save: () => user.click(screen.getByRole("button", { name: "Save Changes" })),
  };
}

describe("the profile", () => {
  it("says where the records begin of somebody who joined before", async () => {
    server.use(knows(aUser({ joiningDate: "2019-03-04", recordsFrom: "2026-11-02" })));
    renderApp({ url: "/employee/profile", as: {} });
    await screen.findByRole("heading", { level: 2, name: "Work Details" });
    expect(detail("Joining Date")).toHaveTextContent("Monday, March 4, 2019");
    expect(detail("Records From")).toHaveTextContent("Monday, November 2, 2026");
  });

  it.each(ROLES)("shows its details to a person of role %s", async (role) => {
    server.use(knows(aUser({ role, managerId: { _id: "m", firstName: "Daniel", lastName: "Okafor" } })));
    renderApp({ url: `/${role.toLowerCase()}/profile`, as: { role } });
    expect(await screen.findByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
    await screen.findByRole("heading", { level: 2, name: "Work Details" });
    expect(detail("Name")).toHaveTextContent("Ada Lindqvist");
    expect(detail("Employee ID")).toHaveTextContent("EMP1007");
    expect(detail("Role")).toHaveTextContent(role);
    expect(detail("Phone")).toHaveTextContent("Not specified");
    expect(detail("Joining Date")).toHaveTextContent("Monday, March 4, 2024");
    // Only an Employee has a manager.
    const manager = screen.queryByText("Daniel Okafor");
    if (role === "Employee") expect(manager).toBeVisible();
    else expect(manager).toBeNull();
    expect(screen.getByRole("button", { name: "Edit Profile" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Licences" })).toHaveAttribute("href", "/licences.txt");
  });

  it.each([
    [52_000.5, "52,000.50 CHF"],
    [0, "0.00 CHF"],
    [null, "Not specified"],
  ])(
    "shows a salary of %s in the organisation's currency, where the answer has one",
    async (salary, text) => {
      const session = aSession({ user: aSessionUser({ role: "HR" }), currency: "CHF" });
      server.use(knows(aUser({ role: "HR", salary })), sessionAnswers(session));
      renderApp({ url: "/hr/profile", as: { role: "HR" } });
      await screen.findByText("EMP1007");
      expect(detail("Salary")).toHaveTextContent(text);
    },
  );

  it("says when an Employee works, and follows a change of it", async () => {
    const workPattern = { workingDays: [2, 3, 4, 5, 6], fullDayHours: 8, halfDayHours: 4 };
    server.use(knows(aUser({ workPattern })));
    renderApp({ url: "/employee/profile", as: {} });
    await screen.findByText("EMP1007");
    expect(detail("Working Days")).toHaveTextContent("Tuesday to Saturday, full day 8 h, half day 4 h");
    server.use(knows(aUser({ workPattern: { ...workPattern, workingDays: [1, 3] } })));
    await hears("settings");
    await waitFor(() => expect(detail("Working Days")).toHaveTextContent(/^Monday and Wednesday, full day/));
  });

  it("has no working days for somebody who is no Employee", async () => {
    server.use(knows(aUser({ role: "Manager", workPattern: null })));
    renderApp({ url: "/manager/profile", as: { role: "Manager" } });
    await screen.findByText("EMP1007");
    expect(screen.queryByText("Working Days")).toBeNull();
  });

  it("has no line for a salary that the answer keeps to itself", async () => {
    server.use(knows());
    renderApp({ url: "/employee/profile", as: {} });
    await screen.findByText("EMP1007");
    expect(screen.queryByText("Salary")).toBeNull();
  });

  it("that does not come says so, and is tried again", async () => {
    server.use(
      refuses("get", "/api/auth/profile", 500, "INTERNAL_ERROR", "Something went wrong. Please try again."),
    );
    const { user } = renderApp({ url: "/employee/profile", as: {} });
    expect(await screen.findByText("Failed to load profile data")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Edit Profile" })).toBeNull();
    server.use(knows());
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("EMP1007")).toBeVisible();
  });
});

describe("a change of the profile", () => {
  it("sends department and position, and shows what the server made of them", async () => {
    const calls: unknown[] = [];
    server.use(knows(), ...records(calls));
    const { user, department, position, save } = await openForm();
    expect(department).toHaveFocus();
    expect(department).toHaveValue("Engineering");
    await user.clear(department);
    await user.clear(position);
    await user.type(position, " Harbour pilot ");
    server.use(knows(aUser({ department: null, position: "Harbour pilot" })));
    await save();
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
    expect(calls).toEqual([["profile", { department: null, position: "Harbour pilot" }]]);
    expect(detail("Department")).toHaveTextContent("Not specified");
    expect(detail("Position")).toHaveTextContent("Harbour pilot");
    expect(screen.getByRole("button", { name: "Edit Profile" })).toHaveFocus();
  });

  it("is dropped by Cancel", async () => {
    server.use(knows());
    const { user, position } = await openForm();
    await user.type(position, " of the seas");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(detail("Position")).toHaveTextContent(/^Surveyor$/);
    expect(screen.getByRole("button", { name: "Edit Profile" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Edit Profile" }));
    expect(screen.getByLabelText("Position")).toHaveValue("Surveyor");
  });

  it("changes the password first, then the rest", async () => {
    const calls: unknown[] = [];
    server.use(knows(), ...records(calls));
    const { user, current, fresh, repeated, save } = await openForm();
    await user.type(current, "daybook");
    await user.type(fresh, "harbour-light");
    await user.type(repeated, "harbour-light");
    await save();
    expect(await screen.findByText("Profile and password updated successfully!")).toBeVisible();
    expect(calls).toEqual([
      [
        "password",
        { currentPassword: "daybook", newPassword: "harbour-light", confirmPassword: "harbour-light" },
      ],
      ["profile", { department: "Engineering", position: "Surveyor" }],
    ]);
  });

  const GAP = "All password fields are required when changing password";
  it("asks nobody for a password that will not do", async () => {
    server.use(knows());
    const { user, current, fresh, repeated, save } = await openForm();
    for (const [typed, label, sentence] of [
      [["daybook", "", ""], "New Password", GAP],
      [["", "harbour-light", "harbour-light"], "Current Password", GAP],
      [["daybook", "harbour-light", ""], "Confirm New Password", GAP],
      [["daybook", "harbour-light", "night"], "Confirm New Password", "New passwords do not match"],
      [["daybook", "short", "short"], "New Password", "New password must be at least 6 characters"],
    ] as const) {
      for (const [index, field] of [current, fresh, repeated].entries()) {
        await user.clear(field);
        if (typed[index]) await user.type(field, typed[index]);
      }
      await save();
      const field = screen.getByLabelText(label);
      expect(field).toHaveAccessibleDescription(sentence);
      expect(field).toHaveFocus();
      await user.type(field, "x");
      expect(field).not.toHaveAccessibleDescription();
    }
  });

  it("loses nothing to a wrong current password", async () => {
    const calls: unknown[] = [];
    server.use(
      knows(),
      refuses(
        "patch",
        "/api/users/change-password",
        400,
        "VALIDATION_FAILED",
        "Current password is incorrect",
      ),
      ...records(calls),
    );
    const { user, position, current, fresh, repeated, save } = await openForm();
    await user.type(position, " in chief");
    await user.type(current, "wrong");
    await user.type(fresh, "harbour-light");
    await user.type(repeated, "harbour-light");
    await save();
    expect(await screen.findByText("Current password is incorrect")).toHaveFocus();
    expect(calls).toEqual([]);
    expect(position).toHaveValue("Surveyor in chief");
    expect(current).toHaveValue("wrong");
    expect(fresh).toHaveValue("harbour-light");
  });

  it("puts the server's sentence at its field", async () => {
    server.use(
      knows(),
      refuses("put", "/api/auth/profile", 400, "VALIDATION_FAILED", "Department is too long", {
        errors: { department: "Department is too long" },
      }),
    );
    const { department, save } = await openForm();
    await save();
    await waitFor(() => expect(department).toHaveAccessibleDescription("Department is too long"));
    expect(department).toHaveFocus();
  });

  it.each([
    [
      "the server's words",
      () => HttpResponse.json(aRefusal("UNAVAILABLE", "Please try again shortly."), { status: 503 }),
      "Please try again shortly.",
    ],
    ["words of its own", () => new HttpResponse("<html>", { status: 502 }), "Failed to update profile"],
    ["the same where nobody answers", () => HttpResponse.error(), "Failed to update profile"],
  ])("that is not saved is told in %s", async (_, answer, sentence) => {
    server.use(knows(), http.untyped.put("/api/auth/profile", answer));
    const { user, position, save } = await openForm();
    await user.type(position, " in chief");
    await save();
    const box = await screen.findByRole("alert");
    expect(box).toHaveTextContent(sentence);
    expect(box).toHaveFocus();
    expect(position).toHaveValue("Surveyor in chief");
  });

  it("that is saved by half says which half, and goes on with the other", async () => {
    const calls: unknown[] = [];
    server.use(
      knows(),
      http.put("/api/auth/profile", ({ response }) => response.untyped(HttpResponse.error())),
      ...records(calls),
    );
    const { user, position, current, fresh, repeated, save } = await openForm();
    await user.type(position, " in chief");
    await user.type(current, "daybook");
    await user.type(fresh, "harbour-light");
    await user.type(repeated, "harbour-light");
    await save();
    expect(
      await screen.findByText("Your password has been changed. The other changes have not been saved yet."),
    ).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("Failed to update profile");
    for (const field of [current, fresh, repeated]) expect(field).toHaveValue("");
    expect(position).toHaveValue("Surveyor in chief");

    server.use(...records(calls));
    await save();
    expect(await screen.findByText("Profile and password updated successfully!")).toBeVisible();
    expect(calls.map((call) => (call as [string])[0])).toEqual(["password", "profile"]);
  });
});

describe("a profile where people sign in by a provider", () => {
  it.each([
    ["on", "Employee", true],
    ["off", "Employee", false],
    ["off", "Admin", false],
    ["break-glass", "Employee", false],
    ["break-glass", "Admin", true],
  ] as const)("with passwords %s speaks of one to %s: %s", async (passwords, role, isSo) => {
    withProviders([ACME], passwords);
    server.use(knows(aUser({ role })), sessionAnswers(aSession({ user: aSessionUser({ role }) })));
    const { user } = renderApp({ url: `/${role.toLowerCase()}/profile`, as: { role } });
    expect(await screen.findByRole("region", { name: "Linked Accounts" })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Two-Step Sign-In" }) !== null).toBe(isSo);
    await user.click(screen.getByRole("button", { name: "Edit Profile" }));
    expect(screen.getByLabelText("Department")).toHaveFocus();
    expect(screen.queryByLabelText("Current Password") !== null).toBe(isSo);
  });

  it("still shows a second factor that is set up", async () => {
    withProviders([ACME], "off");
    const totp = { createdAt: "2026-11-02T08:00:00Z", lastUsedAt: null };
    server.use(knows(), gives("/api/auth/credentials", { ...NO_FACTOR, totp }));
    renderApp({ url: "/employee/profile", as: {} });
    expect(await screen.findByRole("button", { name: "Turn Off" })).toBeVisible();
  });
});
