/** The frame of the signed-in screens: header, sidebar of the role, page. On a narrow screen the sidebar is a drawer. */
import { useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Menu, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { NavLink } from "react-router";
import { messages } from "../messages/en";
import { useSession } from "../session/current";
import { IconButton } from "../ui/button";
import styles from "./frame.module.css";
import { type MenuItem, menuOf } from "./menus";
import { warm } from "./opening";
import { SkipLink } from "./skip-link";
import { TopBar } from "./top-bar";

/** An area's own address is the start of all others in it, so only the whole address makes it the present one. */
const isHome = (to: string) => to.split("/").length === 2;

export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className={styles.shell}>
      <SkipLink />
      <TopBar />
      <aside className={styles.sidebar} data-print="hide">
        <Sidebar />
      </aside>
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <BottomBar />
    </div>
  );
}

function Sidebar() {
  const session = useSession();
  const { user } = session;
  return (
    <>
      <nav aria-label={messages.shell.roleMenu(user.role)}>
        <ul className={styles.menu}>
          {menuOf(session).map((item) => (
            <li key={item.to}>
              <MenuLink {...item}>
                {item.label}
                <Badge of={item.badge} />
              </MenuLink>
            </li>
          ))}
        </ul>
      </nav>
      <p className={styles.sidebarFoot}>
        <strong>{user.role}</strong>
        <span>Logged In</span>
      </p>
    </>
  );
}

/** How long a pointer must rest on a link, in milliseconds, so that passing over the menu loads nothing. */
const INTENT = 80;

/** Loads the screen before it is chosen. */
function MenuLink({ to, screen, children }: Pick<MenuItem, "to" | "screen"> & { children: ReactNode }) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => clearTimeout(timer.current);
  const come = () => {
    leave();
    timer.current = setTimeout(() => warm(client, screen), INTENT);
  };
  return (
    <NavLink
      to={to}
      end={isHome(to)}
      onPointerEnter={come}
      onPointerLeave={leave}
      onFocus={come}
      onBlur={leave}
    >
      {children}
    </NavLink>
  );
}

function Badge({ of, dot = false }: { of: MenuItem["badge"]; dot?: boolean }) {
  const { badges } = useSession();
  const count = (of && badges[of]) ?? 0;
  if (of === undefined || count === 0) return null;
  return (
    <>
      <span className={clsx(styles.badge, dot && styles.badgeOnIcon)} aria-hidden="true">
        {count > 99 ? "99+" : count}
      </span>
      <span className="visually-hidden">, {messages.shell.waiting[of](count)}</span>
    </>
  );
}

function BottomBar() {
  const session = useSession();
  const [open, setOpen] = useState(false);
  return (
    <>
      <nav aria-label="Main screens" className={styles.bottomBar} data-print="hide">
        {menuOf(session).map(
          (item) =>
            item.Icon && (
              <MenuLink key={item.to} {...item}>
                <span className={styles.bottomIcon}>
                  <item.Icon size={20} aria-hidden />
                  <Badge of={item.badge} dot />
                </span>
                {item.short}
              </MenuLink>
            ),
        )}
        <button type="button" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
          <span className={styles.bottomIcon}>
            <Menu size={20} aria-hidden />
          </span>
          Menu
        </button>
      </nav>
      {open && <Drawer onClose={() => setOpen(false)} />}
    </>
  );
}

function Drawer({ onClose }: { onClose: () => void }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const { user } = useSession();

  useEffect(() => {
    const element = drawer.current;
    const invoker = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (invoker instanceof HTMLElement && invoker.isConnected) invoker.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the drawer, or on one of its links; Escape and Enter do the same.
    <dialog
      ref={drawer}
      className={styles.drawer}
      aria-label={messages.shell.roleMenu(user.role)}
      // The event comes late: by then the drawer may have been shown anew, as React does with effects in development.
      onClose={(event) => event.target === drawer.current && !drawer.current.open && onClose()}
      onClick={(event) => {
        // It closes before the page changes: while it is open everything behind it, the new heading too, is out of reach.
        const link = event.target instanceof Element && event.target.closest("a") !== null;
        if (link || event.target === drawer.current) onClose();
      }}
    >
      <div className={styles.drawerInner}>
        <IconButton label="Close menu" className={styles.drawerClose} onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
        <Sidebar />
      </div>
    </dialog>
  );
}
