/** Keeps the socket of the signed-in session, for as long as there is one. Renders nothing. */
import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { APART, hearTopics, invalidateDay } from "../api/query";
import { currentSession } from "./queries";
import { SessionSocket } from "./socket";
import { sessionStore } from "./store";

function addressFor(token: string): string | null {
  if (sessionStore.token() !== token) return null;
  const address = new URL("/ws/session", window.location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.searchParams.set("token", token);
  return address.href;
}

/** What a new connection is told of changed after this, in milliseconds before its opening. The server says what changed in 15 seconds. */
const HEARD_LATE = 10_000;

/**
 * The server decides at its opening what a socket is told: by the role, and by whom the person stands in for. A session in which
 * either changes opens another one.
 */
export function SessionLive({ token }: { token: string }) {
  const { data } = useQuery(currentSession());
  // A token that the server has not confirmed yet may be over.
  if (data === undefined) return null;
  const hears = [data.user.role, ...data.substituteFor.map(({ managerId }) => managerId)].join(" ");
  return <Listening key={hears} token={token} hearsEveryone={data.can.includes("see-reports")} />;
}

/** Anyone who reports on everybody hears of many people's changes, so theirs are fetched less often. */
function Listening({ token, hearsEveryone }: { token: string; hearsEveryone: boolean }) {
  const client = useQueryClient();
  const socket = useRef<SessionSocket | null>(null);
  const { data, dataUpdatedAt } = useQuery(currentSession());
  const today = data?.today;
  const day = useRef(today);
  const apart = useRef(0);
  useEffect(() => {
    apart.current = hearsEveryone ? APART : 0;
  }, [hearsEveryone]);

  useEffect(() => {
    const topics = hearTopics(client, () => apart.current);
    const live = new SessionSocket({
      url: () => addressFor(token),
      onChanged: topics.hear,
      onEnded: (message) =>
        sessionStore.end(message ?? "Your session has expired. Please login again.", token),
      onOpened: (again) => {
        const unheard = Date.now() - HEARD_LATE;
        const isOld = ({ state }: Query) => state.data !== undefined && state.dataUpdatedAt < unheard;
        void client.invalidateQueries({ predicate: (query) => again || isOld(query) });
      },
    });
    const wake = () => live.wake();
    const wakeWhenVisible = () => {
      if (document.visibilityState === "visible") live.wake();
    };
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", wakeWhenVisible);
    socket.current = live;
    live.start();
    return () => {
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wakeWhenVisible);
      live.stop();
      topics.stop();
      socket.current = null;
    };
  }, [client, token]);

  // Nothing is announced at midnight, yet other days can be filled from then on.
  useEffect(() => {
    if (day.current !== undefined && day.current !== today) invalidateDay(client);
    day.current = today;
  }, [client, today]);

  // A poll that was answered shows that the server can be reached again.
  useEffect(() => {
    if (dataUpdatedAt > 0) socket.current?.wake();
  }, [dataUpdatedAt]);

  return null;
}
