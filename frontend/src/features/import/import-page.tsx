/** Import and Export (moving-in.md 4): the three kinds of files, and the plan of one once it has been read. */
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { Page, PageHeader } from "../../ui/page";
import { useAddress } from "../../ui/use-address";
import styles from "./import.module.css";
import { keepOpen, openPlan } from "./kept";
import { KindCard } from "./kind-card";
import { KINDS, type OpenPlan } from "./model";
import { NotSignedIn } from "./not-signed-in";
import { PlanView } from "./plan-view";

const NOTHING = { plan: null, show: null, page: null } as const;

export function ImportPage() {
  const address = useAddress();
  const id = address.words("plan");
  /** The plan that somebody was just led to, and why, where it is not their doing. */
  const [led, setLed] = useState<{ plan: string; why: string | null } | null>(null);
  const isLeft = useRef(false);

  const open: OpenPlan = (plan, why = null) => {
    setLed({ plan, why });
    address.step({ ...NOTHING, plan }, { fromTop: true });
  };
  const leave = () => {
    keepOpen(null);
    isLeft.current = true;
    address.step(NOTHING, { fromTop: true });
  };

  // What was pressed is gone with the plan.
  useLayoutEffect(() => {
    if (id === "" && isLeft.current) document.querySelector<HTMLElement>("main h1")?.focus();
    isLeft.current = false;
  }, [id]);

  if (id !== "")
    return (
      <Page>
        <PageHeader />
        <PlanView key={id} id={id} led={led?.plan === id ? led : null} onPlan={open} onLeave={leave} />
      </Page>
    );
  return <Kinds onPlan={open} />;
}

function Kinds({ onPlan }: { onPlan: OpenPlan }) {
  const [waiting] = useState(openPlan);
  return (
    <Page>
      <PageHeader lead="A file is read and checked first. You see what it would do, and nothing changes until you import it." />
      {waiting && (
        <p className={styles.waiting}>
          <span>
            <bdi className="name">{waiting.fileName}</bdi> has been read and is not imported yet.
          </span>
          <Button onClick={() => onPlan(waiting._id)}>Continue</Button>
        </p>
      )}
      <div className={styles.kinds}>
        {KINDS.map((kind) => (
          <KindCard key={kind} kind={kind} onPlan={onPlan} />
        ))}
      </div>
      <NotSignedIn />
    </Page>
  );
}
