/** The sentences of making an account. */
import type { Portal } from "../../session/portal";

export const words = {
  staffLead: (portal: Portal | undefined) =>
    (portal?.passwords ?? "on") === "on"
      ? "The new account gets an employee ID and a password, which are sent to its owner by email."
      : "The new account gets an employee ID. Its owner gets an email that says how to sign in.",
  salaryAside: (currency: string | null | undefined) => (currency ? `Optional, in ${currency}` : "Optional"),
  failed: "Registration failed",
  broken: "An error occurred during registration",
  network: "Network error. Please check your connection.",
} as const;
