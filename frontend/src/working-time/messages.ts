export const words = {
  title: "Working Time",
  loading: "Loading working time...",
  asOrganisation: "Same as the organisation",
  form: { notHours: "Please type a number of hours." },
  saveFailed: "Failed to save the work pattern",
} as const;
