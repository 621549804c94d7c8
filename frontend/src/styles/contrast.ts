/**
 * Reads the colours out of tokens.css and measures their contrast as WCAG 2 does, so that a palette is judged by a test instead of
 * by the eye of the person who changed it last.
 */
export type Theme = "light" | "dark";
type Oklch = { readonly l: number; readonly c: number; readonly h: number };

const PAIR = /--([a-z-]+):\s*light-dark\(\s*oklch\(([^)]+)\)\s*,\s*oklch\(([^)]+)\)\s*\)/g;

function parse(text: string): Oklch {
  const [l, c, h] = text.split("/")[0]?.trim().split(/\s+/).map(Number) ?? [];
  if (l === undefined || c === undefined || h === undefined || [l, c, h].some(Number.isNaN)) {
    throw new Error(`not an oklch colour: ${text}`);
  }
  return { l, c, h };
}

export function readPalette(css: string, theme: Theme): ReadonlyMap<string, Oklch> {
  const palette = new Map<string, Oklch>();
  for (const [, name, light, dark] of css.matchAll(PAIR)) {
    palette.set(name ?? "", parse((theme === "light" ? light : dark) ?? ""));
  }
  return palette;
}

/** Linear sRGB by the matrices of the oklab definition; a channel outside 0–1 is a colour that no sRGB screen can show. */
export function linearRgb({ l, c, h }: Oklch): readonly [number, number, number] {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

export function contrast(one: Oklch, other: Oklch): number {
  const luminance = (colour: Oklch) => {
    const [red, green, blue] = linearRgb(colour).map((channel) => Math.min(1, Math.max(0, channel)));
    return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  };
  const [light, dark] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}
