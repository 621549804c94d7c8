/** What the portal knows of the signed-in person, and what of it that person changes. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { FRESH, invalidateTopic } from "../../api/query";
import type { components } from "../../api/schema";
import { unwrap } from "../../api/unwrap";

type Schemas = components["schemas"];

export const profileQueries = {
  mine: () =>
    queryOptions({
      queryKey: ["GET", "/api/auth/profile"] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/auth/profile", { signal })),
      staleTime: FRESH.calm,
      meta: { topics: ["users"] },
    }),
};

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas["UpdateProfileRequest"]) => unwrap(api.PUT("/api/auth/profile", { body })),
    onSuccess: async (answer) => {
      const { queryKey } = profileQueries.mine();
      // One under way may still bring the old state.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, answer);
      void invalidateTopic(client, "users");
    },
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: Schemas["ChangePasswordRequest"]) =>
      unwrap(api.PATCH("/api/users/change-password", { body })),
    // The passwords do not stay in memory longer than the call.
    gcTime: 0,
  });
}
