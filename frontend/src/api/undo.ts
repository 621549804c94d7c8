/** A write that is held back for a while, so that it can be undone. */
import { toast } from "../ui/toast";

const HELD_MS = 10_000;

/** Taken back before it was sent. */
export class Undone extends Error {}

type Held = { readonly send: () => void; readonly answer: Promise<unknown> };
const held = new Set<Held>();

/** Makes the call once the message that offers to undo it has gone; fails with `Undone` if it is taken up. */
export function undoable<Answer>(
  message: string,
  undo: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  let send = () => {};
  const isDue = new Promise<void>((resolve, reject) => {
    send = resolve;
    const action = { label: undo, run: () => reject(new Undone()) };
    toast.success(message, { durationMs: HELD_MS, action, closed: resolve });
  });
  const answer = isDue.then(call).finally(() => held.delete(one));
  const one: Held = { send, answer };
  held.add(one);
  return answer;
}

/** Sends what is held back at once, and waits for the answers: nothing may be lost because somebody leaves. */
export async function sendHeld(): Promise<void> {
  const waiting = [...held];
  for (const { send } of waiting) send();
  await Promise.allSettled(waiting.map(({ answer }) => answer));
}

// A page that is closed still sends what begins before it is gone.
window.addEventListener("pagehide", () => void sendHeld());
