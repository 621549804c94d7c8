/** The sentences of a forgotten password. */
export const words = {
  forgot: { sent: "Password reset email sent. Check your inbox!", failed: "Failed to send reset email" },
  reset: { done: "Password reset successful. Please log in.", failed: "Failed to reset password" },
} as const;
