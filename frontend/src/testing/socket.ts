/** Stands in for the browser's WebSocket: the test opens it, speaks for the server and closes it. */
import { act, waitFor } from "@testing-library/react";
import { expect, vi } from "vitest";
import { SPREAD } from "../api/query";

export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  /** All that were made, oldest first. */
  static all: FakeSocket[] = [];

  static get latest(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (socket === undefined) throw new Error("no socket was opened");
    return socket;
  }

  readonly url: string;
  readonly sent: string[] = [];
  readyState: number = FakeSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  /** The client closes. */
  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  /** The server accepts. */
  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  /** The server says something. */
  say(message: unknown): void {
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }

  /** The connection ends from the other side. */
  drop(code = 1006): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }
}

/**
 * The screen listens, and the server tells it what has changed. A connection that hung for as long as a busy machine took to come here
 * has been given up: the next one listens.
 */
export async function hears(topic: string): Promise<void> {
  await waitFor(() => expect(FakeSocket.latest.readyState).not.toBe(FakeSocket.CLOSED));
  if (FakeSocket.latest.readyState === FakeSocket.CONNECTING) act(() => FakeSocket.latest.accept());
  tell(topic);
}

/** The server tells the screen what has changed, and the time over which browsers spread what they ask for then goes by. */
export function tell(topic: string): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    act(() => {
      FakeSocket.latest.say({ type: "CHANGED", topic });
      vi.advanceTimersByTime(SPREAD);
    });
  } finally {
    vi.useRealTimers();
  }
}
