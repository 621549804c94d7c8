/**
 * From an answer of the typed client to the data in its envelope, or an `ApiError`. Every query and mutation goes through here.
 */
import { ApiError, errorFromAnswer, errorFromThrown } from "./error";

type Answer<Body> = { data?: Body | undefined; error?: unknown; response: Response };
type Envelope<Data> = { success: boolean; message?: string | null; data: Data };

/** The whole success body, for the few calls whose answer has no envelope. */
export async function unwrapBody<Body>(call: Promise<Answer<Body>>): Promise<Body> {
  let answer: Answer<Body>;
  try {
    answer = await call;
  } catch (thrown) {
    throw errorFromThrown(thrown);
  }
  if (!answer.response.ok) throw errorFromAnswer(answer.response, answer.error);
  if (answer.data === undefined) throw new ApiError("", { kind: "parse", status: answer.response.status });
  return answer.data;
}

export function dataOf(body: unknown): unknown {
  if (typeof body === "object" && body !== null && "data" in body) return body.data;
  throw new ApiError("", { kind: "parse" });
}

/** What the call answers with: the `data` of the envelope. */
export async function unwrap<Data>(call: Promise<Answer<Envelope<Data>>>): Promise<Data> {
  return dataOf(await unwrapBody(call)) as Data;
}
