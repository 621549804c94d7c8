/** The ways into the portal by a provider. Each leaves the portal, and comes back to the sign-in with what came of it. */
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Schemas } from "../../domain/types";
import { Button } from "../../ui/button";
import type { Way } from "./api";
import styles from "./auth-form.module.css";
import { Exchange } from "./exchange";

type Props = {
  providers: readonly Schemas["SignInProvider"][];
  /** No form stands below. */
  isAlone: boolean;
  way: Way;
  /** The page was opened by what comes back. */
  isArriving: boolean;
  /** Back to the choice of a way, with the reason. */
  onFailed: (why: string) => void;
  /** What there is to say. */
  children: ReactNode;
};

export function ProviderWays({ providers, isAlone, way, isArriving, onFailed, children }: Props) {
  const { state } = useLocation();
  const [chosen, setChosen] = useState<string | null>(null);

  // Back leads here from the provider, to the page as it was left.
  useEffect(() => {
    const back = () => setChosen(null);
    addEventListener("pageshow", back);
    return () => removeEventListener("pageshow", back);
  }, []);

  const start = (name: string) => {
    setChosen(name);
    location.assign(startOf(name, wishedIn(state)));
  };

  if (isArriving)
    return (
      <>
        <Exchange way={way} onFailed={onFailed} />
        {children}
      </>
    );
  return (
    <div className={styles.providers}>
      {children}
      {providers.map(({ name, label }) => (
        <Button
          key={name}
          variant={isAlone && providers.length === 1 ? "primary" : "secondary"}
          busy={chosen === name}
          disabled={chosen !== null && chosen !== name}
          onClick={() => start(name)}
        >
          {chosen === name ? (
            "Signing in..."
          ) : (
            <span>
              Continue with <bdi>{label}</bdi>
            </span>
          )}
        </Button>
      ))}
      {!isAlone && <p className={styles.or}>or</p>}
    </div>
  );
}

/** Where the guard found them, if it did. */
const wishedIn = (state: unknown): string | null =>
  typeof state === "object" && state !== null && "to" in state && typeof state.to === "string"
    ? state.to
    : null;

const startOf = (name: string, to: string | null) =>
  `/api/auth/oidc/${encodeURIComponent(name)}/start${to === null ? "" : `?to=${encodeURIComponent(to)}`}`;
