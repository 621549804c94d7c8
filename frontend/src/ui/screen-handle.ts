/** What the address says of the screen that stands there. */
import { useLocation, useMatches } from "react-router";
import type { Role } from "../domain/roles";
import type { Schemas } from "../domain/types";

export type ScreenHandle = {
  readonly title: string;
  /** Of its tabs, by their names in the address, those with a heading of their own. */
  readonly tabs?: Readonly<Record<string, string>>;
  /** Who of those who are signed in may be there; everybody where none is named. */
  readonly roles?: readonly Role[];
  /** What somebody who is signed in has to be able to do there, where it is open to visitors. */
  readonly needs?: Schemas["SessionData"]["can"][number];
  /** What a visitor is told beside the guard's own sentence. */
  readonly denied?: string;
};

function isHandle(handle: unknown): handle is ScreenHandle {
  return (
    typeof handle === "object" && handle !== null && "title" in handle && typeof handle.title === "string"
  );
}

export function useScreenHandle(): ScreenHandle | undefined {
  return useMatches()
    .map((match) => match.handle)
    .findLast(isHandle);
}

/** The heading of the screen, or of the tab that is open. */
export function useScreenTitle(): string | undefined {
  const handle = useScreenHandle();
  const tab = new URLSearchParams(useLocation().search).get("tab") ?? "";
  return handle?.tabs && Object.hasOwn(handle.tabs, tab) ? handle.tabs[tab] : handle?.title;
}
