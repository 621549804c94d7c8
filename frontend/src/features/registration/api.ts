/** Making an account: one's own as a visitor, somebody else's as HR or Admin. */
import { api } from "../../api/client";
import type { Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import type { Schemas } from "../../domain/types";

export const register: Write<Schemas["RegisterRequest"], Schemas["RegisterData"]> = {
  name: "register",
  call: (body) => unwrap(api.POST("/api/auth/register", { body })),
  // The answer holds a password: nothing keeps it but the dialog that shows it.
  isSecret: true,
  done: "Registration successful! Please check your email for login credentials.",
  failed: () => "Registration failed. Please try again.",
};
