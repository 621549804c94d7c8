/** Parts of the directories, as people find them. */
import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

export const column = (page: Page, name: string) => page.getByRole("region", { name });
export const tile = (page: Page, name: string) =>
  page.getByRole("main").locator("dl > div").filter({ hasText: name }).locator("dd").first();
export const searchFor = (page: Page) => page.getByRole("searchbox");

/** Finds the one Employee to whom `text` leads. Until the others are gone, a click would meet a row that moves away from under it. */
export async function findEmployee(page: Page, text: string): Promise<void> {
  await searchFor(page).fill(text);
  const employees = page.getByRole("region", { name: "Employees", exact: true });
  await expect(employees.getByText("1 record", { exact: true })).toBeVisible();
}
