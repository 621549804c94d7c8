/** What HR changes on its start page. */
import { api } from "../../api/client";
import { ApiError, messageOr } from "../../api/error";
import { learnAnew, type Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import type { PeopleDashboard } from "../../domain/types";
import { dashboard } from "./reads";

export const setOpenPositions: Write<number, { value: number }> = {
  name: "open positions",
  call: (value) => unwrap(api.PUT("/api/settings/open-positions", { body: { value } })),
  topics: ["users"],
  learn: (client, { value }) =>
    learnAnew<PeopleDashboard>(
      client,
      dashboard().queryKey,
      (known) => known && { ...known, openPositions: value },
    ),
  done: "Open positions updated",
  failed: (error) => refusalOf(error),
};

export function refusalOf(error: unknown): string {
  const ofField = error instanceof ApiError ? error.errors.value : undefined;
  return ofField ?? messageOr(error, "Failed to save open positions. Please try again.");
}
