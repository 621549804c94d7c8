/**
 * The connection over which the server says that something has changed, or that the session is over. It carries no data, so
 * losing it costs nothing but time: everything it speeds up is also polled.
 *
 * The rules: after an abnormal close at most five attempts, the first after a second and each later one after twice the wait;
 * a connection that hangs for two seconds is given up and tried again, once; after the fifth attempt
 * nothing until `wake()`. A session that is over is never connected again.
 */
import { isTopic, type Topic } from "../api/query";

/** The close code of a session that has ended. */
const SESSION_ENDED = 4401;
const NORMAL = 1000;
const MOST_ATTEMPTS = 5;
const FIRST_DELAY = 1_000;
const HEARTBEAT_INTERVAL = 30_000;
const STATUS_CHECK_AFTER = 2_000;
const STATUS_CHECK_DELAY = 1_000;
/** A connection that lasted this long was a good one: the next loss starts with five attempts again. */
const GOOD_AFTER = 5_000;

export type SocketOptions = {
  /** The address with the token in its query, or null where there is no token that is worth sending. It is never logged. */
  readonly url: () => string | null;
  readonly onChanged: (topic: Topic) => void;
  /** The session is over; the message is the server's, or null if it gave none. Said once. */
  readonly onEnded: (message: string | null) => void;
  /** Connected; `again` after a gap in which changes may have gone unheard. */
  readonly onOpened: (again: boolean) => void;
};

type Phase = "idle" | "connecting" | "open" | "waiting" | "resting" | "over";

type ServerMessage =
  | { readonly type: "SESSION_INVALID"; readonly message: string | null }
  | { readonly type: "CHANGED"; readonly topic: Topic };

function parsed(data: unknown): ServerMessage | null {
  if (typeof data !== "string") return null;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || !("type" in value)) return null;
  if (value.type === "SESSION_INVALID") {
    const message = "message" in value && typeof value.message === "string" ? value.message : null;
    return { type: "SESSION_INVALID", message };
  }
  if (value.type === "CHANGED" && "topic" in value && isTopic(value.topic))
    return { type: "CHANGED", topic: value.topic };
  return null;
}

export class SessionSocket {
  readonly #options: SocketOptions;
  #phase: Phase = "idle";
  #socket: WebSocket | null = null;
  #attempts = 0;
  #checked = false;
  #opened = false;
  readonly #timers = new Map<"retry" | "check" | "heartbeat" | "good", ReturnType<typeof setTimeout>>();

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  get phase(): Phase {
    return this.#phase;
  }

  start(): void {
    if (this.#phase === "idle") this.#connect();
  }

  /** The browser is online again, the page visible, a poll answered: reason to try once more after the attempts were used up. */
  wake(): void {
    if (this.#phase !== "resting") return;
    this.#attempts = 0;
    this.#checked = false;
    this.#connect();
  }

  stop(): void {
    this.#phase = "over";
    this.#letGo();
  }

  #after(name: "retry" | "check" | "heartbeat" | "good", delay: number, action: () => void): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(name, setTimeout(action, delay));
  }

  /** Drops the present connection without hearing of its end. */
  #letGo(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close(NORMAL);
  }

  #connect(): void {
    this.#letGo();
    const url = this.#options.url();
    if (url === null) {
      this.#end(null);
      return;
    }
    this.#phase = "connecting";
    let socket: WebSocket;
    try {
      socket = new WebSocket(url);
    } catch {
      this.#retry();
      return;
    }
    this.#socket = socket;
    socket.onopen = () => this.#onOpen();
    socket.onmessage = (event) => this.#onMessage(event.data);
    socket.onclose = (event) => this.#onClose(event.code);
    this.#after("check", STATUS_CHECK_AFTER, () => this.#check());
  }

  #check(): void {
    if (this.#phase !== "connecting" || this.#checked) return;
    this.#checked = true;
    this.#letGo();
    this.#phase = "waiting";
    this.#after("retry", STATUS_CHECK_DELAY, () => this.#connect());
  }

  #onOpen(): void {
    this.#phase = "open";
    this.#options.onOpened(this.#opened);
    this.#opened = true;
    this.#after("good", GOOD_AFTER, () => {
      this.#attempts = 0;
      this.#checked = false;
    });
    this.#beat();
  }

  #beat(): void {
    this.#after("heartbeat", HEARTBEAT_INTERVAL, () => {
      this.#socket?.send("HEARTBEAT");
      this.#beat();
    });
  }

  #onMessage(data: unknown): void {
    const message = parsed(data);
    if (message?.type === "CHANGED") this.#options.onChanged(message.topic);
    else if (message?.type === "SESSION_INVALID") this.#end(message.message);
  }

  #onClose(code: number): void {
    this.#letGo();
    if (code === SESSION_ENDED) this.#end(null);
    else if (code === NORMAL) this.#phase = "resting";
    else this.#retry();
  }

  #retry(): void {
    if (this.#attempts >= MOST_ATTEMPTS) {
      this.#phase = "resting";
      return;
    }
    const delay = FIRST_DELAY * 2 ** this.#attempts;
    this.#attempts += 1;
    this.#phase = "waiting";
    this.#after("retry", delay, () => this.#connect());
  }

  #end(message: string | null): void {
    if (this.#phase === "over") return;
    this.#phase = "over";
    this.#letGo();
    this.#options.onEnded(message);
  }
}
