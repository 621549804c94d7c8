/** What the server says of the session and of the portal. */
import { read } from "../api/read";

/** Badge, role and today are asked for twice a minute; the socket is faster, the poll is reliable. */
const POLL_INTERVAL = 30_000;

export const currentSession = () =>
  // A person with a new name or role is told of timesheets too. "users" would make every browser ask for every newcomer. What waits
  // in a month that is closed is no longer counted.
  read(
    "/api/session",
    {},
    {
      topics: ["notifications", "timesheets", "settings", "leave", "months"],
      fresh: 5_000,
      again: POLL_INTERVAL,
    },
  );

export const portalQuery = () => ({
  // It is the same for everybody: a new session need not ask again.
  ...read("/api/portal", {}, { topics: ["settings"], fresh: Number.POSITIVE_INFINITY, isPublic: true }),
  gcTime: Number.POSITIVE_INFINITY,
});
