/** The sentences of the frame around the screens: session, guards, shell. A feature keeps its own beside itself. */

export const messages = {
  shell: {
    home: "Home",
    dashboard: "Dashboard",
    shortcuts: (areOn: boolean) => (areOn ? "Turn off letter keys" : "Turn on letter keys"),
    logout: "Logout",
    roleMenu: (role: string) => `${role} menu`,
    waiting: {
      notifications: (count: number) => `${count} to read`,
      leave: (count: number) => `${count} to decide`,
    },
    theme: { system: "System", light: "Light", dark: "Dark" },
  },
  failure: { title: "Something went wrong" },
} as const;

/** The name in the title of the browser's tab. */
export function tabTitle(title: string | null, portal: string): string {
  return title === null ? portal : `${title} – ${portal}`;
}
