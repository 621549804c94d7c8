/**
 * What every browser test has: people who can sign in, a picture and an accessibility check of any screen, and the demand that no
 * page breaks its security policy, throws, or complains in the console.
 */
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Route,
} from "@playwright/test";

import axe from "axe-core";
import type { Role } from "../src/domain/roles";
import { NOW, Portal } from "./portal";

export const PASSWORD = "daybook";
export type Who = Lowercase<Role>;

/** Where to keep what the portal looked like, for those who want to see it. A picture of everything takes a good part of the time. */
const PICTURES = process.env.DAYBOOK_PICTURES;

declare global {
  interface Window {
    readonly axe: typeof import("axe-core");
  }
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export type Person = { readonly page: Page; readonly context: BrowserContext };

type Fixtures = {
  /** Opens a browser of that person's own, or of another one of the role, signed in, at their start or another screen. */
  signedIn: (who: Who, screen?: string, mailbox?: string) => Promise<Person>;
  /** Opens a visitor's browser, on a desk unless told otherwise. */
  visitor: (device?: BrowserContextOptions) => Promise<Person>;
  complaints: string[];
};

function watch(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
  page.on("console", (message) => {
    // A refused call is written there by the browser itself; that it was meant is for the test to say.
    const refusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !refusal) complaints.push(`console: ${message.text()}`);
  });
}

async function open(
  browser: Browser,
  complaints: string[],
  device: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext(device);
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`);
    });
  });
  context.on("page", (page) => watch(page, complaints));
  return { context, page: await context.newPage() };
}

/** The portal of the file whose tests are running, where it has one. A worker runs one file at a time. */
let own: Portal | undefined;

const emailOf = (mailbox: string) => `${mailbox}@daybook.example`;

/** Signs in through the form: as the sample person of that role, or as another one who has it, at the shared portal or another. */
export async function signInByForm(page: Page, who: Who, mailbox: string = who, address = ""): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Email").fill(emailOf(mailbox));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(new RegExp(`/${who}$`));
  await expect(page.locator("main h1")).toBeVisible();
}

/** Leaves in the browser what the form of the login would have left there, without a page more. */
export async function begin(page: Page, address: string, email: string, password = PASSWORD): Promise<void> {
  const ask = () => page.request.post(`${address}/api/auth/login`, { data: { email, password } });
  let answer = await ask();
  // A portal that is busy says when to ask again.
  while (answer.status() === 503) {
    await page.waitForTimeout(1000 * Number(answer.headers()["retry-after"]));
    answer = await ask();
  }
  const { data } = (await answer.json()) as { data: { token: string; user: unknown } };
  await page.goto(`${address}/robots.txt`);
  await page.evaluate(({ token, user }) => {
    localStorage.setItem("daybook.user", JSON.stringify(user));
    localStorage.setItem("daybook.token", token);
  }, data);
}

/** Brings somebody to a screen, signed in: to their start unless told otherwise. */
export async function signIn(
  page: Page,
  who: Who,
  mailbox: string = who,
  address = "",
  screen = `/${who}`,
): Promise<void> {
  await begin(page, address, emailOf(mailbox));
  await page.goto(`${address}${screen}`);
  await settled(page);
}

export const test = base.extend<Fixtures, { readonly portal: Portal; readonly apart: string }>({
  // A file that has a word of its own here has a worker of its own too, and with it an organisation that nobody else has changed.
  apart: ["", { option: true, scope: "worker" }],
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that a fixture without needs has.
    async ({}, use) => {
      const portal = await Portal.start("demo", { DAYBOOK_NOW: NOW });
      await use(portal);
      await portal.remove();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ portal }, use) => use(own?.address ?? portal.address),
  // biome-ignore lint/correctness/noEmptyPattern: the form that a fixture without needs has.
  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints).toEqual([]);
  },
  visitor: async ({ browser, complaints }, use) => {
    const opened: Person[] = [];
    await use(async (device) => {
      const person = await open(browser, complaints, device);
      opened.push(person);
      return person;
    });
    for (const { context } of opened) await context.close();
  },
  signedIn: async ({ visitor }, use) => {
    await use(async (who, screen, mailbox) => {
      const person = await visitor();
      await signIn(person.page, who, mailbox, "", screen);
      return person;
    });
  },
});

/** Gives the tests of a file a portal of their own, with the sample as it begins: what they do there concerns everybody. */
export function ownPortal(now = NOW): Pick<Portal, "address" | "outbox"> {
  return portalFrom(() => Portal.start("demo", { DAYBOOK_NOW: now }));
}

/** The same with a portal that is started another way. */
export function portalFrom(start: () => Promise<Portal>): Pick<Portal, "address" | "outbox"> {
  test.beforeAll(async () => {
    own = await start();
  });
  test.afterAll(async () => {
    await own?.remove();
    own = undefined;
  });
  return {
    get address() {
      return own?.address ?? "";
    },
    get outbox() {
      return own?.outbox ?? "";
    },
  };
}

/** Holds what is asked for at that address until it is released, which the answer does. It then takes its way, or the `end` given. */
export async function hold(
  page: Page,
  url: string | RegExp,
  end = (route: Route) => route.fallback(),
): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await end(route);
  });
  return release;
}

/** The screen stands: its heading is there and nothing is being fetched for the first time. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator("main h1")).toBeVisible();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
}

/** What is shown now, kept where pictures are. Whatever was on its way has arrived then: half faded in, it could not be read. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  });
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: "disabled" });
}

export async function withoutViolations(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const find = async (values: string[]) => {
    // Behind an open dialog the page is out of reach, which axe does not see: it would measure what the dialog half covers. The
    // same goes for a list or a menu that is open. It lies outside the landmarks; the control that it belongs to does not.
    const popup = "[data-trigger][data-placement]";
    const shown = (selector: string) => document.querySelector(selector) !== null;
    const include = ["dialog[open]", popup].filter(shown);
    const results = await window.axe.run(include.length > 0 ? { include } : document, {
      runOnly: { type: "tag", values },
      rules: { region: { enabled: !shown(popup) } },
      resultTypes: ["violations"],
    });
    return results.violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
    );
  };
  // A theme that has just changed reaches the page in several steps, between which no colours fit.
  await expect.poll(() => page.evaluate(find, RULES)).toEqual([]);
}

/** Nothing of the page is wider than the window. */
export async function withoutSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBeLessThanOrEqual(0);
}

export { expect };
