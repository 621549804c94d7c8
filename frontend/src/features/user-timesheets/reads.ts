import type { Reads } from "../../api/read";
import { calendarsIn, personQueries } from "../../api/reads";

export const reads: Reads = (place) => {
  const { userId = "" } = place.params;
  return [personQueries.one(userId), ...calendarsIn(place, userId)];
};
