/** The ways in which people work the same screens: with the keys alone, and with a finger on a phone. */
import type { BrowserContextOptions, Locator, Page } from "@playwright/test";
import { expect } from "./fixtures";
import { press, tabTo } from "./keys";

type Hand = {
  readonly device: BrowserContextOptions;
  /** Works a button or a link. */
  readonly press: (page: Page, target: Locator) => Promise<void>;
  /** Puts the text in the place of what stands in the field. */
  readonly write: (page: Page, field: Locator, text: string) => Promise<void>;
  /** Chooses from a select by the words that are read there. */
  readonly choose: (page: Page, select: Locator, label: string) => Promise<void>;
  /** Finds one in a list that is searched by typing, and takes it. */
  readonly pick: (page: Page, field: Locator, typed: string, option: Locator) => Promise<void>;
  /** Goes to a screen as the menu of a role leads there. */
  readonly goTo: (page: Page, role: string, screen: string) => Promise<void>;
};

const menuLink = (page: Page, role: string, screen: string) =>
  page.getByRole("navigation", { name: `${role} menu` }).getByRole("link", { name: screen });

const keys: Hand = {
  device: {},
  press,
  write: async (page, field, text) => {
    await tabTo(page, field);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(text);
  },
  choose: async (page, select, label) => {
    await tabTo(page, select);
    await page.keyboard.type(label);
    await expect(select.locator("option:checked")).toHaveText(label);
  },
  pick: async (page, field, typed, option) => {
    await tabTo(page, field);
    await page.keyboard.type(typed);
    await expect(option).toBeVisible();
    await page.keyboard.press("Enter");
  },
  goTo: async (page, role, screen) => {
    await tabTo(page, menuLink(page, role, screen), "Shift+Tab");
    await page.keyboard.press("Enter");
  },
};

const finger: Hand = {
  device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  press: (_, target) => target.tap(),
  write: async (_, field, text) => {
    await field.tap();
    await field.fill(text);
  },
  // The list of a select is the browser's own window, which no pointer of a test reaches.
  choose: async (_, select, label) => void (await select.selectOption({ label })),
  pick: async (_, field, typed, option) => {
    await field.tap();
    await field.fill(typed);
    await option.tap();
  },
  goTo: async (page, role, screen) => {
    await page.getByRole("button", { name: "Menu", exact: true }).tap();
    await menuLink(page, role, screen).tap();
  },
};

export const HANDS = { "by keyboard": keys, "on a phone": finger } as const;
