import { readFileSync } from "node:fs";
import type { RouteObject } from "react-router";
import { expect, it } from "vitest";
import { routes } from "./routes";

/** The addresses of these routes, with parameters in braces. */
function addresses(among: RouteObject[], base = ""): string[] {
  return among.flatMap(({ path, children }) => {
    const own = path?.replaceAll(/:(\w+)/g, "{$1}");
    const address = own === undefined || own === "*" ? (own ?? base) : `${base}/${own}`;
    return children === undefined ? [address || "/"] : addresses(children, address);
  });
}

it("has a promise for every address", () => {
  const all = addresses(routes);
  expect(all.length).toBeGreaterThan(40);
  expect(all).toEqual(expect.arrayContaining(["/", "/employee", "/user-timesheets/{userId}", "*"]));
  const promised = new Set(readFileSync("../docs/promises.md", "utf8").split("`"));
  expect(all.filter((address) => !promised.has(address))).toEqual([]);
});
