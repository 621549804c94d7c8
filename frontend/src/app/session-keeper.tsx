/** While somebody is signed in: the socket, the poll, and the user's present role taken over from the server. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { SessionLive } from "../session/live";
import { sessionQueries } from "../session/queries";
import { sessionStore } from "../session/store";

export default function SessionKeeper({ token }: { token: string }) {
  const client = useQueryClient();
  const { data } = useQuery(sessionQueries.current());

  useEffect(() => {
    const known = sessionStore.get();
    if (data === undefined || known.status !== "signed-in") return;
    const roleChanged = known.user.role !== data.user.role;
    sessionStore.replaceUser(data.user);
    // What the former role was shown is not for the new one; the session itself is the news.
    if (roleChanged) client.removeQueries({ predicate: (query) => query.queryKey[1] !== "/api/session" });
  }, [client, data]);

  return <SessionLive token={token} />;
}
