/** The sentences of making an account. */
export const words = {
  staffLead: "The new account gets an employee ID and a password, which are sent to its owner by email.",
  salaryAside: (currency: string | null | undefined) => (currency ? `Optional, in ${currency}` : "Optional"),
  failed: "Registration failed",
  broken: "An error occurred during registration",
  network: "Network error. Please check your connection.",
} as const;
