/** The teams that somebody looks after side by side while they substitute, and the choice between them. */
import { fullName } from "../domain/people";
import { roleNamed } from "../domain/roles";
import { type CurrentSession, useSession } from "../session/current";
import { type Option, Select } from "../ui/select";
import { ALL, type ForManager as Manager, OWN } from "./team";

/** What can be chosen; nothing where there is one team only. */
function teamsOf({ user, substituteFor }: CurrentSession): readonly Option<string>[] {
  if (substituteFor.length === 0) return [];
  return [
    { value: ALL, label: "All Teams" },
    ...(roleNamed(user.role) === "Manager" ? [{ value: OWN, label: "My Team" }] : []),
    ...substituteFor.map((one) => ({ value: one.managerId, label: `${fullName(one)}'s Team` })),
  ];
}

/** The team that an address names: all of them where it is none of the reader's, or none any more. */
export function useTeam(named: string): string {
  return teamsOf(useSession()).some(({ value }) => value === named) ? named : ALL;
}

type Props = { team: string; onChange: (team: string) => void; className?: string | undefined };

export function TeamFilter({ team, onChange, className }: Props) {
  const options = teamsOf(useSession());
  if (options.length === 0) return null;
  return (
    <Select label="Team" fieldClassName={className} value={team} options={options} onChange={onChange} />
  );
}

/** For whom one decides, beside what waits in that team. */
export function ForManager({ manager }: { manager: Manager }) {
  if (manager === null) return null;
  // The space is part of it: where there is nothing to say, nothing is added.
  return (
    <>
      {" "}
      <bdi className="employee-id">{`for ${fullName(manager)}`}</bdi>
    </>
  );
}
