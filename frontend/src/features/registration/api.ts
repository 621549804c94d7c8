/** Making an account: one's own as a visitor, somebody else's as HR or Admin. */
import { useMutation } from "@tanstack/react-query";
import { api } from "../../api/client";
import type { components } from "../../api/schema";
import { unwrap } from "../../api/unwrap";

type Body = components["schemas"]["RegisterRequest"];

export function useRegister() {
  return useMutation({
    mutationFn: (body: Body) => unwrap(api.POST("/api/auth/register", { body })),
    // The answer holds a password: nothing keeps it but the dialog that shows it.
    gcTime: 0,
  });
}
