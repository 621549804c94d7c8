/** A real provider of sign-in, beside a portal of its own. */
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, portalFrom, test } from "./fixtures";
import { press } from "./keys";
import { Portal } from "./portal";
import { freePort, Program } from "./program";

const script = fileURLToPath(new URL("oidc-provider.mjs", import.meta.url));

/** What it is called on the screens. */
export const LABEL = "Acme";

class Provider {
  #program: Program | null = null;
  readonly #port: number;
  readonly #portal: string;

  private constructor(port: number, portal: string) {
    this.#port = port;
    this.#portal = portal;
  }

  /** One for the portal at that address, on a free port. */
  static async start(portal: string): Promise<Provider> {
    const provider = new Provider(await freePort(), portal);
    await provider.resume();
    return provider;
  }

  /** A foreign site to the portal, as in life. */
  get issuer(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Starts it again. It has forgotten who was signed in. */
  async resume(): Promise<void> {
    this.#program = new Program(process.execPath, [script, String(this.#port), this.#portal], {
      stdio: "ignore",
    });
    await this.#program.answers(`${this.issuer}/.well-known/openid-configuration`);
  }

  async stop(): Promise<void> {
    await this.#program?.end("SIGKILL");
  }

  /** What its portal has to be told of it. */
  get settings(): Record<string, string> {
    return {
      DAYBOOK_OIDC: "acme",
      DAYBOOK_OIDC_ACME_NAME: LABEL,
      DAYBOOK_OIDC_ACME_ISSUER: this.issuer,
      DAYBOOK_OIDC_ACME_CLIENT_ID: "daybook",
      DAYBOOK_OIDC_ACME_CLIENT_SECRET: "a secret: of/this+portal%",
    };
  }
}

type Both = { readonly portal: Portal; readonly provider: Provider };

/** Gives the tests of a file or a group a portal of their own with a provider, and these settings. */
export function ownPortalWithProvider(settings: Readonly<Record<string, string>> = {}): Both {
  let both: Both | undefined;
  portalFrom(async () => {
    both = await start(settings);
    return both.portal;
  });
  test.afterAll(() => both?.provider.stop());
  const running = () => {
    if (both === undefined) throw new Error("the portal has not been started");
    return both;
  };
  return {
    get portal() {
      return running().portal;
    },
    get provider() {
      return running().provider;
    },
  };
}

/** Both at the present time: tokens show no other. */
async function start(settings: Readonly<Record<string, string>>): Promise<Both> {
  const listen = `127.0.0.1:${await freePort()}`;
  const address = `http://${listen}`;
  const provider = await Provider.start(address);
  const { DAYBOOK_PASSWORDS: passwords, ...others } = settings;
  const now = new Date().toISOString();
  const portal = await Portal.start("demo", {
    DAYBOOK_NOW: now,
    DAYBOOK_LISTEN: listen,
    DAYBOOK_PUBLIC_URL: address,
    ...provider.settings,
    ...others,
  });
  if (passwords !== undefined) {
    // As a demo it has passwords.
    await portal.shutDown();
    await portal.resumeSample(now.slice(0, 10), new Date().toISOString(), { DAYBOOK_PASSWORDS: passwords });
  }
  return { portal, provider };
}

export const wayIn = (page: Page) => page.getByRole("button", { name: `Continue with ${LABEL}` });

/** Signs in on the provider's own page, as one of the people in oidc-provider.mjs. */
export async function signInThere(page: Page, account: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Sign In at the Provider" })).toBeVisible();
  await page.getByLabel("Name").fill(account);
  await page.keyboard.press("Enter");
}

/** Signs in with the provider, by the keys alone. */
export async function signInByProvider(page: Page, account: string): Promise<void> {
  await page.goto("/login");
  await press(page, wayIn(page));
  await signInThere(page, account);
}
