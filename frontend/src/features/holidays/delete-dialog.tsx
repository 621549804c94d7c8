/** Asks before a holiday goes, and says what goes with it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { messageOr } from "../../api/error";
import type { Holiday } from "../../domain/types";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { FormError } from "../../ui/form";
import { toast } from "../../ui/toast";
import { deleteHoliday } from "./api";
import styles from "./holidays.module.css";
import { words } from "./messages";

const said = words.ask;

export function DeleteDialog({ holiday, onClose }: { holiday: Holiday; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation(deleteHoliday(client));
  const refusalBox = useRef<HTMLParagraphElement>(null);
  const refusal = remove.isError ? messageOr(remove.error, words.deleteFailed) : null;

  useEffect(() => {
    if (remove.error) refusalBox.current?.focus();
  }, [remove.error]);

  const confirm = () => {
    if (remove.isPending) return;
    remove.mutate(holiday.id, {
      onSuccess: ({ message }) => {
        toast.success(message ?? words.deleted, { description: holiday.name });
        onClose();
      },
    });
  };

  return (
    <Dialog
      title={said.question}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={remove.isPending}>
            {said.cancel}
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={confirm}>
            {remove.isPending ? said.removing : said.remove}
          </Button>
        </>
      }
    >
      <div className={styles.asked}>
        <p className={styles.name} dir="auto">
          {holiday.name}
        </p>
        <time dateTime={holiday.date}>{holiday.formattedDate}</time>
      </div>
      {holiday.isRecurring && <p>{said.everyYear(holiday.startDate.slice(0, 4))}</p>}
      <p className={styles.quiet}>{said.effect}</p>
      <FormError message={refusal} ref={refusalBox} />
    </Dialog>
  );
}
