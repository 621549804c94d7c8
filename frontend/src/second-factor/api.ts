/** Setting up a second factor, turning it off, and new recovery codes. Each answer with a secret in it comes once. */
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../api/client";
import type { Write } from "../api/send";
import { unwrap } from "../api/unwrap";
import type { Schemas } from "../domain/types";
import { words } from "./messages";
import { myCredentials } from "./reads";

export type Secret = Schemas["TotpKey"];
type Codes = Schemas["RecoveryCodes"];
/** What confirms who asks. */
export type Proof = { readonly password: string; readonly code: string };

const learnCredentials = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: myCredentials().queryKey });

export const beginSetUp: Write<string, Secret> = {
  name: "begin second factor",
  call: (password) => unwrap(api.POST("/api/auth/totp/begin", { body: { password } })),
  isSecret: true,
  failed: words.failed.setUp,
};

export const confirmSetUp: Write<string, Codes> = {
  name: "confirm second factor",
  call: (code) => unwrap(api.POST("/api/auth/totp/confirm", { body: { code } })),
  isSecret: true,
  // The codes are shown at once: they do not wait for what is fetched.
  learn: (client) => void learnCredentials(client),
  failed: words.failed.setUp,
};

export const turnOff: Write<Proof, unknown> = {
  name: "turn off second factor",
  call: (body) => unwrap(api.DELETE("/api/auth/totp", { body })),
  isSecret: true,
  learn: learnCredentials,
  done: "Two-step sign-in is turned off",
  failed: words.failed.turnOff,
};

export const makeNewCodes: Write<Proof, Codes> = {
  name: "new recovery codes",
  call: (body) => unwrap(api.POST("/api/auth/recovery-codes", { body })),
  isSecret: true,
  learn: (client) => void learnCredentials(client),
  failed: words.failed.newCodes,
};
