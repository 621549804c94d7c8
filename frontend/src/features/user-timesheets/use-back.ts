/** The way back: to the page that one came from, and for somebody who came from nowhere (a link, a new tab) to the directory. */
import { useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** The router numbers the pages of a visit in the browser's history; in memory, where it has none, its first page is `default`. */
function hasPageBefore(key: string): boolean {
  const state: unknown = window.history.state;
  if (typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number")
    return state.idx > 0;
  return key !== "default";
}

export function useBack(otherwise: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const [isComeFrom] = useState(() => hasPageBefore(key));
  return useCallback(() => {
    if (isComeFrom) void navigate(-1);
    else void navigate(otherwise);
  }, [isComeFrom, navigate, otherwise]);
}
