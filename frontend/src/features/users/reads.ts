import type { Reads } from "../../api/read";
import { personQueries } from "../../api/reads";
import { chosenIn, pageIn, wordsIn } from "../../domain/address";
import type { Role } from "../../domain/roles";
import { CHOICES, PAGES, sectionsOf } from "./model";

/** The sections of somebody who looks after these roles, as the address narrows them. */
export const readsOf =
  (...manages: readonly Role[]): Reads =>
  ({ search }) => {
    const status = chosenIn(search, "status", CHOICES.status);
    const isUnmanaged = wordsIn(search, "manager") === "none";
    return sectionsOf(manages, isUnmanaged).map((role) =>
      personQueries.list({
        role,
        page: pageIn(search, PAGES[role]),
        limit: chosenIn(search, "size", CHOICES.size),
        search: wordsIn(search, "search"),
        ...(status === "all" ? {} : { status }),
        ...(isUnmanaged ? { manager: "none" } : {}),
      }),
    );
  };
