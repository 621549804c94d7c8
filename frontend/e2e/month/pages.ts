/** What the screens of a month say, beside what was worked out by hand (`book.ts`). */
import type { Page } from "@playwright/test";
import { expect } from "../fixtures";
import type { Book } from "./book";
import { type Employee, nameOf, PEOPLE } from "./people";
import { day, expectTiles, main } from "./screens";

const STATUS = {
  a: "approved",
  p: "pending",
  r: "rejected",
  u: "unlocked",
  h: "holiday",
  w: "weekend",
  d: "day-off",
  f: "frozen",
  l: "past",
  b: "before-joining",
} as const;

/** The grid of the month, day by day, with the hours on it and the sum below. */
export async function expectMonth(page: Page, book: Book, who: Employee): Promise<void> {
  const letters = [...book.pictures[who].replaceAll(" ", "")] as (keyof typeof STATUS)[];
  const entries = new Map(book.entries[who].map((entry) => [entry[0], entry]));
  const days = letters.map((letter, index) => {
    const date = `${book.month}-${String(index + 1).padStart(2, "0")}`;
    const entry = entries.get(date);
    return `${date} ${STATUS[letter]}${entry ? ` ${entry[2]}h` : ""}`;
  });
  const shown = () =>
    page
      .getByRole("grid")
      .locator("[data-date]")
      .evaluateAll((cells) =>
        cells.map((cell) => {
          const texts = [...cell.querySelectorAll("span")].map((span) => span.textContent ?? "");
          const hours = texts.find((text) => /^[\d.]+h$/.test(text));
          const data = (cell as HTMLElement).dataset;
          return `${data.date} ${data.status}${hours ? ` ${hours}` : ""}`;
        }),
      );
  await expect.poll(shown, { message: `the month of ${who}` }).toEqual(days);

  const { hours, approved, pending, rejected } = book.figures[who];
  await expect(main(page).getByText("Recorded this month").locator("..")).toHaveText(
    `Recorded this month ${hours} h`,
  );
  const counts = [
    [approved, "Approved"],
    [pending, "Pending"],
    [rejected, "Rejected"],
  ] as const;
  const foot = main(page).getByText("Recorded this month").locator("../..").getByRole("listitem");
  await expect(foot).toHaveText(
    counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`),
  );
}

/** Why some days are as they are. */
export async function expectReasons(page: Page, book: Book, who: Employee): Promise<void> {
  for (const [date, sentence] of book.why[who] ?? []) {
    await day(page, date).click();
    await expect(page.getByRole("region", { name: "Entry for the chosen day" })).toContainText(sentence);
  }
}

/** The weeks on the notifications page, newest first, with status and sum. */
export async function expectWeeks(page: Page, book: Book, who: Employee): Promise<void> {
  const weeks = Object.entries(book.figures[who].weeks).reverse();
  const articles = main(page).getByRole("article");
  await expect(articles.locator("h2")).toHaveText(weeks.map(([week]) => week));
  for (const [week, [status, sum]] of weeks) {
    const article = main(page).getByRole("article", { name: week });
    await expect(article.locator("header [data-status]")).toHaveText(status);
    await expect(article.locator("header")).toContainText(`Total ${sum} h`);
  }
}

/** Everything that somebody was told. */
export async function expectNews(page: Page, book: Book, who: Employee): Promise<void> {
  const notices = book.notices[who] ?? [];
  const news = page.getByRole("region", { name: "Notices" });
  if (notices.length > 8) await news.getByRole("button", { name: "Show older" }).click();
  await expect(news.getByRole("listitem")).toContainText(notices.map(([title]) => title));
  await expect(news.getByRole("listitem")).toContainText(notices.map(([, body]) => body));
}

/** The table of a report, in its order, and the tiles over it. */
export async function expectReport(
  page: Page,
  book: Book,
  people: readonly Employee[],
  good: number,
): Promise<void> {
  const rows = main(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
  await expect(rows).toHaveCount(people.length);
  for (const [index, who] of people.entries()) {
    const { workingDays, present, rate, rating } = book.figures[who];
    const cells = [
      nameOf(who),
      PEOPLE[who].id,
      String(workingDays),
      "0",
      String(present),
      `${rate}%`,
      rating,
    ];
    await expect(rows.nth(index).locator("th, td")).toHaveText(cells);
  }
  await expectTiles(page, {
    "Total Employees": people.length,
    "Good Attendance": good,
    "Needs Attention": people.length - good,
  });
}

/** The cards of the approvals, each a person's week, in their order. */
export async function expectCards(
  page: Page,
  book: Book,
  expected: readonly (readonly [Employee, string])[],
): Promise<void> {
  const cards = main(page).getByRole("article");
  await expect(cards).toHaveCount(expected.length);
  const said = expected.map(([who, week]) => {
    const [status, hours] = book.figures[who].weeks[week] ?? ["", ""];
    return `${nameOf(who)} ${PEOPLE[who].id}${week}${status}Total ${hours} h`;
  });
  await expect(cards.locator("header")).toHaveText(said);
}
