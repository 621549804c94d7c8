/**
 * Whom and which day the form is about, read from the address and written to it: `?employee=ID&date=2026-11-17`, so that other
 * screens can lead here and a reload loses nothing. What is chosen and typed stays here first: while somebody is typing a year,
 * what the address still says must not overwrite it.
 */
import { useEffect, useEffectEvent, useState } from "react";
import { parseDay } from "../../domain/day";
import { useAddress } from "../../ui/use-address";

type Place = { readonly employeeId: string; readonly date: string };

const NOWHERE: Place = { employeeId: "", date: "" };
const isSame = (one: Place, other: Place) => one.employeeId === other.employeeId && one.date === other.date;

export function usePlace() {
  const { words, replace } = useAddress();
  const named: Place = { employeeId: words("employee"), date: parseDay(words("date"))?.toString() ?? "" };
  const [place, setPlace] = useState(named);
  const [shown, setShown] = useState(named);
  // Written to the address but not read back yet: reading it back must not overwrite newer input.
  const [written, setWritten] = useState<readonly Place[]>([]);

  if (!isSame(named, shown)) {
    setShown(named);
    const own = written.findIndex((one) => isSame(one, named));
    setWritten(written.slice(own + 1));
    if (own === -1) setPlace(named);
  }

  const write = useEffectEvent((next: Place) => {
    if (isSame(next, written.at(-1) ?? named)) return;
    setWritten([...written, next]);
    // Both at once: the current address may not have the latest change yet.
    replace({ employee: next.employeeId, date: next.date });
  });
  // At once: a write that came later could call back a reader who has followed a link meanwhile.
  useEffect(() => write(place), [place]);

  return {
    ...place,
    chooseEmployee: (employeeId: string) => setPlace((before) => ({ ...before, employeeId })),
    setDate: (date: string) => setPlace((before) => ({ ...before, date })),
    clear: () => setPlace(NOWHERE),
  };
}
