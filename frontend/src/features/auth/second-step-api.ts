/** The second step of a login. Apart from the first, whose script is loaded first of all. */
import { api } from "../../api/client";
import { sentenceFor } from "../../api/error";
import type { Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import { askPatiently, enterWith, type Ticket, type Way } from "./api";
import { words } from "./messages";

export const answeringSecondStep: Write<Way & { readonly ticket: Ticket; readonly code: string }, void> = {
  name: "second step",
  call: async ({ enter, isAwaited, ...body }, client) => {
    const answer = await askPatiently(() => unwrap(api.POST("/api/auth/second-factor", { body })), isAwaited);
    await enterWith(answer, enter, client);
  },
  isSecret: true,
  failed: (error) => sentenceFor(error, words.login),
};
