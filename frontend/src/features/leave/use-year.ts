/** The leave year that is shown and the request that somebody was led to, both kept in the address. */
import type { LeaveRequest } from "../../leave/model";
import { leaveYears } from "../../leave/reads";
import { useSession } from "../../session/current";
import { useAddress } from "../../ui/use-address";

export function useYear() {
  const { today } = useSession();
  const address = useAddress();
  const years = leaveYears(today);
  const present = Number(today.slice(0, 4));
  const year = address.chosen("year", years, present);
  const inAddress = (next: number) => (next === present ? null : next);
  return {
    year,
    request: address.words("request"),
    showYear: (next: number) => {
      if (next !== year) address.step({ year: inAddress(next), request: null });
    },
    /** To a request, in a year in which it can be seen. */
    leadTo: ({ _id, startDate }: LeaveRequest) => {
      const its = Number(startDate.slice(0, 4));
      address.replace({ year: inAddress(years.includes(its) ? its : year), request: _id });
    },
  };
}
