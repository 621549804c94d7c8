import type { RouteObject } from "react-router";
import { expect, it } from "vitest";
import { paths } from "../domain/paths";
import { createQueryClient } from "./query-client";
import { routesFor } from "./routes";

/** The addresses of these routes, with parameters in braces. */
function addressesOf(among: RouteObject[]): string[] {
  return among.flatMap(({ path, children }) => {
    if (children !== undefined) return addressesOf(children);
    return path === undefined ? [] : path.replace(/^(?=\w)/, "/").replaceAll(/:(\w+)/g, "{$1}");
  });
}

it("links to no address that there is not", () => {
  const linked = Object.values(paths).flatMap((group) =>
    typeof group === "object" ? Object.values(group) : [group],
  );
  const all = addressesOf(routesFor(createQueryClient()));
  expect(all).toContain(paths.hr.employees);
  const isThere = (to: string) => all.includes(to.replace(/\?.*/, ""));
  expect(linked.filter((to) => typeof to === "string" && !isThere(to))).toEqual([]);
});
