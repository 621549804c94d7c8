/** The accounts at providers that the signed-in person signs in with, and what they change about them. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "../api/confirm-dialog";
import { refusalSentence, useSend } from "../api/send";
import type { Schemas } from "../domain/types";
import { myCredentials } from "../second-factor/reads";
import { takeArrival } from "../session/arrival";
import { Button } from "../ui/button";
import { FormError } from "../ui/form-message";
import { Section } from "../ui/page";
import { toast } from "../ui/toast";
import { useRefusal } from "../ui/use-refusal";
import { Account } from "./account";
import { askWhy, beginLink, type Provider, removeLink } from "./api";

type Props = { providers: readonly Provider[] };

/** Stands where the credentials are known, and says nothing where they are not. */
export function LinkedAccounts({ providers }: Props) {
  const { data } = useQuery(myCredentials());
  return data === undefined ? null : <Present providers={providers} identities={data.identities} />;
}

function Present({ providers, identities }: Props & { identities: readonly Schemas["Identity"][] }) {
  const [leavingFor, setLeavingFor] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Provider | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { sentence, box, refuse, forgive } = useRefusal();
  const link = useSend(beginLink, {
    done: ({ continueAt }) => location.assign(continueAt),
    refused: (error, name, isWaiting) => {
      setLeavingFor(null);
      return refuse({ sentence: refusalSentence(beginLink, error, name) }, isWaiting);
    },
  });
  const why = useSend(askWhy, {
    refused: (error, code) => refuse({ sentence: refusalSentence(askWhy, error, code) }),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what has arrived is taken once.
  useEffect(() => {
    const arrival = takeArrival();
    if (arrival?.failure) why.send(arrival.failure);
    else if (arrival && arrival.code === null) toast.success("Account linked");
    // Back leads here from the provider, to the page as it was left.
    const back = () => setLeavingFor(null);
    addEventListener("pageshow", back);
    return () => removeEventListener("pageshow", back);
  }, []);

  const begin = ({ name }: Provider) => {
    forgive();
    setLeavingFor(name);
    link.send(name);
  };
  const close = () => {
    const left = removing?.name;
    flushSync(() => setRemoving(null));
    // With the link its button is gone. The one to link it anew stands there, unless the provider is gone, too.
    if (document.activeElement === document.body)
      (list.current?.querySelector<HTMLElement>(`[data-of="${left}"] button`) ?? list.current)?.focus();
  };

  // Of a provider that is no longer set, there may still be a link.
  const others = identities.filter(({ provider }) => providers.every(({ name }) => name !== provider));
  const all = [...providers, ...others.map(({ provider, name }) => ({ name: provider, label: name }))];
  return (
    <Section title="Linked Accounts">
      <p className="quiet small">You can sign in with each account that is linked to yours.</p>
      <FormError message={sentence} ref={box} />
      <ul ref={list} tabIndex={-1} className="ruled">
        {all.map((provider) => {
          const { name, label } = provider;
          const identity = identities.find((one) => one.provider === name);
          return (
            <Account key={name} provider={provider} identity={identity}>
              {identity ? (
                <Button onClick={() => setRemoving(provider)}>
                  Remove <span className="visually-hidden">{label}</span>
                </Button>
              ) : (
                <Button
                  busy={leavingFor === name}
                  disabled={leavingFor !== null && leavingFor !== name}
                  onClick={() => begin(provider)}
                >
                  {leavingFor === name ? "Linking..." : "Link"}{" "}
                  <span className="visually-hidden">{label}</span>
                </Button>
              )}
            </Account>
          );
        })}
      </ul>
      {removing && (
        <ConfirmDialog
          title="Remove Link"
          write={removeLink}
          of={removing}
          action="Remove"
          busy="Removing..."
          onClose={close}
          onDone={close}
        >
          <p>
            You will no longer be able to sign in with <bdi>{removing.label}</bdi>. If you signed in with it
            now, you will be signed out.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
