import type { Reads } from "../../api/read";
import { personQueries } from "../../api/reads";
import { pageIn, wordsIn } from "../../domain/address";
import type { Role } from "../../domain/roles";
import { CHOICES, PAGES, sectionsOf } from "./model";

/** The sections of somebody who looks after these roles, as the address narrows them. */
export const readsOf =
  (...manages: readonly Role[]): Reads =>
  ({ search }) => {
    const status = CHOICES.status.of.find((one) => one === wordsIn(search, "status")) ?? "all";
    const isUnmanaged = wordsIn(search, "manager") === "none";
    return sectionsOf(manages, isUnmanaged).map((role) =>
      personQueries.list({
        role,
        page: pageIn(search, PAGES[role]),
        limit: CHOICES.size.of.find((one) => String(one) === wordsIn(search, "size")) ?? CHOICES.size.usual,
        search: wordsIn(search, "search"),
        ...(status === "all" ? {} : { status }),
        ...(isUnmanaged ? { manager: "none" } : {}),
      }),
    );
  };
