/**
 * The portal of the month: it is started anew on each day, and its people speak to it as programs do. On the days that matter they
 * come with a browser instead; one person has one session, so a person with an open browser asks for nothing else meanwhile.
 */
import { DATABASES, type Place } from "../databases";
import { expect } from "../fixtures";
import { Mailbox } from "../mailbox";
import { Organisation } from "../organisation";
import { Portal } from "../portal";
import type { Book, Page } from "./book";
import { type Employee, JOINED, nameOf, PEOPLE, type Who, WORK } from "./people";

export const ORGANISATION = "Harbour Works";
/** What everybody chooses. */
const PASSWORD = "first-light-over-the-quay";

type Entry = { readonly _id: string; readonly date: string; readonly updatedAt: string };

/** Half a day before UTC: what is told by the wrong clock is told of the wrong day. */
const ZONE = "Pacific/Auckland";

/** Who takes part, and what happens day by day. */
type Story = Pick<Book, "people" | "diary" | "morning">;

export class Month {
  readonly mailbox: Mailbox;
  readonly password = PASSWORD;
  readonly #story: Story;
  readonly #portal: Portal;
  readonly #data: Place;
  #day: Page | null = null;
  /** Who has signed in today. */
  readonly #present = new Map<Who, Organisation>();
  readonly #accounts = new Map<Who, string>();
  readonly #mailed = new Map<Employee, number>();

  private constructor(story: Story, portal: Portal, data: Place) {
    this.#story = story;
    this.#portal = portal;
    this.#data = data;
    this.mailbox = new Mailbox(portal.outbox);
  }

  static async begin(database: keyof typeof DATABASES, story: Story): Promise<Month> {
    const data = await DATABASES[database]();
    const portal = await Portal.start("serve", {
      DAYBOOK_NOW: `${story.diary[0]?.date}${story.morning}`,
      DAYBOOK_TIMEZONE: ZONE,
      DAYBOOK_ORGANISATION: ORGANISATION,
      DAYBOOK_ADMIN_EMAIL: PEOPLE.admin.email,
      DAYBOOK_ADMIN_PASSWORD: PASSWORD,
      ...data.settings,
    });
    return new Month(story, portal, data);
  }

  async end(): Promise<void> {
    await this.#portal.remove();
    await this.#data.remove();
  }

  get address(): string {
    return this.#portal.address;
  }

  /** The account behind a person. */
  id(who: Who): string {
    const id = this.#accounts.get(who);
    if (id === undefined) throw new Error(`${who} has no account`);
    return id;
  }

  /** The next morning: what the night froze and mailed is what the diary says. */
  async wakeUp(date: string): Promise<void> {
    const day = this.#story.diary.find((page) => page.date === date);
    if (!day) throw new Error(`the diary has no ${date}`);
    const isFirst = this.#day === null;
    this.#day = day;
    this.#present.clear();
    if (isFirst) return;
    await this.#portal.shutDown();
    await this.#portal.resume({ DAYBOOK_NOW: `${date}${this.#story.morning}` });
    const expected = this.#story.people.flatMap((who) => {
      const dates = day.frozen[who];
      return dates ? [{ userName: nameOf(who), employeeId: PEOPLE[who].id, frozenDates: dates }] : [];
    });
    const frozen = async () =>
      (await this.ask<{ users: unknown }>("admin", "/api/timesheets/frozen-users")).users;
    await expect.poll(frozen, { message: `frozen on ${date}` }).toEqual(expected);
    for (const [who, dates] of Object.entries(day.mailed ?? {})) await this.#isMailed(who as Employee, dates);
  }

  async #isMailed(who: Employee, dates: readonly string[]): Promise<void> {
    const count = (this.#mailed.get(who) ?? 0) + 1;
    this.#mailed.set(who, count);
    await expect.poll(() => this.frozenMails(who).length).toBe(count);
    expect(this.frozenMails(who).at(-1)).toEqual(dates);
  }

  /** The days that each of the mails about frozen days names. */
  frozenMails(who: Employee): string[][] {
    const letters = this.mailbox.to(PEOPLE[who].email).filter(({ subject }) => subject.includes("frozen"));
    return letters.map(({ text }) => text.match(/\d{4}-\d{2}-\d{2}/g) ?? []);
  }

  /** Everybody who records something on the day itself does it, one after the other. */
  async everybodyRecords(): Promise<void> {
    const { date, hours } = this.#day ?? { date: "", hours: {} };
    for (const who of this.#story.people) {
      const count = hours[who];
      if (count !== undefined) await this.record(who, date, count);
    }
  }

  /** A day on which nothing else happens. */
  async passes(date: string): Promise<void> {
    await this.wakeUp(date);
    await this.everybodyRecords();
  }

  async as(who: Who): Promise<Organisation> {
    const known = this.#present.get(who);
    if (known !== undefined) return known;
    const person = await new Organisation(this.address).signIn(PEOPLE[who].email, PASSWORD);
    this.#present.set(who, person);
    return person;
  }

  /** Somebody comes with a browser, which ends what was signed in before. */
  leaves(who: Who): void {
    this.#present.delete(who);
  }

  async ask<Data>(who: Who, path: string): Promise<Data> {
    return (await (await this.as(who)).call("GET", path)) as Data;
  }

  async tell(
    who: Who,
    method: string,
    path: string,
    body: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    return (await this.as(who)).call(method, path, body);
  }

  /** An account, and its owner's own password in the place of the one that was made up. */
  async register(by: Who, who: Who): Promise<void> {
    const { first: firstName, last: lastName, email, role } = PEOPLE[who];
    const joiningDate = who in JOINED ? JOINED[who as Employee] : "2026-01-05";
    const body = { firstName, lastName, email, role, joiningDate, department: "Quays" };
    const answer = (await this.tell(by, "POST", "/api/auth/register", body)) as {
      user: { _id: string };
      generatedCredentials: { employeeId: string; password: string };
    };
    expect(answer.generatedCredentials.employeeId).toBe(PEOPLE[who].id);
    this.#accounts.set(who, answer.user._id);
    const person = await new Organisation(this.address).signIn(email, answer.generatedCredentials.password);
    await person.call("PUT", "/api/auth/change-first-login-password", {
      newPassword: PASSWORD,
      confirmPassword: PASSWORD,
    });
    await this.mailbox.wait(email);
  }

  /** Somebody who was registered on a screen. */
  async meet(who: Who): Promise<void> {
    const query = `role=${PEOPLE[who].role}&search=${encodeURIComponent(PEOPLE[who].email)}`;
    const { users } = await this.ask<{ users: { _id: string }[] }>("admin", `/api/users?${query}`);
    this.#accounts.set(who, users[0]?._id ?? "");
  }

  async record(who: Employee, date: string, hours: number, description: string = WORK[who]): Promise<void> {
    await this.tell(who, "POST", "/api/timesheets/my", { date, hours, description });
  }

  async assign(by: Who, who: Employee, manager: Who): Promise<void> {
    const body = { employeeId: this.id(who), managerId: this.id(manager) };
    await this.tell(by, "POST", "/api/users/assign-manager", body);
  }

  /** Sets a salary from that day on; the rest of the profile stays as it is. */
  async pays(by: Who, who: Employee, salary: number, salaryFrom: string): Promise<void> {
    const { first: firstName, last: lastName, email, role } = PEOPLE[who];
    const body = { firstName, lastName, email, role, salary, salaryFrom };
    await this.tell(by, "PUT", `/api/users/${this.id(who)}`, body);
  }

  async unlock(
    by: Who,
    who: Employee,
    requestedDate: string,
    reason = "As we said on the phone",
  ): Promise<void> {
    const body = { employeeId: this.id(who), requestedDate, reason };
    await this.tell(by, "POST", "/api/timesheet-unlock/direct-unlock", body);
  }

  async approve(by: Who, days: Readonly<Partial<Record<Employee, readonly string[]>>>): Promise<void> {
    await this.tell(by, "POST", "/api/timesheets/bulk-approve", await this.#entries(by, days));
  }

  /** Each who is rejected something hears of it by mail. */
  async reject(by: Who, who: Employee, dates: readonly string[], comment: string): Promise<void> {
    const before = this.rejections(who);
    const entries = await this.#entries(by, { [who]: dates });
    await this.tell(by, "POST", "/api/timesheets/bulk-reject", { ...entries, comment });
    await expect.poll(() => this.rejections(who)).toBe(before + 1);
  }

  rejections(who: Employee): number {
    return this.mailbox.to(PEOPLE[who].email).filter(({ subject }) => /rejected$/.test(subject)).length;
  }

  /** The entries of those days as the manager sees them now. */
  async #entries(by: Who, days: Readonly<Partial<Record<Employee, readonly string[]>>>) {
    const found: Entry[] = [];
    for (const [who, dates] of Object.entries(days)) {
      const sorted = [...dates].sort();
      const query = `employeeId=${this.id(who as Employee)}&from=${sorted[0]}&to=${sorted.at(-1)}`;
      const { timesheets } = await this.ask<{ timesheets: Entry[] }>(by, `/api/timesheets/team?${query}`);
      found.push(...timesheets.filter(({ date }) => dates.includes(date)));
      expect(
        found
          .slice(-dates.length)
          .map(({ date }) => date)
          .sort(),
      ).toEqual(sorted);
    }
    const ids = found.map(({ _id }) => _id);
    return { ids, expected: Object.fromEntries(found.map(({ _id, updatedAt }) => [_id, updatedAt])) };
  }
}
