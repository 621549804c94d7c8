/** A button that opens a list of what can be done or gone to: arrows, Home, End and first letters move through it. */
import type { ReactNode } from "react";
import { RouterProvider } from "react-aria";
import { Button } from "react-aria-components/Button";
import { Header, Menu, MenuItem, MenuSection, MenuTrigger } from "react-aria-components/Menu";
import { useHref, useNavigate } from "react-router";
import { buttonClass } from "./button";
import styles from "./menu.module.css";
import { Popup } from "./popover";

export type MenuEntry = {
  readonly label: string;
  /** Takes something away. */
  readonly tone?: "remove";
} & ({ readonly to: string } | { readonly onAction: () => void });

type Props = {
  /** Stands on the button. */
  face: ReactNode;
  /** Names the button where its face alone does not. */
  label?: string;
  /** Stands above the entries: whom or what they are about. */
  head?: ReactNode;
  entries: readonly MenuEntry[];
  className?: string | undefined;
};

export function MenuButton({ face, label, head, entries, className }: Props) {
  const navigate = useNavigate();
  const items = entries.map(({ label: name, tone, ...rest }) => (
    <MenuItem
      key={name}
      className={styles.item ?? ""}
      data-tone={tone}
      {...("to" in rest ? { href: rest.to } : { onAction: rest.onAction })}
    >
      {name}
    </MenuItem>
  ));
  return (
    <RouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
      <MenuTrigger>
        <Button
          className={className ?? buttonClass("quiet")}
          {...(label === undefined ? {} : { "aria-label": label })}
        >
          {face}
        </Button>
        <Popup placement="bottom end" className={styles.popup}>
          <Menu className={styles.menu ?? ""}>
            {head === undefined ? (
              items
            ) : (
              <MenuSection>
                <Header className={styles.head}>{head}</Header>
                {items}
              </MenuSection>
            )}
          </Menu>
        </Popup>
      </MenuTrigger>
    </RouterProvider>
  );
}
