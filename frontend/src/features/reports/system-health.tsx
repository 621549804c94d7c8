/** Data health: what is not as it should be, and where that is put right (oversight.md 1.7). */
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import type { Schemas } from "../../domain/types";
import { Status } from "../../ui/status";
import { files, systemHealth } from "./api";
import { AsOf } from "./report";
import styles from "./reports.module.css";
import { said } from "./system-messages";
import { SystemReport } from "./system-report";

const { health } = said;

type Check = Schemas["Check"];

export function SystemHealth() {
  const query = useQuery(systemHealth());
  return (
    <SystemReport query={query} file={files.health}>
      {({ checks, asOf }) => (
        <>
          <ul className={`ruled ${styles.checks}`}>
            {checks.map((check) => (
              <Found key={check.check} check={check} />
            ))}
          </ul>
          <AsOf at={asOf} />
        </>
      )}
    </SystemReport>
  );
}

function Found({ check: { check, label, count, isFine, link, items } }: { check: Check }) {
  const id = useId();
  if (isFine)
    return (
      <li>
        <h2 className={styles.check}>{label}</h2>
        <Status kind="good" word="Nothing found" />
      </li>
    );
  return (
    <li>
      <h2 id={id} className={styles.check}>
        {label}
      </h2>
      <Status kind="needs-attention" word={health.found(check, count)} />
      {link !== null && (
        <Link to={link} aria-describedby={id}>
          Fix
        </Link>
      )}
      {items.length > 0 && (
        <ul className={styles.found}>
          {items.map((item) => (
            // Jobs have one link for all of them.
            <li key={`${item.label} ${item.link}`}>
              <Link to={item.link}>
                <bdi>{item.label}</bdi>
              </Link>
            </li>
          ))}
          {count > items.length && <li className="quiet">{health.more(count - items.length)}</li>}
        </ul>
      )}
    </li>
  );
}
