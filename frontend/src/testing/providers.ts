/** A portal with providers, the way out of it, and the way back. */
import { onTestFinished, vi } from "vitest";
import type { Schemas } from "../domain/types";
import { aPortal } from "./fixtures";
import { gives, server } from "./server";

export const ACME: Schemas["SignInProvider"] = { name: "acme", label: "Acme ID" };
export const ENTRA: Schemas["SignInProvider"] = { name: "entra", label: "Entra" };

export function withProviders(
  providers: Schemas["SignInProvider"][] = [ACME],
  passwords: Schemas["PasswordUse"] = "on",
): void {
  server.use(gives("/api/portal", aPortal({ providers, passwords, selfRegistration: passwords === "on" })));
}

/** The page is opened by the end of a provider's way. */
export function arriveWith(found: string): void {
  window.daybookArrival = found;
  onTestFinished(() => {
    delete window.daybookArrival;
  });
}

/** jsdom goes nowhere. This catches where the page goes on to, outside the portal's screens. */
export function catchMoves(): readonly string[] {
  const moves: string[] = [];
  const { origin, href, host, hostname, protocol } = window.location;
  const assign = (address: string) => moves.push(address);
  vi.stubGlobal("location", { origin, href, host, hostname, protocol, assign });
  return moves;
}

export const anIdentity = (changes: Partial<Schemas["Identity"]> = {}): Schemas["Identity"] => ({
  provider: ACME.name,
  name: ACME.label,
  subject: "f8…3a",
  email: "ada@daybook.example",
  linkedAt: "2026-11-02T08:00:00Z",
  lastUsedAt: "2026-11-19T07:30:00Z",
  ...changes,
});
