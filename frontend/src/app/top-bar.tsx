/** The header that every page shares. */
import clsx from "clsx";
import { Monitor, Moon, Sun } from "lucide-react";
import { Link, NavLink, useLocation } from "react-router";
import { paths } from "../domain/paths";
import { homeOf } from "../domain/roles";
import { messages } from "../messages/en";
import { useSessionState } from "../session/store";
import { Button, buttonClass, IconButton } from "../ui/button";
import styles from "./frame.module.css";
import { useOrganisation } from "./organisation";
import { useSignOut } from "./sign-out";
import { chooseTheme, THEMES, useTheme } from "./theme";
import { UserMenu } from "./user-menu";

export function TopBar({ plain = false }: { plain?: boolean }) {
  const session = useSessionState();
  const { pathname } = useLocation();
  const user = session.status === "signed-in" ? session.user : null;
  return (
    <header className={styles.topBar} data-print="hide">
      <Brand plain={plain} />
      {!plain && (
        <nav aria-label="Portal" className={styles.siteNav}>
          <NavLink to={paths.landing} end>
            {messages.shell.home}
          </NavLink>
          {user !== null && (
            <Link
              to={homeOf(user.role)}
              aria-current={pathname === homeOf(user.role) && pathname !== paths.landing ? "page" : undefined}
            >
              {messages.shell.dashboard}
            </Link>
          )}
        </nav>
      )}
      <div className={styles.topEnd}>
        <ThemeButton />
        {user !== null && !plain && <UserMenu user={user} />}
        {user !== null && plain && <LogoutButton />}
        {user === null && (
          <Link className={buttonClass(pathname === paths.landing ? "secondary" : "quiet")} to={paths.login}>
            Login
          </Link>
        )}
      </div>
    </header>
  );
}

function Brand({ plain }: { plain: boolean }) {
  const { name, isKnown } = useOrganisation();
  const mark = (
    <>
      <svg viewBox="0 0 32 32" aria-hidden="true" className={styles.mark}>
        <path d="M7 8h18M7 16h18M7 24h7" />
        <path d="m17 23.5 3 3 6-7.5" className={styles.tick} />
      </svg>
      <span className={clsx(styles.brandName, !isKnown && styles.brandUnknown)} dir="auto">
        {name}
      </span>
    </>
  );
  if (plain) return <span className={styles.brand}>{mark}</span>;
  return (
    <Link to={paths.landing} className={styles.brand}>
      {mark}
    </Link>
  );
}

function LogoutButton() {
  const signOut = useSignOut();
  return (
    <Button variant="quiet" onClick={() => void signOut()}>
      {messages.shell.logout}
    </Button>
  );
}

const THEME_ICON = { system: Monitor, light: Sun, dark: Moon } as const;

/** One press, the next theme: system, light, dark. */
function ThemeButton() {
  const theme = useTheme();
  const Icon = THEME_ICON[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <IconButton
      label={`Theme: ${messages.shell.theme[theme]}`}
      className={clsx(styles.themeButton)}
      onClick={() => chooseTheme(next)}
    >
      <Icon size={18} aria-hidden />
    </IconButton>
  );
}
