/** The sentences of the settings. What a setting is called and does, the server says. */
export const words = {
  lead: "What the organisation decides about working time, rules and mails.",
  loading: "Loading settings...",
  failed: "Failed to load settings",
  tabs: { label: "Settings for", system: "System", hr: "HR" },
  sections: {
    rules: "Rules",
    mails: "Mails",
    organisation: "Organisation",
    accounts: "Accounts",
    money: "Money",
    environment: "Environment",
  },
  yes: "Yes",
  no: "No",
  changed: (date: string, by: string | null) =>
    by === null ? `Changed ${date}` : `Changed ${date} by ${by}`,
  next: (value: string, month: string) => `${value} from ${month}`,
  byOperator: "Set by the operator",
  edit: "Edit",
  editOf: (label: string) => `Edit: ${label}`,
  form: {
    month: "From month",
    monthBlank: "Please choose a month.",
    day: "First day",
    dayBlank: "Please choose the first day.",
    notANumber: (label: string, min: number, max: number) =>
      `${label} must be a whole number from ${min} to ${max}`,
    now: (value: string, by: string | null) =>
      by === null ? `Now ${value}.` : `Now ${value}, set by ${by}.`,
    save: "Save",
    saving: "Saving...",
    cancel: "Cancel",
  },
  saved: "Setting saved",
  saveFailed: "Failed to save the setting",
  environment: {
    lead: "These are set by the server's operator.",
    publicUrl: "Public address",
    mail: "Mail",
    mails: { smtp: "A mail server", file: "Files in the data folder" },
    database: "Database",
    databases: { sqlite: "SQLite", postgres: "PostgreSQL" },
    version: "Version",
  },
} as const;
