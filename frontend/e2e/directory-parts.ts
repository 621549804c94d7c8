/** Parts of the directories, as people find them. */
import type { Page } from "@playwright/test";

export const column = (page: Page, name: string) => page.getByRole("region", { name });
export const tile = (page: Page, name: string) =>
  page.getByRole("main").locator("dl > div").filter({ hasText: name }).locator("dd").first();
export const searchFor = (page: Page) => page.getByRole("searchbox");
