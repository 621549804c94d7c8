/**
 * Every write of the client. What it changes and what is said of its outcome belong to the write, not to the screen that began it:
 * its author hears the answer on whatever screen they are by then. The screen adds what only it can do: focus, fields and closing.
 */
import { type QueryClient, useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import { sessionStore } from "../session/store";
import { toast } from "../ui/toast";
import { messageOr } from "./error";
import { invalidateTopic, type ReadKey, type Topic } from "./query";

type Said =
  | string
  | { readonly message: string; readonly description?: string; readonly durationMs?: number };

export type Write<Variables, Answer> = {
  /** Tells the writes of one kind from all others. */
  readonly name: string;
  readonly call: (variables: Variables, client: QueryClient) => Promise<Answer>;
  /** Fetched anew afterwards. Also after a refusal: the screen may have been out of date. */
  readonly topics?: readonly Topic[];
  /** It is under way until those topics are here, so that nothing is done on the strength of what was there before. */
  readonly untilFetched?: boolean;
  /** Its variables or its answer hold a password: they do not stay in memory longer than the call. */
  readonly isSecret?: boolean;
  readonly foreseen?: ReturnType<typeof foresee<unknown, Variables>>;
  /** What the answer changes in what is known. */
  readonly learn?: (client: QueryClient, answer: Answer, variables: Variables) => unknown;
  /** Null where nothing needs to be said. */
  readonly done?: string | ((answer: Answer, variables: Variables) => Said | null);
  /** A sentence alone gives way to the server's own. */
  readonly failed: string | ((error: Error, variables: Variables) => Said | null);
};

/**
 * Where the outcome is shown in its place, as long as the screen is there. Answers true if that says it all, so that no message
 * has to. `isWaiting`: the focus is still where it was, so it may be moved. Somebody who has gone on keeps it.
 */
type Screen<Variables, Answer> = {
  readonly done?: (answer: Answer, variables: Variables, isWaiting: boolean) => unknown;
  readonly refused?: (error: Error, variables: Variables, isWaiting: boolean) => unknown;
};

/** What a write changes on the screen at once, in every answer under that key, and how that is taken back after a failure. */
export function foresee<Known, Variables>(
  queryKey: ReadKey,
  show: (known: Known, variables: Variables) => Known,
  takeBack: (known: Known, variables: Variables) => Known,
) {
  const change = (update: typeof show) => (client: QueryClient, variables: Variables) =>
    client.setQueriesData<Known>({ queryKey }, (known) => known && update(known, variables));
  return { queryKey, show: change(show), takeBack: change(takeBack) };
}

/** Puts what an answer says in the place of what was known. One under way may still bring the old state. */
export async function learnAnew<Known>(
  client: QueryClient,
  queryKey: ReadKey,
  update: (known: Known | undefined) => Known | undefined,
): Promise<void> {
  await client.cancelQueries({ queryKey });
  client.setQueryData<Known>(queryKey, update);
}

/** What is said of a write that failed. */
const saidOf = <Variables>(
  { failed }: Pick<Write<Variables, never>, "failed">,
  error: Error,
  variables: Variables,
): Said | null => (typeof failed === "string" ? messageOr(error, failed) : failed(error, variables));

/** The sentence alone, for where it is said in its place. */
export function refusalSentence<Variables>(
  write: Pick<Write<Variables, never>, "failed">,
  error: Error,
  variables: Variables,
): string {
  const said = saidOf(write, error, variables);
  return typeof said === "string" ? said : (said?.message ?? "");
}

function say(how: "success" | "error", said: Said | null): void {
  if (said === null) return;
  const { message, ...options } = typeof said === "string" ? { message: said } : said;
  toast[how](message, options);
}

/** What somebody does who is there, and has seen what the screen says. */
const SIGNS_OF_LIFE = ["keydown", "pointerdown", "popstate"] as const;

/**
 * Tells an outcome by a message, at once unless the screen says it in its place. A screen that was being left when it said so may be
 * gone before anybody saw it: then the message comes after all.
 */
function useMessage() {
  const unseen = useRef<(() => void) | null>(null);
  useEffect(() => {
    const seen = () => {
      unseen.current = null;
    };
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, seen, true);
    return () => {
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, seen, true);
      unseen.current?.();
    };
  }, []);
  return (isSaid: boolean, tell: () => unknown) => {
    const token = sessionStore.token();
    if (isSaid) unseen.current = () => sessionStore.token() === token && tell();
    else tell();
  };
}

export function useSend<Variables, Answer>(
  { name, call, topics = [], untilFetched, isSecret, foreseen, learn, ...words }: Write<Variables, Answer>,
  screen: Screen<Variables, Answer> = {},
) {
  const client = useQueryClient();
  const tell = useMessage();
  const here = useRef<typeof screen | null>(null);
  useLayoutEffect(() => {
    here.current = screen;
    return () => {
      here.current = null;
    };
  });
  // Callbacks of a single `mutate` are dropped when the screen closes and when it sends again; these are not.
  const { mutate, isPending, reset } = useMutation({
    mutationKey: [name],
    gcTime: 1_000,
    mutationFn: (variables: Variables) => call(variables, client),
    onMutate: async (variables) => {
      const [token, focused] = [sessionStore.token(), document.activeElement];
      if (foreseen) {
        foreseen.show(client, variables);
        // An answer already on its way would show what was there before.
        await client.cancelQueries({ queryKey: foreseen.queryKey });
        foreseen.show(client, variables);
      }
      return {
        // The outcome belongs to the person who sent it, not to the next one in this browser.
        isSameSession: () => sessionStore.token() === token,
        isWaiting: () => {
          const { activeElement, body } = document;
          // Or on what is around it: that is where a click on a button goes that is out of use meanwhile.
          return activeElement === body || activeElement?.contains(focused) === true;
        },
      };
    },
    onSuccess: async (answer, variables, { isSameSession, isWaiting }) => {
      const isTheirs = isSameSession();
      if (isTheirs) await learn?.(client, answer, variables);
      const isSaid = here.current?.done?.(answer, variables, isWaiting()) === true;
      const { done = null } = words;
      tell(
        isSaid,
        () => isTheirs && say("success", typeof done === "function" ? done(answer, variables) : done),
      );
    },
    onError: (error, variables, context) => {
      foreseen?.takeBack(client, variables);
      const isSaid = here.current?.refused?.(error, variables, context?.isWaiting() === true) === true;
      tell(isSaid, () => context?.isSameSession() && say("error", saidOf(words, error, variables)));
    },
    onSettled: async (_answer, error) => {
      if (isSecret) reset();
      // The last of several fetches for all of them: an earlier answer would undo what the later ones show.
      if (foreseen && client.isMutating({ mutationKey: [name] }) > 1) return;
      const fetched = Promise.all(topics.map((topic) => invalidateTopic(client, topic)));
      if (untilFetched && !error) await fetched;
    },
  });
  return { send: (variables: Variables) => mutate(variables), isSending: isPending };
}

/** What is under way of a write, whichever screen began it. */
export const useSending = <Variables, Answer>({ name }: Write<Variables, Answer>): readonly Variables[] =>
  useMutationState({
    filters: { mutationKey: [name], status: "pending" },
    select: ({ state }) => state.variables as Variables,
  });
