/** What of the log is shown, read from the address and written to it. */
import { useLocation, useSearchParams } from "react-router";
import { useAddress } from "../../ui/use-address";
import { type Filter, filterIn, sizeIn } from "./reads";

/** The cursors of the newer pages that were turned, newest first. The server gives the way to older ones only. */
function newerIn(state: unknown): readonly string[] {
  if (typeof state !== "object" || state === null || !("newer" in state)) return [];
  return Array.isArray(state.newer) ? state.newer.map(String) : [];
}

/** Another filter begins at the newest entry. */
const ANEW = { cursor: null, entry: null } as const;

export function useLog() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const { step, replace, words } = useAddress();
  const filter = filterIn(params);
  const cursor = words("cursor");
  const newer = newerIn(state);
  const turn = (to: string, passed: readonly string[]) =>
    step({ cursor: to, entry: null }, { fromTop: true, state: { newer: passed } });
  return {
    params,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    size: sizeIn(params),
    /** The `seq` of the entry that the reader was led to. */
    entry: words("entry"),
    /** Counted from the newest page; a link into the log has at least that one before it. */
    page: cursor === "" ? 1 : Math.max(newer.length, 1) + 1,
    narrow: (name: keyof Filter, value: string) => step({ ...ANEW, [name]: value }),
    /** Of several that are chosen one after the other, Back undoes all. */
    narrowOn: (name: keyof Filter, value: string) =>
      (value !== "" && filter[name] !== undefined ? replace : step)({
        ...ANEW,
        ...(name === "action" && { withoutSignIns: null }),
        [name]: value,
      }),
    /** Of sign-ins nothing is hidden once an action is chosen, and none is chosen once they are hidden. */
    hideSignIns: (areHidden: boolean) =>
      step({ ...ANEW, action: null, withoutSignIns: areHidden ? "true" : null }),
    clear: () =>
      step({
        ...ANEW,
        from: null,
        to: null,
        actorId: null,
        subjectId: null,
        action: null,
        withoutSignIns: null,
      }),
    resize: (size: number) => step({ ...ANEW, size: size === 50 ? null : size }),
    older: (next: string) => turn(next, [...newer, cursor]),
    /** Back to the newest page where nobody came from a newer one. */
    newer: () => turn(newer.at(-1) ?? "", newer.slice(0, -1)),
  };
}

export type Log = ReturnType<typeof useLog>;
