/**
 * HR brings in a messy file of people: in the encoding of a German spreadsheet, with a day and a number that can be read in two ways,
 * a manager who is missing, and a person who is there twice. In a portal of its own, because new people are everybody's.
 */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, hold, ownPortal, test } from "./fixtures";
import { HANDS } from "./hands";
import { press, tabTo } from "./keys";
import { fitForEverybody, fitInBothThemes } from "./looks";
import { Mailbox } from "./mailbox";

const own = ownPortal();

const keys = HANDS["by keyboard"];
const main = (page: Page) => page.getByRole("main");
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const file = (page: Page, name: string) => main(page).getByRole("heading", { level: 2, name });

type Given = Parameters<Locator["setInputFiles"]>[0];

/** The window in which a file is chosen is the system's own, which no key of a test reaches. */
const choose = (page: Page, kind: string, given: Given) =>
  card(page, kind).getByLabel("Choose File").setInputFiles(given);

const csv = (name: string, text: string, encoding: BufferEncoding = "utf8") => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(text, encoding),
});

async function saved(page: Page, target: Locator): Promise<{ name: string; path: string; text: string }> {
  const download = page.waitForEvent("download");
  await target.click();
  const done = await download;
  const path = await done.path();
  return { name: done.suggestedFilename(), path, text: await readFile(path, "utf8") };
}

const STAFF = csv(
  "Mitarbeiter.csv",
  [
    "Vorname;Nachname;E-Mail;Rolle;Abteilung;Eintritt;Gehalt;Führungskraft;Schuhgröße",
    "Zoë;Müller;zoe@harbour.example;;Werft;03/04/2019;52.000;nora@harbour.example;38",
    "Nora;Stein;nora@harbour.example;Manager;Werft;05/06/2018;61.500;;39",
    "Jonas;Weber;jonas@daybook.example;;Werft;;;;",
    "Bea;Falk;bea@harbour.example;;Werft;01/02/2020;48.250;nobody@harbour.example;",
    "Ida;Holm;ida@harbour.example;;Werft;07/08/2021;;;",
    "Ida;Holm;IDA@harbour.example;;Werft;07/08/2021;;;",
    "",
  ].join("\r\n"),
  "latin1",
);

test("HR brings in a messy file by keyboard alone, and takes everybody out again", async ({ signedIn }) => {
  const { page } = await signedIn("hr");
  await keys.goTo(page, "HR", "Import and Export");
  await expect(page.getByRole("heading", { level: 1, name: "Import and Export" })).toBeFocused();

  await test.step("the three kinds of files", async () => {
    await fitForEverybody(page, "import");
    await tabTo(page, card(page, "People").getByLabel("Choose File"));
  });

  await test.step("what can be read in two ways is asked, and nothing is guessed", async () => {
    await choose(page, "People", STAFF);
    await expect(file(page, "Mitarbeiter.csv").getByText("Mitarbeiter.csv")).toBeFocused();
    await expect(main(page)).toContainText("Windows-1252, separated by semicolons");
    await expect(main(page)).toContainText("This column is not known and was ignored: Schuhgröße");
    const dates = page.getByRole("group", { name: "Is 03/04/2019 the 3rd of April or March 4?" });
    const numbers = page.getByRole("group", { name: "Is 52.000 the number 52,000 or 52?" });
    await press(page, button(page, "Continue"));
    await expect(dates.getByRole("radio", { name: "The day comes first" })).toBeFocused();
    await fitForEverybody(page, "import-asking");
    await page.keyboard.press("Space");
    await tabTo(page, numbers.getByRole("radio", { name: "The comma is the decimal sign" }));
    await page.keyboard.press("Space");
    await press(page, button(page, "Continue"));
  });

  await test.step("the plan says what each row would do", async () => {
    await expect(tab(page, "Added (2)")).toBeVisible();
    await expect(row(page, "Zoë Müller")).toContainText("2019-04-03");
    await fitForEverybody(page, "import-added");
    await tabTo(page, tab(page, "Added (2)"));
    await page.keyboard.press("ArrowRight");
    await expect(row(page, "Jonas Weber")).toContainText("Werft");
    await page.keyboard.press("ArrowRight");
    await expect(main(page)).toContainText("No row is there already");
    await page.keyboard.press("ArrowRight");
    await expect(tab(page, "Refused (3)")).toBeFocused();
    await expect(row(page, "nobody@harbour.example")).toContainText("Manager: nobody@harbour.example – ");
    await fitForEverybody(page, "import-refused");
  });

  await test.step("everything or nothing: with refused rows nothing is imported", async () => {
    await tabTo(page, button(page, "Import"), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(
      main(page).getByText("3 rows are refused. Correct them, or import the good rows only."),
    ).toBeFocused();
  });

  await test.step("the refused rows are taken along", async () => {
    const { name, text } = await saved(page, button(page, "Download refused rows"));
    expect(name).toBe("Mitarbeiter_refused.csv");
    const [head = "", ...rows] = text.trim().split("\r\n");
    expect(head).toMatch(/Schuhgröße.Problem$/);
    expect(rows).toHaveLength(3);
  });

  await test.step("the good rows are imported, and their people invited", async () => {
    await tabTo(page, page.getByRole("checkbox", { name: "Send invitations" }), "Shift+Tab");
    await page.keyboard.press("Space");
    await expect(page.getByRole("radio", { name: "Now" })).toBeChecked();
    await fitInBothThemes(page, "import-inviting");
    await press(page, button(page, "Import the good rows only"));
    await expect(messages(page)).toContainText("2 people added, 1 changed");
    await expect(main(page).getByText(/^2 people added, 1 changed, /)).toBeFocused();
    await fitForEverybody(page, "import-applied");
    const mailbox = new Mailbox(own.outbox);
    await mailbox.wait("zoe@harbour.example");
    await mailbox.wait("nora@harbour.example");
  });

  await test.step("they are there", async () => {
    await keys.goTo(page, "HR", "Employees");
    await tabTo(page, page.getByRole("searchbox"));
    await page.keyboard.type("zoë");
    await expect(page.getByRole("row").filter({ hasText: "Zoë Müller" })).toContainText("Werft");
  });

  await test.step("what goes out comes in again, and changes nothing", async () => {
    await keys.goTo(page, "HR", "Import and Export");
    const { name, path, text } = await saved(page, button(card(page, "People"), "Export"));
    expect(name).toBe("People_2026-11-18.csv");
    expect(text).toMatch(/zoe@harbour\.example.*nora@harbour\.example/);
    await choose(page, "People", path);
    await expect(main(page).getByText("Everything in this file is there already.")).toBeVisible();
    await expect(tab(page, "Refused (0)")).toBeVisible();
    await expect(button(page, "Import")).toHaveCount(0);
    await fitForEverybody(page, "import-same");
  });
});

test("a template has the columns that are read", async ({ signedIn }) => {
  const { page } = await signedIn("hr", "/hr/import");
  for (const kind of ["People", "Leave Balances", "Holidays"])
    await test.step(kind, async () => {
      const { path } = await saved(page, button(card(page, kind), "Download a Template"));
      await choose(page, kind, path);
      await expect(main(page)).toContainText("UTF-8, separated by commas");
      await expect(main(page)).not.toContainText("not known");
      await expect(page.getByRole("tablist", { name: "Rows" })).toBeVisible();
      await page.goto("/hr/import");
    });
});

test("a file is one, and is sent with its bytes", async ({ signedIn }) => {
  const { page } = await signedIn("admin", "/admin/import");
  const field = card(page, "Holidays").getByLabel("Choose File");

  await test.step("two that are dropped are refused", async () => {
    const dropped = await page.evaluateHandle(() => {
      const both = new DataTransfer();
      for (const name of ["one.csv", "two.csv"]) both.items.add(new File(["Date,Name\n"], name));
      return both;
    });
    await field.dispatchEvent("drop", { dataTransfer: dropped });
    await expect(field).toHaveAccessibleDescription(/Please drop one file only\.$/);
  });

  await test.step("one that cannot be read says why, at its field", async () => {
    await choose(page, "Holidays", csv("none.csv", "Date,Name\n"));
    await expect(field).toHaveAccessibleDescription(/The file has no rows$/);
    await fitForEverybody(page, "import-unreadable");
  });

  await test.step("a calendar is read as one", async () => {
    const text = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Harbour//EN",
      "BEGIN:VEVENT",
      "UID:1@harbour.example",
      "DTSTAMP:20261101T000000Z",
      "DTSTART;VALUE=DATE:20270511",
      "SUMMARY:Harbour Day",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n");
    await choose(page, "Holidays", {
      name: "harbour.ics",
      mimeType: "text/calendar",
      buffer: Buffer.from(text),
    });
    await expect(row(page, "Harbour Day")).toContainText("2027-05-11");
    await button(page, "Import").click();
    await expect(messages(page)).toContainText("1 holiday added, 0 changed");
  });
});

test("the holidays of a country are planned, and those that are there stay", async ({ signedIn }) => {
  const { page } = await signedIn("hr", "/hr/import");
  await button(card(page, "Holidays"), "From a Country").click();
  const dialog = page.getByRole("dialog", { name: "Holidays of a Country" });
  await dialog.getByLabel("Country").selectOption({ label: "Germany" });
  await dialog.getByLabel("Region").selectOption({ label: "Bayern" });
  await dialog.getByLabel("Years").selectOption({ label: "2026 to 2028" });
  await fitForEverybody(page, "import-country");
  await button(dialog, "Show Plan").click();
  await expect(row(page, "2027-01-06")).toBeVisible();
  await expect(button(page, "Change")).toHaveCount(0);
});

test("a plan outlives the page, and an import outlives the screen", async ({ signedIn }) => {
  const { page } = await signedIn("hr", "/hr/import");
  const people = Array.from({ length: 60 }, (_, n) => `Wave ${n},Rower,wave${n}@harbour.example`);
  await choose(page, "People", csv("rowers.csv", ["First Name,Last Name,Email", ...people, ""].join("\n")));
  await expect(tab(page, "Added (60)")).toBeVisible();

  await test.step("50 rows a page", async () => {
    await page.getByRole("button", { name: "Page 2" }).click();
    await expect(row(page, "Wave 59")).toBeVisible();
  });

  await test.step("Back and the menu lead to it again", async () => {
    const address = page.url();
    await page.getByRole("navigation", { name: "HR menu" }).getByRole("link", { name: "Holidays" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Holiday Management" })).toBeVisible();
    await page.goBack();
    expect(page.url()).toBe(address);
    await expect(row(page, "Wave 59")).toBeVisible();
    await keys.goTo(page, "HR", "Import and Export");
    await button(page, "Continue").click();
    await expect(tab(page, "Added (60)")).toBeVisible();
  });

  await test.step("after a reload its file is asked for, where it is to be read another way", async () => {
    await page.reload();
    await button(page, "Change").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Encoding").selectOption("Windows-1252");
    await button(dialog, "Read Again").click();
    await expect(dialog.getByLabel("File")).toBeFocused();
    await fitForEverybody(page, "import-change");
    await page.keyboard.press("Escape");
    await button(dialog, "Discard").click();
  });

  await test.step("its end is told on another screen", async () => {
    const release = await hold(page, /\/api\/imports\/[^/]+\/apply$/);
    await button(page, "Import").click();
    await expect(page.getByRole("progressbar", { name: "Importing, 0 of 60" })).toBeVisible();
    await fitForEverybody(page, "import-applying");
    await keys.goTo(page, "HR", "Profile");
    await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeFocused();
    release();
    await expect(messages(page)).toContainText("60 people added, 0 changed");
  });
});
