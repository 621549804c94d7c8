/** The settings of one page in their sections, and what the operator has set. One of them is edited at a time. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "../../api/query-state";
import { leaveTypes } from "../../leave/reads";
import { Substitutes } from "../../substitutes/substitutes";
import { LeaveGuard } from "../../ui/dialog";
import { Section } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { useOnce } from "../../ui/use-once";
import { workPatternsOf } from "../../working-time/reads";
import { WorkingTime } from "../../working-time/working-time";
import type { Operator, Setting } from "./api";
import { LeaveTypes } from "./leave-types";
import { words } from "./messages";
import { ProviderRows } from "./provider-rows";
import { type Scope, settingsOf } from "./reads";
import { SettingRow } from "./setting-row";
import styles from "./settings.module.css";

type SectionName = Exclude<keyof typeof words.sections, "environment">;

/** Where a setting stands, by the area that its name begins with. */
function sectionOf({ key, scope }: Setting): SectionName {
  if (scope === "hr") return key.startsWith("mail.") ? "mails" : "rules";
  if (key.startsWith("organisation.")) return "organisation";
  return key.startsWith("money.") ? "money" : "accounts";
}

const PATTERN = "work-pattern";

export function SettingsList({ scope }: { scope: Scope }) {
  const query = useQuery(settingsOf(scope));
  const [editing, setEditing] = useState<Setting["key"] | typeof PATTERN | null>(null);
  const [isDirty, setDirty] = useState(false);
  // The settings stand below the patterns and above the leave types, which would push down what follows them.
  const patterns = useQuery({ ...workPatternsOf(), enabled: scope === "hr" });
  const types = useQuery({ ...leaveTypes(), enabled: scope === "hr" });
  const zone = useQuery({ ...settingsOf("time-zone"), enabled: scope === "system" });
  const isHere = useOnce(scope === "hr" ? !(patterns.isPending || types.isPending) : !zone.isPending);
  if (query.data === undefined || !isHere) {
    return query.isError ? (
      <Failure query={query} failed="Failed to load settings" />
    ) : (
      <Skeleton label="Loading settings..." lines={6} />
    );
  }
  const { operator } = query.data;
  const settings = [...query.data.settings, ...(zone.data?.settings ?? [])];
  const names = [...new Set(settings.map(sectionOf))];
  return (
    <div className={styles.sections}>
      {scope === "hr" && (
        <>
          {editing === PATTERN && <LeaveGuard isDirty={isDirty} alsoWithin />}
          <WorkingTime
            isOpen={editing === PATTERN}
            isWaiting={editing !== null}
            onOpen={() => setEditing(PATTERN)}
            onClose={() => setEditing(null)}
            onDirty={setDirty}
          />
        </>
      )}
      {names.map((name) => (
        <Section key={name} title={words.sections[name]}>
          <ul className={styles.list}>
            {settings
              .filter((setting) => sectionOf(setting) === name)
              .map((setting) => (
                <SettingRow
                  key={setting.key}
                  setting={setting}
                  isOpen={editing === setting.key}
                  isWaiting={editing !== null}
                  onOpen={() => setEditing(setting.key)}
                  onClose={() => setEditing(null)}
                />
              ))}
            {name === "accounts" && <ProviderRows />}
          </ul>
        </Section>
      ))}
      {scope === "hr" && (
        <>
          <LeaveTypes />
          <Substitutes />
        </>
      )}
      {operator && <Environment operator={operator} />}
    </div>
  );
}

function Environment({ operator }: { operator: Operator }) {
  const said = words.environment;
  const facts = [
    ["Public address", operator.publicUrl],
    ["Mail", said.mails[operator.mail]],
    ["Database", said.databases[operator.database]],
    ["Version", operator.version],
  ] as const;
  return (
    <Section title={words.sections.environment}>
      <p className="quiet small">These are set by the server's operator.</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
