import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { myCredentials } from "../../second-factor/reads";
import { substitutionsIn } from "../../substitutes/reads";

export const myProfile = () =>
  read("/api/auth/profile", {}, { topics: ["users", "settings"], fresh: FRESH.calm });

export const myMailChoices = () =>
  read("/api/notifications/preferences", {}, { topics: ["settings"], fresh: FRESH.calm });

/** No mails of choice go to a Boss. */
export const reads: Reads = ({ role, search }) => [
  myProfile(),
  myCredentials(),
  ...(role === "Boss" ? [] : [myMailChoices()]),
  ...(role === "Manager" ? [substitutionsIn(search)] : []),
];
