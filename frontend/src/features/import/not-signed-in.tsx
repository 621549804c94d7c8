/** Invites all who have never signed in, on any page of the list of people. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../api/confirm-dialog";
import { formatNumber } from "../../domain/format";
import { Button } from "../../ui/button";
import { inviteAll, notSignedInOf } from "./api";
import { words } from "./messages";

/** Below everything else, so that nothing moves when the number comes. */
export function NotSignedIn() {
  const { data } = useQuery(notSignedInOf());
  const [isAsking, setAsking] = useState(false);
  const count = data?.count ?? 0;
  if (count === 0 && !isAsking) return null;
  return (
    <div>
      <Button onClick={() => setAsking(true)}>
        {`Invite all who have not signed in (${formatNumber(count)})`}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Invite all who have not signed in?"
          write={inviteAll}
          of={null}
          action="Send Invitations"
          busy="Sending..."
          variant="primary"
          onClose={() => setAsking(false)}
          onDone={() => setAsking(false)}
        >
          <p>{words.willInvite(count)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
