import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { hasArrived, takeArrival } from "./arrival";

/** Opens the page at this address, whose first script takes what arrives out of it. */
function open(address: string): void {
  history.replaceState(null, "", address);
  new Function(readFileSync("public/first.js", "utf8"))();
}

afterEach(() => {
  history.replaceState(null, "", "/");
  takeArrival();
});

it.each([
  [
    "/login#code=c-1&to=%2Femployee%2Fleave%3Fyear%3D2026",
    "/login",
    { code: "c-1", failure: null, to: "/employee/leave?year=2026" },
  ],
  ["/login?local#failure=f-1", "/login?local", { code: null, failure: "f-1", to: null }],
])("%s is taken out of the address by the first script, and is there once", (address, left, arrival) => {
  open(address);
  expect(location.pathname + location.search + location.hash).toBe(left);
  expect(hasArrived()).toBe(true);
  expect(takeArrival()).toEqual(arrival);
  expect(hasArrived()).toBe(false);
  expect(takeArrival()).toBeNull();
});

it("the word that an account is linked is nothing to exchange", () => {
  open("/profile#linked");
  expect(location.hash).toBe("");
  expect(hasArrived()).toBe(false);
  expect(takeArrival()).toEqual({ code: null, failure: null, to: null });
});

it("any other part of a page stays in the address", () => {
  open("/employee#content");
  expect(location.hash).toBe("#content");
  expect(takeArrival()).toBeNull();
});
