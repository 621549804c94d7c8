import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../domain/types";
import { violations } from "../testing/axe";
import { catchDownloads } from "../testing/downloads";
import { aRefusal, aUser, NO_FACTOR } from "../testing/fixtures";
import { renderApp } from "../testing/render";
import { fails, gives, http, refuses, server } from "../testing/server";

const KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const CODES = Array.from({ length: 10 }, (_, index) => `ABCDE2345${index}`);
const ON: Schemas["OwnCredentials"] = {
  ...NO_FACTOR,
  totp: { createdAt: "2026-11-02T08:00:00Z", lastUsedAt: "2026-11-19T07:30:00Z" },
  recoveryLeft: 8,
};

/** A portal that keeps the credentials of the signed-in person, and remembers what it was sent. */
function serve(before: Schemas["OwnCredentials"] = NO_FACTOR) {
  let credentials = before;
  const sent: unknown[] = [];
  const codes = { success: true as const, data: { recoveryCodes: CODES } };
  const fresh = { ...ON, totp: { createdAt: "2026-11-20T09:00:00Z", lastUsedAt: null }, recoveryLeft: 10 };
  server.use(
    gives("/api/auth/profile", { user: aUser() }),
    gives("/api/notifications/preferences", { preferences: [], digestTime: "08:30", reminderTime: "17:30" }),
    gives("/api/auth/credentials", () => credentials),
    http.post("/api/auth/totp/begin", async ({ request, response }) => {
      sent.push(await request.json());
      return response(200).json({
        success: true,
        data: { key: KEY, uri: `otpauth://totp/Daybook:ada?secret=${KEY}&issuer=Daybook` },
      });
    }),
    http.post("/api/auth/totp/confirm", async ({ request, response }) => {
      sent.push(await request.json());
      credentials = fresh;
      return response(200).json(codes);
    }),
    http.post("/api/auth/recovery-codes", async ({ request, response }) => {
      sent.push(await request.json());
      credentials = { ...credentials, recoveryLeft: 10 };
      return response(200).json(codes);
    }),
    http.delete("/api/auth/totp", async ({ request, response }) => {
      sent.push(await request.json());
      credentials = NO_FACTOR;
      return response(200).json({ success: true, data: {} });
    }),
  );
  return sent;
}

async function open() {
  const app = renderApp({ url: "/employee/profile", as: {} });
  const region = await screen.findByRole("region", { name: "Two-Step Sign-In" });
  await waitFor(() => expect(within(region).queryByText(/^Loading/)).toBeNull());
  return { ...app, section: within(region) };
}

const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const SET_UP = "Set Up Two-Step Sign-In";

describe("two-step sign-in in the profile", () => {
  it("that is off says what it would be, and offers to set it up", async () => {
    serve();
    const { section } = await open();
    expect(section.getByText("Off")).toBeVisible();
    expect(section.getByText(/you also enter a code/)).toBeVisible();
    expect(section.getAllByRole("button").map((one) => one.textContent)).toEqual(["Set Up"]);
    expect(await violations()).toEqual([]);
  });

  it("that is on says since when, when it was used, and how many codes are left", async () => {
    serve(ON);
    const { section } = await open();
    expect(section.getByText(/^On since/)).toHaveTextContent(
      "On since Nov 2, 2026, last used Nov 19, 2026, 7:30 AM",
    );
    expect(section.getByText("8 recovery codes left")).toBeVisible();
    expect(section.getAllByRole("button").map((one) => one.textContent)).toEqual([
      "New Recovery Codes",
      "Turn Off",
    ]);
  });

  it("counts a single code in the singular", async () => {
    serve({ ...ON, recoveryLeft: 1 });
    const { section } = await open();
    expect(section.getByText("1 recovery code left")).toBeVisible();
  });

  it("that is required says by when, as long as there is time", async () => {
    serve({ ...NO_FACTOR, isRequired: true, requiredFrom: "2026-12-04T09:00:00Z" });
    const { section } = await open();
    expect(section.getByText(/required for your role/)).toHaveTextContent(
      "Two-step sign-in is required for your role. Please set it up by Friday, December 4, 2026.",
    );
  });

  it("that is required and on cannot be turned off", async () => {
    serve({ ...ON, isRequired: true, requiredFrom: "2026-11-04T09:00:00Z" });
    const { section } = await open();
    expect(section.getByText("Two-step sign-in is required for your role.")).toBeVisible();
    expect(section.getAllByRole("button").map((one) => one.textContent)).toEqual(["New Recovery Codes"]);
  });

  it("that could not be loaded says so, and keeps nothing else away", async () => {
    serve();
    server.use(fails("/api/auth/credentials"));
    await open();
    expect(await screen.findByText("Failed to load two-step sign-in")).toBeVisible();
    expect(await screen.findByRole("region", { name: "Notifications" })).toBeVisible();
  });
});

describe("setting two-step sign-in up", () => {
  it("leads from the password over the key and a code to the recovery codes", async () => {
    const sent = serve();
    const saved = catchDownloads();
    const { user, section } = await open();
    await user.click(section.getByRole("button", { name: "Set Up" }));
    const first = await dialog(SET_UP);
    expect(first.getByLabelText("Current Password")).toHaveFocus();
    expect(await violations()).toEqual([]);
    await user.keyboard("secret-1{Enter}");

    const second = await dialog("Scan the QR Code");
    expect(second.getByLabelText("Code")).toHaveFocus();
    const image = second.getByRole("img", { name: "QR code of the key below" });
    // Behind a clear edge of four, a corner of seven dark modules.
    const corner = [4, 5, 6, 7, 8, 9, 10].map((x) => `M${x} 4h1v1h-1z`).join("");
    expect(image.querySelector("path")?.getAttribute("d")?.startsWith(`${corner}M`)).toBe(true);
    const groups = [...document.querySelectorAll("dialog code > span")];
    expect(groups.map((group) => group.textContent)).toEqual(KEY.match(/.{4}/g));
    await user.click(second.getByRole("button", { name: "Copy key" }));
    expect(await navigator.clipboard.readText()).toBe(KEY);
    expect(await violations()).toEqual([]);
    await user.type(second.getByLabelText("Code"), "123456{Enter}");

    const third = await dialog("Recovery Codes");
    const list = third.getByRole("list", { name: "Recovery codes" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(10);
    await waitFor(() => expect(list).toHaveFocus());
    expect(await violations()).toEqual([]);
    await user.click(third.getByRole("button", { name: "Copy recovery codes" }));
    expect((await navigator.clipboard.readText()).trim().split("\n")).toEqual(CODES);
    await user.click(third.getByRole("button", { name: "Download" }));
    expect(saved.map(({ name }) => name)).toEqual(["daybook-recovery-codes.txt"]);
    expect(await saved[0]?.file.text()).toBe(
      `Recovery codes for localhost:3000\nEach code works once.\n\n${CODES.join("\n")}\n`,
    );

    // They are not shown again, so neither Escape nor the button closes it before they are stored.
    await user.keyboard("{Escape}");
    expect(third.getByRole("button", { name: "Done" })).toBeDisabled();
    await user.click(third.getByRole("checkbox", { name: "I have stored these codes" }));
    await user.click(third.getByRole("button", { name: "Done" }));
    expect(screen.queryByText("ABCDE23450")).toBeNull();
    expect(section.getByText("10 recovery codes left")).toBeVisible();
    expect(section.getByRole("button", { name: "New Recovery Codes" })).toHaveFocus();
    expect(sent).toEqual([{ password: "secret-1" }, { code: "123456" }]);
  });

  it("asks for what is missing before it asks the server", async () => {
    const sent = serve();
    const { user, section } = await open();
    await user.click(section.getByRole("button", { name: "Set Up" }));
    const first = await dialog(SET_UP);
    await user.click(first.getByRole("button", { name: "Continue" }));
    expect(first.getByLabelText("Current Password")).toHaveAccessibleDescription(
      "Please enter your password",
    );
    expect(sent).toEqual([]);
    await user.keyboard("secret-1{Enter}");
    const second = await dialog("Scan the QR Code");
    await user.type(second.getByLabelText("Code"), "12345{Enter}");
    expect(second.getByLabelText("Code")).toHaveAccessibleDescription(/Please enter the six digits/);
    expect(sent).toHaveLength(1);
  });

  it("says at its field what is wrong, and can be left at each step", async () => {
    serve();
    server.use(
      refuses("post", "/api/auth/totp/confirm", 400, "VALIDATION_FAILED", "The code is not right", {
        errors: { code: "The code is not right" },
      }),
    );
    const { user, section } = await open();
    await user.click(section.getByRole("button", { name: "Set Up" }));
    await dialog(SET_UP);
    await user.keyboard("secret-1{Enter}");
    const second = await dialog("Scan the QR Code");
    await user.type(second.getByLabelText("Code"), "111111{Enter}");
    await waitFor(() =>
      expect(second.getByLabelText("Code")).toHaveAccessibleDescription(/The code is not right/),
    );
    await user.click(second.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(section.getByRole("button", { name: "Set Up" })).toHaveFocus();

    server.use(
      refuses("post", "/api/auth/totp/begin", 409, "CONFLICT", "Two-step sign-in is already set up"),
    );
    await user.click(section.getByRole("button", { name: "Set Up" }));
    const first = await dialog(SET_UP);
    await user.keyboard("secret-1{Enter}");
    expect(await first.findByRole("alert")).toHaveTextContent("Two-step sign-in is already set up");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a second factor that is on", () => {
  it("is turned off with the password and a code, and can be set up again", async () => {
    const sent = serve(ON);
    const { user, section } = await open();
    await user.click(section.getByRole("button", { name: "Turn Off" }));
    const asked = await dialog("Turn Off Two-Step Sign-In");
    await user.click(asked.getByRole("button", { name: "Turn Off" }));
    expect(asked.getByLabelText("Current Password")).toHaveFocus();
    expect(asked.getByLabelText("Code")).toHaveAccessibleDescription(/Please enter the six digits/);
    expect(await violations()).toEqual([]);
    await user.keyboard("secret-1");
    await user.type(asked.getByLabelText("Code"), "123456{Enter}");
    expect(await screen.findByText("Two-step sign-in is turned off")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(section.getByRole("button", { name: "Set Up" })).toHaveFocus();
    expect(sent).toEqual([{ password: "secret-1", code: "123456" }]);
  });

  it("gets new recovery codes, for a recovery code too", async () => {
    const sent = serve(ON);
    const { user, section } = await open();
    await user.click(section.getByRole("button", { name: "New Recovery Codes" }));
    const asked = await dialog("New Recovery Codes");
    await user.keyboard("secret-1");
    await user.type(asked.getByLabelText("Code"), "ABCDE-23456{Enter}");
    const shown = await dialog("Recovery Codes");
    await user.click(shown.getByRole("checkbox", { name: "I have stored these codes" }));
    await user.click(shown.getByRole("button", { name: "Done" }));
    expect(await section.findByText("10 recovery codes left")).toBeVisible();
    expect(section.getByRole("button", { name: "New Recovery Codes" })).toHaveFocus();
    expect(sent).toEqual([{ password: "secret-1", code: "ABCDE-23456" }]);
  });

  it("says at the password that it is wrong", async () => {
    serve(ON);
    server.use(
      http.delete("/api/auth/totp", ({ response }) =>
        response(400).json(
          aRefusal("VALIDATION_FAILED", "Current password is incorrect", {
            errors: { password: "Current password is incorrect" },
          }),
        ),
      ),
    );
    const { user, section } = await open();
    await user.click(section.getByRole("button", { name: "Turn Off" }));
    const asked = await dialog("Turn Off Two-Step Sign-In");
    await user.keyboard("secret-2");
    await user.type(asked.getByLabelText("Code"), "123456{Enter}");
    const password = asked.getByLabelText("Current Password");
    await waitFor(() => expect(password).toHaveAccessibleDescription("Current password is incorrect"));
    expect(password).toHaveFocus();
    expect(section.getByText("8 recovery codes left")).toBeVisible();
  });
});
