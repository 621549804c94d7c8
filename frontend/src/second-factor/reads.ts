import { FRESH } from "../api/query";
import { read } from "../api/read";

export const myCredentials = () =>
  // The setting decides whether a second factor is required.
  read("/api/auth/credentials", {}, { topics: ["settings"], fresh: FRESH.calm });
