/** All that is kept of one entry: what changed, what else there is to know, from where it came, and its seal. */
import { Fragment, type ReactNode } from "react";
import { FigureChange } from "../../ui/text-change";
import styles from "./audit.module.css";
import { words } from "./messages";
import { type AuditEntry, aboutOf } from "./model";
import { fieldName, valueText } from "./values";

export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { changes, details, subjects, ip, requestId, position, hash } = entry;
  return (
    <div className={styles.details}>
      {changes.length + Object.keys(details).length > 0 && (
        <dl>
          {changes.map(({ field, before, after, isMasked }) => (
            <Fact key={field} label={fieldName(field)}>
              {isMasked ? (
                "changed, not shown"
              ) : (
                <FigureChange before={valueText(before)} after={valueText(after)} />
              )}
            </Fact>
          ))}
          {Object.entries(details).map(([name, value]) => (
            <Fact key={name} label={fieldName(name)}>
              {valueText(value)}
            </Fact>
          ))}
        </dl>
      )}
      <dl>
        {subjects.length > 0 && <Fact label="About">{aboutOf(entry, subjects.length)}</Fact>}
        <Fact label="IP address">{ip ?? words.nothing}</Fact>
        <Fact label="Request ID">{requestId ?? words.nothing}</Fact>
        <Fact label="Position">{position ?? "Not sealed yet"}</Fact>
        {hash !== null && (
          <Fact label="Hash">
            <code className={styles.hash}>{hash}</code>
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Fragment>
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </Fragment>
  );
}
