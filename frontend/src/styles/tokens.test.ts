import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, linearRgb, readPalette, type Theme } from "./contrast";

const css = readFileSync("src/styles/tokens.css", "utf8");
const states = ["approved", "pending", "rejected", "unlocked", "holiday", "leave", "weekend", "past"];
const grounds = ["paper", "paper-raised"];

/** Text that a person has to read, on each ground that it stands on. */
const text: [string, string][] = [
  ...["ink", "ink-soft", "accent", "accent-strong", ...states].flatMap((colour) =>
    grounds.map((ground): [string, string] => [colour, ground]),
  ),
  ...states.map((state): [string, string] => [state, `${state}-soft`]),
  ...states.map((state): [string, string] => ["ink", `${state}-soft`]),
  ...states.map((state): [string, string] => ["ink-soft", `${state}-soft`]),
  ["ink", "paper-sunk"],
  ["ink-soft", "paper-sunk"],
  ["weekend", "hatch"],
  ["ink-soft", "hatch"],
  ["ink", "accent-soft"],
  ["ink-soft", "accent-soft"],
  ["accent", "accent-soft"],
  ["accent-ink", "accent"],
  ["accent-ink", "accent-strong"],
];

/** Borders of controls and the focus ring. */
const marks: [string, string][] = [
  ...["line-strong", "focus", "accent"].flatMap((mark) =>
    [...grounds, "paper-sunk", "weekend-soft", "past-soft"].map((ground): [string, string] => [mark, ground]),
  ),
  ["unlocked", "approved-soft"],
  ["unlocked", "pending-soft"],
  ["unlocked", "rejected-soft"],
  ["focus", "approved-soft"],
  ["focus", "pending-soft"],
  ["focus", "rejected-soft"],
  ["focus", "holiday-soft"],
  ["focus", "unlocked-soft"],
  ["focus", "leave-soft"],
];

describe.each<Theme>(["light", "dark"])("the %s palette", (theme) => {
  const palette = readPalette(css, theme);
  const colour = (name: string) => {
    const found = palette.get(name);
    if (!found) throw new Error(`tokens.css has no colour --${name}`);
    return found;
  };

  it.each(text)("writes %s on %s readably", (ink, ground) => {
    expect(contrast(colour(ink), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(marks)("sets the mark %s off from %s", (mark, ground) => {
    expect(contrast(colour(mark), colour(ground))).toBeGreaterThanOrEqual(3);
  });

  it("stays within what an sRGB screen can show", () => {
    const outside = [...palette].filter(([, value]) =>
      linearRgb(value).some((channel) => channel < -0.002 || channel > 1.002),
    );
    expect(outside.map(([name]) => name)).toEqual([]);
  });
});

describe("the measure itself", () => {
  it("knows black on white and equal colours", () => {
    const black = { l: 0, c: 0, h: 0 };
    const white = { l: 1, c: 0, h: 0 };
    expect(contrast(black, white)).toBeCloseTo(21, 1);
    expect(contrast(white, white)).toBeCloseTo(1, 5);
  });

  it("reads both palettes whole", () => {
    expect([...readPalette(css, "light").keys()]).toEqual([...readPalette(css, "dark").keys()]);
    expect(readPalette(css, "light").size).toBeGreaterThanOrEqual(25);
  });
});
