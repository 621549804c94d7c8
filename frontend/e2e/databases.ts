/** What a portal can keep its data in: a file of its own, or a database of its own on the PostgreSQL server of the tests. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Names a PostgreSQL server on which tests may create and drop databases; `cargo xtask test` starts one and sets it. */
const SERVER = "DAYBOOK_TEST_POSTGRES";
/** PostgreSQL's own client, where it is not in PATH. */
const CLIENT = "DAYBOOK_PSQL";

/** A place for the data of one portal. */
export type Place = { readonly settings: Record<string, string>; readonly remove: () => Promise<void> };

function postgresServer(): string {
  const server = process.env[SERVER];
  if (!server)
    throw new Error(
      `${SERVER} is not set. Put the address of a PostgreSQL server in it on which databases may come and go, or run “cargo xtask test --only browser”, which starts one.`,
    );
  return server;
}

async function tell(server: string, sentence: string): Promise<void> {
  const client = process.env[CLIENT] ?? "psql";
  await run(client, ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", `--command=${sentence}`, server]);
}

async function onPostgres(): Promise<Place> {
  const server = postgresServer();
  const name = `daybook_browser_${randomBytes(8).toString("hex")}`;
  await tell(server, `CREATE DATABASE ${name}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return {
    settings: { DAYBOOK_DATABASE_URL: address.href },
    // A portal that was killed may not have hung up yet.
    remove: () => tell(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** Each makes an empty place of its own. SQLite's lies in the portal's folder and goes with it. */
export const DATABASES: Readonly<Record<"SQLite" | "PostgreSQL", () => Promise<Place>>> = {
  SQLite: async () => ({ settings: {}, remove: async () => undefined }),
  PostgreSQL: onPostgres,
};
