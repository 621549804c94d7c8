/** While somebody is signed in: the socket, the poll, and the user's present role taken over from the server. */
import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { SessionLive } from "../session/live";
import { currentSession } from "../session/queries";
import { sessionStore } from "../session/store";

export default function SessionKeeper({ token }: { token: string }) {
  const client = useQueryClient();
  const { data } = useQuery(currentSession());

  useEffect(() => {
    const known = sessionStore.get();
    if (data === undefined || known.status !== "signed-in") return;
    sessionStore.hearToday(data.today);
    sessionStore.hearSubstitute(data.substituteFor.length > 0);
    const roleChanged = known.user.role !== data.user.role;
    sessionStore.replaceUser(data.user);
    if (!roleChanged) return;
    // What the former role saw is not for the new one. Only what both roles may see
    // is still on the screen, and that is fetched again.
    const ofFormerRole = (query: Query) =>
      query.queryKey[1] !== "/api/session" && query.meta?.isPublic !== true;
    client.removeQueries({ type: "inactive", predicate: ofFormerRole });
    void client.resetQueries({ type: "active", predicate: ofFormerRole });
  }, [client, data]);

  return <SessionLive token={token} />;
}
