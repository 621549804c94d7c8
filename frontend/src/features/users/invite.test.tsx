import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { anEmployee, asHr, serve } from "../../testing/people";
import { http, refuses, server } from "../../testing/server";

const INVITE = "/api/users/{id}/invite";

async function read(user: ReturnType<typeof asHr>["user"], name: string) {
  await user.click(await screen.findByRole("button", { name }));
  await screen.findByRole("button", { name: "Edit Profile" });
  return within(screen.getByRole("dialog"));
}

describe("inviting somebody", () => {
  it("sends them another link, where they have never signed in", async () => {
    serve([anEmployee(0, { isFirstLogin: true, canBeInvited: true })]);
    const invited: unknown[] = [];
    server.use(
      http.post(INVITE, ({ params, response }) => {
        invited.push(params.id);
        return response(200).json({ success: true, message: "Invitation sent", data: {} });
      }),
    );
    const { user } = asHr();
    const dialog = await read(user, "Ada Number1");
    await user.click(await dialog.findByRole("button", { name: "Send Invitation" }));
    expect(await screen.findByText("Invitation sent")).toBeVisible();
    expect(invited).toEqual(["e0"]);
  });

  it("says why the server refuses", async () => {
    serve([anEmployee(0, { isFirstLogin: true, canBeInvited: true })]);
    server.use(refuses("post", INVITE, 409, "CONFLICT", "Ada Number1 has signed in already"));
    const { user } = asHr();
    const dialog = await read(user, "Ada Number1");
    await user.click(await dialog.findByRole("button", { name: "Send Invitation" }));
    expect(await screen.findByText("Ada Number1 has signed in already")).toBeVisible();
  });

  it("is not offered for somebody who has signed in", async () => {
    serve([anEmployee(0)]);
    const { user } = asHr();
    const dialog = await read(user, "Ada Number1");
    await waitFor(() => expect(dialog.getByRole("button", { name: "Edit Profile" })).toBeEnabled());
    expect(dialog.queryByRole("button", { name: "Send Invitation" })).toBeNull();
  });
});
