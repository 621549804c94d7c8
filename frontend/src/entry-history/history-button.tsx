/** The link to what became of an entry, version by version. It opens a dialog; what stands in there comes then. */
import { type ComponentProps, useState } from "react";
import { createPortal } from "react-dom";
import { formatDay } from "../domain/day";
import type { Timesheet } from "../domain/types";
import { afterPaint } from "../ui/after-paint";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Skeleton } from "../ui/skeleton";
import styles from "./entry-history.module.css";
import { words } from "./messages";
import type { Versions as Content } from "./versions";

const Versions = afterPaint<ComponentProps<typeof Content>>(
  async () => (await import("./versions")).Versions,
  () => <Skeleton label={words.loading} />,
);

export function HistoryButton({ entry }: { entry: Pick<Timesheet, "_id" | "date"> }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const date = formatDay(entry.date, "long");
  return (
    <>
      <button
        type="button"
        className={styles.link}
        aria-haspopup="dialog"
        aria-label={`History of ${date}`}
        onClick={() => setOpen(true)}
      >
        {words.title}
      </button>
      {isOpen &&
        // It stands in a paragraph, or in a part of the page whose changes are read out.
        createPortal(
          <Dialog
            title={words.title}
            subtitle={date}
            wide
            onClose={close}
            actions={<Button onClick={close}>Close</Button>}
          >
            <Versions id={entry._id} />
          </Dialog>,
          document.body,
        )}
    </>
  );
}
