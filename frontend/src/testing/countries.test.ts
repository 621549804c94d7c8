/**
 * A second opinion about the table of countries, by npm `date-holidays`: who differs is listed in countries.differences.txt, so that
 * a table that is drawn anew shows in the commit where the two packages part. Run it with `-u` to update the list.
 */
import { readFileSync } from "node:fs";
import Holidays from "date-holidays";
import { expect, test } from "vitest";

/** The countries of the European Union, and their neighbours whom both packages know by the same regions. */
const COUNTRIES =
  "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL NO PL PT RO SE SI SK".split(" ");
/** The country without a choice of region. */
const NATION = ".";

type Line = { when: string; scope: string; name: string };
type Country = { code: string; regions: string[]; lines: Line[] };

/** The table in the form that crates/xtask/holidays/draw.py describes, with its years. */
function readTable(text: string) {
  const [head = "", ...lines] = text.trimEnd().split("\n");
  const [, first, last] = head.split("\t").map(Number);
  const countries: Country[] = [];
  for (const line of lines) {
    const [one = "", two = "", name = ""] = line.split("\t");
    if (line.startsWith("=")) countries.push({ code: one.slice(1), regions: [], lines: [] });
    else if (line.startsWith("+")) countries.at(-1)?.regions.push(one.slice(1));
    else countries.at(-1)?.lines.push({ when: one, scope: two, name });
  }
  return { countries, first: first ?? 0, last: last ?? 0 };
}

/** The names of whole holidays by their dates. */
function ours({ lines }: Country, region: string, year: number, first: number): Map<string, string> {
  const isIn = (scope: string) => {
    const isBut = scope === "" || scope.startsWith("!");
    return scope.replace("!", "").split("|").includes(region) !== isBut;
  };
  const dates = ({ when, name }: Line) => {
    const years = when.split(",");
    const own = (years.length === 1 ? years[0] : years[year - first]) ?? "";
    const date = (text: string) => `${year}-${text.slice(0, 2)}-${text.slice(2)}`;
    return own.split("+").flatMap((text) => (text === "" ? [] : [[date(text), name] as const]));
  };
  return new Map(lines.filter(({ when, scope }) => !when.startsWith("~") && isIn(scope)).flatMap(dates));
}

function theirs(code: string, region: string, year: number): Map<string, string> {
  const options = { languages: ["en"], types: ["public" as const] };
  const place = region === NATION ? new Holidays(code, options) : new Holidays(code, region, options);
  return new Map(place.getHolidays(year).map(({ date, name }) => [date.slice(0, 10), name]));
}

test("the table of countries differs from date-holidays as it is listed", async () => {
  const { countries, first, last } = readTable(readFileSync("../crates/domain/data/countries.txt", "utf8"));
  let agreed = 0;
  const listed: string[] = [];
  for (const country of countries.filter(({ code }) => COUNTRIES.includes(code))) {
    const known = Object.keys(new Holidays().getStates(country.code) ?? {});
    const differing = new Map<string, { dates: Set<string>; regions: Set<string> }>();
    for (const region of [NATION, ...country.regions.filter((code) => known.includes(code))]) {
      for (let year = first; year <= last; year++) {
        const [here, there] = [ours(country, region, year, first), theirs(country.code, region, year)];
        const note = (who: string, only: Map<string, string>, other: Map<string, string>) => {
          for (const [date, name] of only) {
            if (other.has(date)) continue;
            const key = `${country.code}\t${who}\t${name}`;
            const of = differing.get(key) ?? { dates: new Set(), regions: new Set() };
            differing.set(key, { dates: of.dates.add(date), regions: of.regions.add(region) });
          }
        };
        note("holidays", here, there);
        note("date-holidays", there, here);
        agreed += [...here.keys()].filter((date) => there.has(date)).length;
      }
    }
    for (const [key, { dates, regions }] of differing) {
      listed.push([key, [...regions].join(" "), [...dates].sort().join(" ")].join("\t"));
    }
  }
  expect(agreed).toBeGreaterThan(5_000);
  const head = "Country\tOnly in\tHoliday\tRegions\tDates\n";
  await expect(`${head}${listed.sort().join("\n")}\n`).toMatchFileSnapshot("countries.differences.txt");
});
