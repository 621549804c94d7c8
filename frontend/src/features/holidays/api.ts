/** The holidays of a year, and what HR and administrators change about them. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { FRESH, invalidateTopic } from "../../api/query";
import type { components } from "../../api/schema";
import { unwrap, unwrapBody } from "../../api/unwrap";

export type HolidayBody = components["schemas"]["HolidayRequest"];

export const yearQueries = {
  of: (year: number) =>
    queryOptions({
      queryKey: ["GET", "/api/holidays", { year }] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/holidays", { params: { query: { year } }, signal })),
      staleTime: FRESH.calm,
      meta: { topics: ["holidays"] },
    }),
};

/** Also after a refusal: what was refused may have been refused because the screen was out of date. */
const refreshed = (client: QueryClient) => ({
  onSettled: () => void invalidateTopic(client, "holidays"),
});

/** A new one where there is no id. */
export const saveHoliday = (client: QueryClient) => ({
  mutationFn: ({ id, body }: { id: string | null; body: HolidayBody }) =>
    unwrapBody(
      id === null
        ? api.POST("/api/holidays", { body })
        : api.PUT("/api/holidays/{id}", { params: { path: { id } }, body }),
    ),
  ...refreshed(client),
});

export const deleteHoliday = (client: QueryClient) => ({
  mutationFn: (id: string) => unwrapBody(api.DELETE("/api/holidays/{id}", { params: { path: { id } } })),
  ...refreshed(client),
});
