/** The filters that open a list. They come once the log is painted. */
import { kindName } from "../../domain/kind-name";
import { MultiSelect } from "../../ui/multi-select";
import { words } from "./messages";
import { PersonFilter } from "./person-filter";
import { ACTIONS, type Action } from "./sentences";
import type { Log } from "./use-log";

const said = words.filters;
const OPTIONS = ACTIONS.map((value) => ({ value, label: kindName(value) }));

export function Choices({ log: { filter, narrow, narrowOn } }: { log: Log }) {
  const named = (filter.action ?? "").split(",");
  const chosen = ACTIONS.filter((one) => named.includes(one));
  return (
    <>
      <MultiSelect
        label={said.action}
        options={OPTIONS}
        chosen={chosen}
        onChange={(actions) => narrowOn("action", actions.join(","))}
        face={faceOf(chosen)}
      />
      <PersonFilter
        label={said.by}
        person={filter.actorId ?? ""}
        onChoose={(id) => narrow("actorId", id)}
        withSystem
      />
      <PersonFilter
        label={said.about}
        person={filter.subjectId ?? ""}
        onChoose={(id) => narrow("subjectId", id)}
      />
    </>
  );
}

function faceOf(chosen: readonly Action[]): string {
  const [first] = chosen;
  if (first === undefined) return "Any action";
  return chosen.length === 1 ? kindName(first) : `${chosen.length} actions`;
}
