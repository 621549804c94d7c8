/**
 * The titles of the pages that stand instead of every other one until something is done. Every visitor fetches this, so the rest of
 * their texts is elsewhere.
 */
export const duties = {
  firstLogin: "Set Your New Password",
  secondFactor: "Set Up Two-Step Sign-In",
} as const;
