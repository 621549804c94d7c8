/** The sentences of a forgotten password. */
export const words = {
  forgot: { sent: "Password reset email sent. Check your inbox!", failed: "Failed to send reset email" },
  reset: {
    send: "Reset Password",
    sending: "Resetting Password...",
    done: "Password reset successful. Please log in.",
    failed: "Failed to reset password",
  },
  welcome: {
    send: "Set Your Password",
    sending: "Setting Password...",
    done: "Your password is set. Please log in.",
    failed: "Failed to set the password",
  },
} as const;
