import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket } from "../testing/socket";
import { SessionSocket, type SocketOptions } from "./socket";

const ADDRESS = "ws://localhost/ws/session?token=secret";

function start(changes: Pick<Partial<SocketOptions>, "url"> = {}) {
  const options = {
    url: () => ADDRESS,
    onChanged: vi.fn<SocketOptions["onChanged"]>(),
    onEnded: vi.fn<SocketOptions["onEnded"]>(),
    onOpened: vi.fn<SocketOptions["onOpened"]>(),
    ...changes,
  };
  const socket = new SessionSocket(options);
  socket.start();
  return { socket, ...options };
}

/** Opens the latest connection and lets it last long enough to count as a good one. */
function settle() {
  FakeSocket.latest.accept();
  vi.advanceTimersByTime(5_000);
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the session's socket", () => {
  it("sends a heartbeat every 30 seconds while it is open", () => {
    start();
    FakeSocket.latest.accept();
    vi.advanceTimersByTime(29_999);
    expect(FakeSocket.latest.sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.latest.sent).toEqual(["HEARTBEAT"]);
    vi.advanceTimersByTime(30_000);
    expect(FakeSocket.latest.sent).toEqual(["HEARTBEAT", "HEARTBEAT"]);
    FakeSocket.latest.drop();
    const first = FakeSocket.all[0];
    vi.advanceTimersByTime(60_000);
    expect(first?.sent).toHaveLength(2);
  });

  it("tries five times after a loss, each wait twice the one before, and then rests", () => {
    const { socket } = start();
    settle();
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      const before = FakeSocket.all.length;
      FakeSocket.latest.drop();
      vi.advanceTimersByTime(wait - 1);
      expect(FakeSocket.all).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
    }
    FakeSocket.latest.drop();
    vi.advanceTimersByTime(600_000);
    expect(FakeSocket.all).toHaveLength(6);
    expect(socket.phase).toBe("resting");
  });

  it("does not count a connection that breaks at once as a good one", () => {
    start();
    settle();
    // Accepted and dropped, again and again: still no more than five attempts.
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      FakeSocket.latest.drop();
      vi.advanceTimersByTime(wait);
      FakeSocket.latest.accept();
    }
    FakeSocket.latest.drop();
    vi.advanceTimersByTime(600_000);
    expect(FakeSocket.all).toHaveLength(6);
  });

  it("starts with a second again after a connection that lasted", () => {
    start();
    settle();
    FakeSocket.latest.drop();
    vi.advanceTimersByTime(1_000);
    FakeSocket.latest.drop();
    vi.advanceTimersByTime(2_000);
    settle();
    FakeSocket.latest.drop();
    const before = FakeSocket.all.length;
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(before + 1);
  });

  it("tries again when woken, but only once its attempts are used up", () => {
    const { socket } = start();
    settle();
    FakeSocket.latest.drop();
    socket.wake();
    expect(FakeSocket.all).toHaveLength(1);
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      vi.advanceTimersByTime(wait);
      FakeSocket.latest.drop();
    }
    expect(FakeSocket.all).toHaveLength(6);
    socket.wake();
    expect(FakeSocket.all).toHaveLength(7);
    FakeSocket.latest.drop();
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(8);
  });

  it("looks after two seconds whether a connection came about, and begins anew once", () => {
    start();
    vi.advanceTimersByTime(1_999);
    expect(FakeSocket.latest.readyState).toBe(FakeSocket.CONNECTING);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.latest.readyState).toBe(FakeSocket.CLOSED);
    vi.advanceTimersByTime(999);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(2);
    // The second one is given its time.
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.latest.readyState).toBe(FakeSocket.CONNECTING);
  });

  it("leaves an open connection alone at the status check", () => {
    start();
    FakeSocket.latest.accept();
    vi.advanceTimersByTime(10_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(FakeSocket.latest.readyState).toBe(FakeSocket.OPEN);
  });

  it("ends the session with the server's message and never connects again", () => {
    const { socket, onEnded } = start();
    settle();
    FakeSocket.latest.say({ type: "SESSION_INVALID", message: "You have been logged out." });
    expect(onEnded).toHaveBeenCalledExactlyOnceWith("You have been logged out.");
    FakeSocket.latest.drop(4401);
    socket.wake();
    vi.advanceTimersByTime(600_000);
    expect(onEnded).toHaveBeenCalledOnce();
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("ends the session on close code 4401 alone, too", () => {
    const { onEnded } = start();
    settle();
    FakeSocket.latest.drop(4401);
    vi.advanceTimersByTime(600_000);
    expect(onEnded).toHaveBeenCalledExactlyOnceWith(null);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("passes on what changed, and nothing that it does not know", () => {
    const { onChanged } = start();
    FakeSocket.latest.accept();
    FakeSocket.latest.say({ type: "CHANGED", topic: "timesheets" });
    FakeSocket.latest.say({ type: "CHANGED", topic: "weather" });
    FakeSocket.latest.say({ type: "PONG" });
    FakeSocket.latest.say("not json");
    expect(onChanged.mock.calls).toEqual([["timesheets"]]);
  });

  it("says that it was away, when it comes back", () => {
    const { onOpened } = start();
    settle();
    FakeSocket.latest.drop();
    vi.advanceTimersByTime(1_000);
    FakeSocket.latest.accept();
    expect(onOpened.mock.calls).toEqual([[false], [true]]);
  });

  it("stays closed once stopped", () => {
    const { socket, onEnded } = start();
    settle();
    socket.stop();
    expect(FakeSocket.latest.readyState).toBe(FakeSocket.CLOSED);
    vi.advanceTimersByTime(600_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(onEnded).not.toHaveBeenCalled();
  });

  it("does not send a token that has expired", () => {
    const { onEnded } = start({ url: () => null });
    expect(FakeSocket.all).toEqual([]);
    expect(onEnded).toHaveBeenCalledExactlyOnceWith(null);
  });

  it("writes the token into no log", () => {
    const spies = (["log", "info", "warn", "error", "debug"] as const).map((name) => vi.spyOn(console, name));
    const { socket } = start();
    settle();
    FakeSocket.latest.drop();
    vi.advanceTimersByTime(600_000);
    socket.stop();
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  });
});
