/** A choice of one of the organisation's people, among those of some roles; the server searches. */
import type { Schemas } from "../domain/types";
import { usePersonSearch } from "../people/use-person-search";
import { type Choice, Combobox } from "../ui/combobox";

const said = { loading: "Loading people...", none: "Nobody found" };

type Props = {
  label: string;
  roles: readonly Schemas["Role"][];
  /** Who is not offered: nobody is their own substitute. */
  without: string;
  /** The name of who is chosen. */
  chosen: string | null;
  onChoose: (choice: Choice) => void;
  error: string | undefined;
  busy: boolean;
  /** What comes before choosing, where there is nobody to choose from. */
  first?: string;
};

export function PersonField({ roles, without, error, first, ...rest }: Props) {
  // Out of the directory, which everybody may read.
  const { choices, field } = usePersonSearch(
    { role: roles.join(","), viewAll: true },
    ({ employeeId, role, department }) => [employeeId, roles.length > 1 ? role : department],
    "Failed to load people",
  );
  return (
    <Combobox
      {...rest}
      {...field}
      placeholder="Type a name"
      choices={choices.filter(({ value }) => value !== without)}
      words={first === undefined ? said : { ...said, first }}
      error={error ?? null}
    />
  );
}
