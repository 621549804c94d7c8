/** The sentences of the settings. What a setting is called and does, the server says. */
export const words = {
  tabs: { label: "Settings for", system: "System", hr: "HR" },
  sections: {
    rules: "Rules",
    mails: "Mails",
    organisation: "Organisation",
    accounts: "Accounts",
    money: "Money",
    environment: "Environment",
  },
  /** Who needs a second factor. */
  roles: { optional: "Nobody (optional)", "hr-admin": "HR and Admin", everybody: "Everybody" },
  yes: "Yes",
  no: "No",
  changed: (date: string, by: string | null) =>
    by === null ? `Changed ${date}` : `Changed ${date} by ${by}`,
  form: {
    now: (value: string, by: string | null) =>
      by === null ? `Now ${value}.` : `Now ${value}, set by ${by}.`,
  },
  saveFailed: "Failed to save the setting",
  environment: {
    mails: { smtp: "A mail server", file: "Files in the data folder" },
    databases: { sqlite: "SQLite", postgres: "PostgreSQL" },
  },
} as const;
