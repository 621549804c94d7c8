/** The sentences of signing in and of choosing a password. */
export const words = {
  login: {
    failed: "Login failed",
    broken: "An error occurred during login",
    network: "Network error. Please check your connection.",
  },
  firstLogin: {
    failed: "Password change failed",
    broken: "An error occurred while changing password",
    network: "Network error. Please check your connection.",
  },
} as const;
