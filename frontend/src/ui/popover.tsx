/**
 * What opens above the page and belongs to one control there: a list, a menu, a few fields. It stands at the end of the page, where
 * nothing cuts it off, keeps to the window, and gives the focus back.
 */
import clsx from "clsx";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Dialog, DialogTrigger, Popover, type PopoverProps } from "react-aria-components/Popover";
import { type ButtonVariant, buttonClass } from "./button";
import styles from "./popover.module.css";

type PopupProps = Pick<PopoverProps, "placement"> & { className?: string | undefined; children: ReactNode };

/** The surface; what opens it and what it is to a reader comes from the component around it. */
export function Popup({ className, ...rest }: PopupProps) {
  return (
    // It reads from left to right as the page does, whatever the browser's language.
    <I18nProvider locale="en-US">
      <Popover {...rest} offset={4} className={clsx(styles.popup, className)} />
    </I18nProvider>
  );
}

type Props = {
  /** Stands on the button. */
  face: ReactNode;
  /** Names what opens. */
  label: string;
  /** Names the button where its face alone does not. */
  name?: string;
  id?: string;
  describedBy?: string | undefined;
  variant?: ButtonVariant;
  className?: string | undefined;
  children: (close: () => void) => ReactNode;
};

export function PopoverButton({ face, label, name, variant, className, children, id, describedBy }: Props) {
  return (
    <DialogTrigger>
      <Button
        {...(id !== undefined && { id })}
        {...(name !== undefined && { "aria-label": name })}
        {...(describedBy !== undefined && { "aria-describedby": describedBy })}
        className={buttonClass(variant, className)}
      >
        {face}
      </Button>
      <Popup placement="bottom start">
        <Dialog aria-label={label} className={styles.content ?? ""}>
          {({ close }) => children(close)}
        </Dialog>
      </Popup>
    </DialogTrigger>
  );
}
