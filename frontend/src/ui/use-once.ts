import { useState } from "react";

/** Whether this has been so since the screen was opened: what stood there once stays while something else is fetched. */
export function useOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo);
  if (isSo && !was) setWas(true);
  return was || isSo;
}
