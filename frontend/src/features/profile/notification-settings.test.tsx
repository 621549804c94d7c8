import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../../domain/types";
import { aRefusal, aUser } from "../../testing/fixtures";
import { renderApp } from "../../testing/render";
import { fails, gives, http, server } from "../../testing/server";

const CHOICES: Schemas["MailChoices"] = {
  preferences: [
    {
      kind: "rejected",
      label: "Rejected days",
      mail: "instant",
      choices: ["instant", "digest", "off"],
      default: "instant",
    },
    {
      kind: "reminder",
      label: "Evening reminder of a missing day",
      mail: "off",
      choices: ["instant", "off"],
      default: "instant",
    },
  ],
  digestTime: "07:15",
  reminderTime: "17:45",
};

/** A server that keeps what is chosen, and remembers what it was sent. */
function keeps() {
  const sent: unknown[] = [];
  server.use(
    gives("/api/auth/profile", { user: aUser() }),
    gives("/api/notifications/preferences", CHOICES),
    http.put("/api/notifications/preferences", async ({ request, response }) => {
      const { preferences } = await request.json();
      sent.push(preferences);
      const chosen = CHOICES.preferences.map((one) => ({ ...one, mail: preferences[one.kind] ?? one.mail }));
      const data = { ...CHOICES, preferences: chosen };
      return response(200).json({ success: true, message: "Notification settings saved", data });
    }),
  );
  return sent;
}

const open = () => renderApp({ url: "/employee/profile", as: {} });
const choice = (label: string) => screen.findByRole("combobox", { name: label });
const offered = (select: HTMLElement) => [...select.querySelectorAll("option")].map((one) => one.textContent);
const save = () => screen.getByRole("button", { name: "Save Notifications" });

describe("the mails of a person", () => {
  it("are none for a Boss, and are not asked for", async () => {
    const asked: string[] = [];
    server.use(
      gives("/api/auth/profile", { user: aUser({ role: "Boss" }) }),
      http.get("/api/notifications/preferences", ({ request, response }) => {
        asked.push(request.url);
        return response(403).json(aRefusal("FORBIDDEN", "You do not have permission to do this"));
      }),
    );
    renderApp({ url: "/boss/profile", as: { role: "Boss" } });
    expect(await screen.findByRole("heading", { level: 2, name: "Work Details" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Notifications" })).toBeNull();
    expect(asked).toEqual([]);
  });

  it("stand on the profile, each with its choices, beside the organisation's hours", async () => {
    keeps();
    open();
    expect(offered(await choice("Rejected days"))).toEqual(["Instant", "Daily digest", "Off"]);
    const reminder = await choice("Evening reminder of a missing day");
    expect(offered(reminder)).toEqual(["Instant", "Off"]);
    expect(reminder).toHaveValue("off");
    expect(screen.getByRole("heading", { level: 2, name: "Notifications" })).toBeVisible();
    expect(
      screen.getByText("In the portal you are always told. Choose what also comes by mail."),
    ).toBeVisible();
    expect(screen.getByText("Daily digest at").nextElementSibling).toHaveTextContent("07:15");
    expect(screen.getByText("Evening reminder at").nextElementSibling).toHaveTextContent("17:45");
  });

  it("are saved with what was changed alone", async () => {
    const sent = keeps();
    const { user } = open();
    await user.selectOptions(await choice("Rejected days"), "Daily digest");
    expect(screen.getByRole("button", { name: "Edit Profile" })).toBeDisabled();
    await user.click(save());
    expect(await screen.findByText("Notification settings saved")).toBeVisible();
    expect(sent).toEqual([{ rejected: "digest" }]);
    expect(await choice("Rejected days")).toHaveValue("digest");
    await waitFor(() => expect(screen.getByRole("button", { name: "Edit Profile" })).toBeEnabled());
  });

  it("stay as they were chosen where they cannot be saved, and why is said", async () => {
    keeps();
    const refusal = aRefusal("VALIDATION_FAILED", "rejected cannot be digest", {
      errors: { preferences: "rejected cannot be digest" },
    });
    server.use(
      http.put("/api/notifications/preferences", ({ response }) => response(400).json(refusal), {
        once: true,
      }),
    );
    const { user } = open();
    await user.selectOptions(await choice("Rejected days"), "Daily digest");
    await user.click(save());
    expect(await screen.findByText("rejected cannot be digest")).toBeVisible();
    expect(await choice("Rejected days")).toHaveValue("digest");
    server.use(
      http.put("/api/notifications/preferences", ({ response }) =>
        response.untyped(new Response("<html>", { status: 502 })),
      ),
    );
    await user.click(save());
    expect(await screen.findByText("Failed to save notification settings")).toBeVisible();
  });

  it("leave the profile standing where they do not come, and are asked for again", async () => {
    server.use(gives("/api/auth/profile", { user: aUser() }), fails("/api/notifications/preferences"));
    const { user } = open();
    expect(await screen.findByText("Failed to load notification settings")).toBeVisible();
    expect(screen.getByRole("heading", { level: 2, name: "Work Details" })).toBeVisible();
    keeps();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await choice("Rejected days")).toBeVisible();
  });
});
