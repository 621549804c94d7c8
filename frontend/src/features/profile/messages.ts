/** The sentences of the profile. */
export const words = {
  work: "Work Details",
  department: "Department",
  position: "Position",
  mails: {
    timings: { instant: "Instant", digest: "Daily digest", off: "Off" },
    failed: "Failed to save notification settings",
  },
  form: {
    workLead: "Everything else is managed by HR.",
    password: "Change Password",
    passwordLead: "Leave these empty to keep your password. Changing it signs you out everywhere else.",
    currentPassword: "Current Password",
    newPassword: "New Password",
    confirmPassword: "Confirm New Password",
    save: "Save Changes",
    busy: "Saving...",
    cancel: "Cancel",
    allRequired: "All password fields are required when changing password",
    mismatch: "New passwords do not match",
    tooShort: (minimum: number) => `New password must be at least ${minimum} characters`,
    failed: "Failed to update profile",
    passwordDone: "Your password has been changed. The other changes have not been saved yet.",
    done: "Profile updated successfully!",
    bothDone: "Profile and password updated successfully!",
  },
} as const;
