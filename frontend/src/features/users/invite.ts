/** The invitation to somebody who has never signed in: it mails a link for a first password. */
import { api } from "../../api/client";
import type { Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";

export const inviteUser: Write<{ id: string }, unknown> = {
  name: "invite user",
  call: ({ id }) => unwrap(api.POST("/api/users/{id}/invite", { params: { path: { id } } })),
  topics: ["users"],
  done: "Invitation sent",
  failed: "Failed to send the invitation. Please try again.",
};
