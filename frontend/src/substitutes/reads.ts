import { FRESH } from "../api/query";
import { read } from "../api/read";
import type { operations } from "../api/schema";
import { chosenIn, pageIn } from "../domain/address";

type Query = NonNullable<operations["substitutions"]["parameters"]["query"]>;

export const PAGE_SIZE = 20;
/** More than one person substitutes for at once. */
const MOST_RUNNING = 100;

/** What can be chosen about the list. */
export const CHOICES = {
  status: { of: ["all", "running", "planned", "over", "ended"], usual: "all" },
} as const;
export type StatusFilter = (typeof CHOICES.status.of)[number];

const substitutions = (query: Query) =>
  read("/api/substitutions", { query }, { topics: ["settings"], fresh: FRESH.work });

export const substitutionPage = (status: StatusFilter, page: number) =>
  substitutions({ ...(status === "all" ? {} : { status }), page, limit: PAGE_SIZE });

/** The page that an address names. */
export const substitutionsIn = (search: URLSearchParams) =>
  substitutionPage(chosenIn(search, "status", CHOICES.status), pageIn(search, "page"));

/** Those that run now: a manager reads in them who stands in. */
export const runningSubstitutions = () => substitutions({ status: "running", limit: MOST_RUNNING });
