/** The sentences about substitutes. */
export const words = {
  title: "Substitutes",
  loading: "Loading substitutes...",
  failed: "Failed to load substitutes",
  none: "No substitutes named",
  noneOfStatus: "No substitutes with this status",
  /** To a manager, and to those who do it for managers. */
  noneLine: (isOwn: boolean) =>
    isOwn
      ? "Name somebody who decides for you while you are away."
      : "Name somebody who decides for a manager who is away.",
  showAll: "Show all substitutes",
  table: "Substitutes",
  pages: "Pages of substitutes",
  columns: {
    manager: "Manager",
    substitute: "Substitute",
    from: "From",
    to: "To",
    reason: "Reason",
    status: "Status",
    by: "Made by",
    actions: "Actions",
  },
  filter: {
    label: "Status",
    statuses: { all: "All Status", running: "Running", planned: "Planned", over: "Over", ended: "Ended" },
  },
  name: "Name a Substitute",
  named: "Substitute named",
  nameFailed: "Failed to name the substitute",
  end: "End",
  endOf: (substitute: string, manager: string) => `End: ${substitute} for ${manager}`,
  ended: "Substitution ended",
  endFailed: "Failed to end the substitution",
  pair: (substitute: string, manager: string) => `${substitute} for ${manager}`,
  form: {
    loading: "Loading...",
    manager: "Manager",
    substitute: "Substitute",
    from: "From",
    to: "To",
    toHint: "The last day, inclusive.",
    reason: "Reason",
    required: "Please fill in all fields",
    managerBlank: "Please choose a manager.",
    substituteBlank: "Please choose a substitute.",
    dayBlank: "Please choose a day.",
    cancel: "Cancel",
    save: "Name Substitute",
    saving: "Saving...",
  },
  people: {
    placeholder: "Type a name",
    loading: "Loading people...",
    none: "Nobody found",
    noManager: "Add a manager first.",
    failed: "Failed to load people",
    more: (shown: number, total: number) => `${shown} of ${total}. Type to find the others.`,
  },
  ask: {
    question: "Are you sure you want to end this substitution?",
    running: (substitute: string, manager: string) =>
      `${substitute} will immediately lose the right to decide for ${manager}'s team.`,
    planned: "It will not begin.",
    cancel: "Cancel",
    end: "End Substitution",
    ending: "Ending...",
  },
  standing: {
    /** What somebody reads who substitutes. */
    you: (name: string, to: string) => `You are standing in for ${name} until ${to}.`,
    /** What a manager reads who has a substitute. */
    yours: (name: string, to: string) => `${name} is your substitute until ${to}.`,
  },
} as const;
