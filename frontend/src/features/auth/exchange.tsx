/** The end of a way by a provider: what it brought is exchanged for a session, or for the sentence that says why there is none. */
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { api } from "../../api/client";
import { sentenceFor } from "../../api/error";
import { useSend, type Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import { homeOf } from "../../domain/roles";
import { takeArrival } from "../../session/arrival";
import { askPatiently, enterWith, type Way } from "./api";
import { words } from "./messages";

const exchanging: Write<Way & { readonly code: string }, void> = {
  name: "exchange",
  call: async ({ enter, isAwaited, code }, client) => {
    const ask = () => unwrap(api.POST("/api/auth/oidc/exchange", { body: { code } }));
    await enterWith(await askPatiently(ask, isAwaited), enter, client);
  },
  isSecret: true,
  failed: (error) => sentenceFor(error, words.login),
};

type Props = {
  way: Way;
  onFailed: (why: string) => void;
};

export function Exchange({ way, onFailed }: Props) {
  const navigate = useNavigate();
  const { send } = useSend(exchanging, {
    refused: (error) => {
      onFailed(sentenceFor(error, words.login));
      return true;
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what has arrived is taken once.
  useEffect(() => {
    const arrival = takeArrival();
    const code = arrival?.code ?? arrival?.failure;
    if (!arrival || !code) return;
    const enter = (role: string) => navigate(pageIn(arrival.to) ?? homeOf(role), { replace: true });
    send({ ...way, enter, code });
  }, []);

  return (
    <p className="quiet" role="status">
      Signing in...
    </p>
  );
}

/** A page of this portal beside the start page and the sign-in; null where the address is none. The server has looked at it, too. */
function pageIn(to: string | null): string | null {
  if (to === null || !to.startsWith("/") || !URL.canParse(to, location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(to, location.origin);
  // Two slashes would begin the name of a server.
  return origin === location.origin && !/^\/(login|api\/.*|\/.*)?$/.test(pathname)
    ? pathname + search + hash
    : null;
}
