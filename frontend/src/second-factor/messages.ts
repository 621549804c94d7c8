/** The sentences of two-step sign-in. */
export const words = {
  title: "Two-Step Sign-In",
  setUp: "Set Up",
  turnOff: "Turn Off",
  newCodes: "New Recovery Codes",
  setUpTitle: "Set Up Two-Step Sign-In",
  checking: "Checking...",
  codesLeft: (count: number) => (count === 1 ? "1 recovery code left" : `${count} recovery codes left`),
  failed: {
    setUp: "Failed to set up two-step sign-in. Please try again.",
    turnOff: "Failed to turn off two-step sign-in. Please try again.",
    newCodes: "Failed to create new recovery codes. Please try again.",
  },
} as const;
