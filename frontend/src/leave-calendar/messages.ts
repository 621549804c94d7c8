/** The sentences about the leave calendar and its feed. */
import { formatNumber } from "../domain/format";

export const words = {
  loading: "Loading leave...",
  failed: "Failed to load leave",
  away: "Away",
  awayOf: (away: number, members: number) => `${formatNumber(away)} of ${formatNumber(members)}`,
} as const;
