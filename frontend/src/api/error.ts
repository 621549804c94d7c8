/**
 * What a failed call becomes. The HTTP layer names the kind of failure and passes on what the server said; the words that a
 * person reads are chosen by the screen.
 */
import type { Schemas } from "../domain/types";

type ErrorEnvelope = Schemas["ErrorEnvelope"];

/** `network`: no answer at all. `http`: the server refused. `parse`: an answer that is not what was agreed. */
export type ApiErrorKind = "network" | "http" | "parse";

type Details = {
  kind: ApiErrorKind;
  status?: number;
  code?: string;
  errors?: Readonly<Record<string, string>>;
  requiresUnlock?: boolean;
  retryAfter?: number;
  requestId?: string;
};

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** The HTTP status, 0 where no answer came. */
  readonly status: number;
  /** The server's machine code, such as `DATE_LOCKED`; empty where it gave none. */
  readonly code: string;
  /** A sentence per field that is to blame. */
  readonly errors: Readonly<Record<string, string>>;
  /** The date can only be filled after an unlock. */
  readonly requiresUnlock: boolean;
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | null;
  /** Names the request in the server's log. */
  readonly requestId: string | null;

  constructor(message: string, details: Details) {
    super(message);
    this.name = "ApiError";
    this.kind = details.kind;
    this.status = details.status ?? 0;
    this.code = details.code ?? "";
    this.errors = details.errors ?? {};
    this.requiresUnlock = details.requiresUnlock ?? false;
    this.retryAfter = details.retryAfter ?? null;
    this.requestId = details.requestId ?? null;
  }
}

/** The server's own sentence where it sent one, else the sentence of the screen. */
export function messageOr(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.kind === "http" && error.message !== ""
    ? error.message
    : fallback;
}

/** As `messageOr`, with words for what else kept the answer away. */
export function sentenceFor(
  error: unknown,
  text: Readonly<Record<"broken" | "network" | "failed", string>>,
): string {
  if (!(error instanceof ApiError) || error.kind === "parse") return text.broken;
  return error.kind === "network" ? text.network : messageOr(error, text.failed);
}

/** The server's sentences for the fields of a form. Where it blames none of them, the one for the whole of it. */
export function refusalOf<Name extends string>(
  error: unknown,
  fields: Readonly<Record<Name, unknown>>,
  sentence: string,
) {
  const blamed = Object.entries(error instanceof ApiError ? error.errors : {});
  const own = blamed.filter(([name]) => Object.hasOwn(fields, name));
  return {
    mistakes: Object.fromEntries(own) as Partial<Record<Name, string>>,
    sentence: own.length > 0 ? null : sentence,
  };
}

/** Whether the same call may well succeed a moment later: the network, or a server in trouble. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "network" || error.status >= 500);
}

function isEnvelope(body: unknown): body is Partial<ErrorEnvelope> {
  return typeof body === "object" && body !== null && "message" in body && typeof body.message === "string";
}

function secondsOf(header: string | null): number | undefined {
  const seconds = header === null ? Number.NaN : Number.parseInt(header, 10);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** The error that an answer outside 2xx stands for. A body that is no envelope (a proxy's page, say) has no sentence for a person. */
export function errorFromAnswer(response: Response, body: unknown): ApiError {
  const envelope: Partial<ErrorEnvelope> = isEnvelope(body) ? body : {};
  const retryAfter = secondsOf(response.headers.get("Retry-After"));
  const requestId = envelope.requestId ?? response.headers.get("X-Request-Id");
  return new ApiError(envelope.message ?? "", {
    kind: "http",
    status: response.status,
    code: envelope.code ?? "",
    errors: envelope.errors ?? {},
    requiresUnlock: envelope.requiresUnlock === true,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(requestId === null ? {} : { requestId }),
  });
}

/** The error behind something that `fetch` or the parser threw. An abort stays what it is: the caller asked for it. */
export function errorFromThrown(thrown: unknown): unknown {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DOMException && thrown.name === "AbortError") return thrown;
  if (thrown instanceof SyntaxError) {
    return new ApiError("", { kind: "parse" });
  }
  return new ApiError("", { kind: "network" });
}
