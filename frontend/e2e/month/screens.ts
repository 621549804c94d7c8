/** The screens of the month, as their people read them. */
import type { Locator, Page } from "@playwright/test";
import { begin, expect, type Person, settled } from "../fixtures";
import type { Month } from "./month";
import { PEOPLE, type Who } from "./people";

export const main = (page: Page) => page.getByRole("main");
export const menu = (page: Page) => page.getByRole("navigation", { name: / menu$/ });
export const button = (scope: Page | Locator, name: string) =>
  scope.getByRole("button", { name, exact: true });
export const message = (page: Page, words: string) =>
  page.getByRole("region", { name: "Messages" }).getByText(words, { exact: true });
export const day = (page: Page, date: string) => page.getByRole("grid").locator(`[data-date="${date}"]`);
export const card = (page: Page, name: string, week: string) =>
  page.getByRole("article").filter({ hasText: name }).filter({ hasText: week });

const tile = (page: Page, label: string) =>
  main(page)
    .locator("dl > div")
    .filter({ has: page.locator("dt").getByText(label, { exact: true }) })
    .locator("dd")
    .first();

/** Each tile by its words, with what stands in it. */
export async function expectTiles(
  page: Page,
  tiles: Readonly<Record<string, string | number>>,
): Promise<void> {
  for (const [label, value] of Object.entries(tiles))
    await expect(tile(page, label)).toHaveText(String(value));
}

/** Lets somebody come with a browser, and leave when that is done. */
export type Visit = (who: Who, path: string, look: (page: Page) => Promise<void>) => Promise<void>;

export function visitsTo(month: Month, visitor: () => Promise<Person>): Visit {
  return async (who, path, look) => {
    month.leaves(who);
    const { page, context } = await visitor();
    await begin(page, month.address, PEOPLE[who].email, month.password);
    await page.goto(`${month.address}${path}`);
    await settled(page);
    await look(page);
    // The portal is about to be away, which an open page would complain of.
    await context.close();
  };
}

/** The number on the way to what is new: an employee's notices, a manager's resubmissions. */
export async function expectBadge(page: Page, count: number): Promise<void> {
  const ending = count === 0 ? "" : `\\s*, ${count} to read`;
  const link = menu(page).getByRole("link", {
    name: new RegExp(`^(Notifications|Resubmitted Timesheets)${ending}$`),
  });
  await expect(link).toBeVisible();
}

/** Presses what decides on days, and waits until that stands: the screen shows it before. */
export async function decide(page: Page, how: "approve" | "reject", pressed: Locator): Promise<void> {
  const answered = page.waitForResponse(`**/api/timesheets/bulk-${how}`);
  await pressed.click();
  expect((await answered).status()).toBe(200);
}
