/** Linking the signed-in person's account to one at a provider, and removing the link. */
import { api } from "../api/client";
import type { Write } from "../api/send";
import { unwrap } from "../api/unwrap";
import type { Schemas } from "../domain/types";
import { myCredentials } from "../second-factor/reads";

export type Provider = Schemas["SignInProvider"];

const FAILED = "Failed to link the account. Please try again.";

export const beginLink: Write<string, Schemas["Continuation"]> = {
  name: "link account",
  call: (name) => unwrap(api.POST("/api/auth/identities/{name}/begin", { params: { path: { name } } })),
  isSecret: true,
  failed: FAILED,
};

/** Asks why a link came to nothing: the answer is a refusal. */
export const askWhy: Write<string, unknown> = {
  name: "failed link",
  call: (code) => unwrap(api.POST("/api/auth/oidc/exchange", { body: { code } })),
  isSecret: true,
  failed: FAILED,
};

export const removeLink: Write<Provider, unknown> = {
  name: "remove link",
  call: ({ name }) => unwrap(api.DELETE("/api/auth/identities/{name}", { params: { path: { name } } })),
  learn: (client) => client.invalidateQueries({ queryKey: myCredentials().queryKey }),
  done: "Link removed",
  failed: "Failed to remove the link. Please try again.",
};
