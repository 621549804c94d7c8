/** An empty file of each kind: its columns and one example row. The server's tests compare the columns with those that it reads. */
import type { Kind } from "./model";
import balances from "./templates/balances.csv?raw";
import holidays from "./templates/holidays.csv?raw";
import people from "./templates/people.csv?raw";

const TEXTS = { people, balances, holidays } satisfies Record<Kind, string>;
const NAMES = {
  people: "People_template.csv",
  balances: "Leave_balances_template.csv",
  holidays: "Holidays_template.csv",
} satisfies Record<Kind, string>;

/** With a byte order mark, without which some spreadsheets take it for another encoding. */
export const templateOf = (kind: Kind) => ({ name: NAMES[kind], text: `\ufeff${TEXTS[kind]}` });
