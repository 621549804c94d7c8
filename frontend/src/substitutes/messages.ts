/** The sentences about substitutes. */
export const words = {
  /** To a manager, and to those who do it for managers. */
  noneLine: (isOwn: boolean) =>
    isOwn
      ? "Name somebody who decides for you while you are away."
      : "Name somebody who decides for a manager who is away.",
  filter: {
    statuses: { all: "All Status", running: "Running", planned: "Planned", over: "Over", ended: "Ended" },
  },
  name: "Name a Substitute",
  nameFailed: "Failed to name the substitute",
  endFailed: "Failed to end the substitution",
  form: { dayBlank: "Please choose a day." },
} as const;
