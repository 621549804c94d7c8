/** The sign-in. It leads to the home of the role; somebody who is signed in already has nothing to do here. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import { sentenceFor } from "../../api/error";
import { useSend } from "../../api/send";
import { looksLikeEmail } from "../../domain/credentials";
import { paths } from "../../domain/paths";
import { homeOf } from "../../domain/roles";
import { hasArrived } from "../../session/arrival";
import { portalQuery } from "../../session/queries";
import { useSessionState } from "../../session/store";
import { Button, buttonClass } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FormError } from "../../ui/form-message";
import { PasswordField } from "../../ui/password-field";
import { useRefusal } from "../../ui/use-refusal";
import { signingIn, type Ticket, type Way } from "./api";
import { AuthForm } from "./auth-form";
import styles from "./auth-form.module.css";
import { words } from "./messages";

const text = words.login;

/** Few accounts have a second step, and few portals a provider. */
const SecondStep = lazy(async () => ({ default: (await import("./second-step")).SecondStep }));
const ProviderWays = lazy(async () => ({ default: (await import("./provider-ways")).ProviderWays }));

export function LoginPage() {
  const session = useSessionState();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { data: portal, isLoading, failureCount } = useQuery(portalQuery());
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { sentence, box, refuse, forgive } = useRefusal();
  const [leaving, setLeaving] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [ticket, setTicket] = useState<Ticket | null>(null);
  const [isArriving, setArriving] = useState(hasArrived);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const way: Way = {
    enter: (role) => navigate(homeOf(role), { replace: true }),
    isAwaited: () => {
      setBusy(true);
      return isHere.current;
    },
  };
  const { send, isSending } = useSend(signingIn, {
    done: (second) => {
      if (second === null) return;
      setPassword("");
      setLeaving(false);
      setBusy(false);
      setTicket(second);
    },
    refused: (thrown, _sent, isWaiting) => {
      setLeaving(false);
      setBusy(false);
      return refuse({ sentence: sentenceFor(thrown, text) }, isWaiting);
    },
  });

  if (session.status === "signed-in" && !leaving && !isArriving)
    return <Navigate to={paths.landing} replace />;

  const submit = () => {
    if (isSending) return;
    const address = email.trim();
    if (address === "" || password === "")
      return refuse({ sentence: "Please enter both Email and Password" });
    if (!looksLikeEmail(address)) return refuse({ sentence: "Please enter a valid email address" });
    forgive();
    // Signed in from here, the way leads to the role's home, not to where a signed-in visitor of this page is sent.
    setLeaving(true);
    send({ email: address, password, ...way });
  };
  const begin = (why: string | null) => {
    flushSync(() => {
      setTicket(null);
      setArriving(false);
      setBusy(false);
    });
    if (why !== null) refuse({ sentence: why });
    else document.querySelector<HTMLElement>("main h1")?.focus();
  };
  const busy = (
    <p role="status" className="quiet">
      {isBusy && "The portal is busy at the moment. We will keep trying for up to 30 seconds."}
    </p>
  );

  const providers = portal?.providers;
  const hasForm =
    !isArriving &&
    (!providers ||
      portal.passwords === "on" ||
      (portal.passwords === "break-glass" && new URLSearchParams(search).has("local")));
  const error = <FormError message={sentence} ref={box} />;

  const page = () => {
    if (ticket !== null)
      return (
        <SecondStep
          ticket={ticket}
          way={way}
          onSending={(isIt) => {
            setLeaving(isIt);
            setBusy(false);
          }}
          onBegin={begin}
        >
          {busy}
        </SecondStep>
      );
    return (
      <AuthForm
        title="Sign In"
        lead={!providers && "Use the email address and the password of your account."}
        before={
          (providers || isArriving) && (
            <ProviderWays
              providers={providers ?? []}
              isAlone={!hasForm}
              way={way}
              isArriving={isArriving}
              onFailed={begin}
            >
              {error}
              {busy}
            </ProviderWays>
          )
        }
        onSubmit={submit}
        foot={
          // Where the portal does not take registrations, a way to one would only lead to a refusal.
          portal?.selfRegistration === true && (
            <>
              <p>New to the portal?</p>
              <Link className={buttonClass("secondary")} to={paths.register}>
                Register as Employee
              </Link>
            </>
          )
        }
      >
        {hasForm && (
          <>
            {!providers && error}
            {!providers && busy}
            <TextField
              label="Email"
              type="email"
              name="email"
              autoComplete="username"
              autoCapitalize="none"
              inputMode="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
            <Button type="submit" variant="primary" busy={leaving}>
              {leaving ? "Signing in..." : "Sign In"}
            </Button>
            <Link className={styles.aside} to={paths.forgotPassword}>
              Forgot your password?
            </Link>
          </>
        )}
      </AuthForm>
    );
  };

  const waits = (
    <p className="loading" role="status">
      {isArriving ? "Signing in..." : "Loading..."}
    </p>
  );
  // What the page consists of is known with the portal's answer.
  return isLoading && !failureCount ? waits : <Suspense fallback={waits}>{page()}</Suspense>;
}
