/** Speaks to a portal's API as a program does: to bring about what a screen then has to show. */
import { PASSWORD } from "./fixtures";

type Body = Readonly<Record<string, unknown>>;
type Envelope = { readonly success: boolean; readonly message?: string; readonly data: unknown };

export class Organisation {
  readonly #address: string;
  #token = "";

  constructor(address: string) {
    this.#address = address;
  }

  /** From now on it is that person who asks. */
  async signIn(email: string, password: string = PASSWORD): Promise<this> {
    const { token } = (await this.call("POST", "/api/auth/login", { email, password })) as { token: string };
    this.#token = token;
    return this;
  }

  async call(method: string, path: string, body?: Body): Promise<unknown> {
    const response = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        ...(this.#token === "" ? {} : { Authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Envelope;
    // A portal that is busy says when to ask again, and every call may be repeated safely.
    if (response.status === 503) {
      await new Promise((soon) => setTimeout(soon, 1000 * Number(response.headers.get("Retry-After"))));
      return this.call(method, path, body);
    }
    if (!answer.success) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
    return answer.data;
  }
}
