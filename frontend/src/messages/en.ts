/** The sentences of the frame around the screens: session, guards, shell. A feature keeps its own beside itself. */

export const messages = {
  session: {
    elsewhere: "You have been logged out because you logged in from another device.",
    expired: "Your session has expired. Please login again.",
    endedTitle: "You have been signed out",
    ok: "OK",
  },
  guard: {
    loading: "Loading...",
    deniedTitle: "Access Denied",
    denied: "Please Login to access this page.",
    deniedUsers: "Please login to view users.",
    goBack: "Go Back",
    missingTitle: "Permission Missing",
    missing: "You do not have permission to see this page.",
    allowed: "Allowed roles:",
    toDashboard: "Go to Dashboard",
    unreachable: "The portal could not be reached. Please check your connection and try again.",
  },
  shell: {
    brand: "Daybook",
    foot: "Daybook. Days recorded, weeks approved.",
    skip: "Skip to content",
    home: "Home",
    dashboard: "Dashboard",
    profile: "Profile",
    shortcuts: (areOn: boolean) => (areOn ? "Turn off letter keys" : "Turn on letter keys"),
    logout: "Logout",
    login: "Login",
    menu: "Menu",
    closeMenu: "Close menu",
    userMenu: (name: string) => `User menu of ${name}`,
    roleMenu: (role: string) => `${role} menu`,
    main: "Main screens",
    site: "Portal",
    loggedIn: "Logged In",
    waiting: {
      notifications: (count: number) => `${count} to read`,
      leave: (count: number) => `${count} to decide`,
    },
    offline:
      "You are offline. What you see may be out of date. It will be updated when the connection returns.",
    theme: { system: "System", light: "Light", dark: "Dark" },
    themeLabel: "Theme",
  },
  failure: {
    title: "Something went wrong",
    text: "This page could not be shown. Reloading usually helps.",
    request: (id: string) => `If it does not, give your administrator the request number: ${id}`,
    reload: "Reload",
    home: "Go to the start page",
  },
} as const;

/** The name in the title of the browser's tab. */
export function tabTitle(title: string | null, portal: string): string {
  return title === null ? portal : `${title} – ${portal}`;
}
