/** Words of the teams that somebody looks after. */
export const words = {
  label: "Team",
  all: "All Teams",
  own: "My Team",
  of: (name: string) => `${name}'s Team`,
  forManager: (name: string) => `for ${name}`,
};
