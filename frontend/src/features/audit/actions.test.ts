import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ACTIONS } from "./sentences";

it("offers every action that the server records, and no other", () => {
  const server = readFileSync("../crates/application/src/events/mod.rs", "utf8");
  const [, kinds = ""] = /const KINDS: \[&str; \d+\] = \[([^\]]+)\]/.exec(server) ?? [];
  expect(kinds.match(/[a-z][a-z-]+/g)).toEqual(ACTIONS);
});
