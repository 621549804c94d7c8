/** One person's account: to read, and to change. Saving closes it; cancelling leads back to reading. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { personQueries } from "../../api/reads";
import { useSend } from "../../api/send";
import { fullName } from "../../domain/people";
import { roleNamed } from "../../domain/roles";
import { mayHavePassword } from "../../session/passwords";
import { usePortal } from "../../session/portal";
import { afterPaint } from "../../ui/after-paint";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { ErrorPanel } from "../../ui/error-panel";
import { Skeleton } from "../../ui/skeleton";
import { Tabs } from "../../ui/tabs";
import type { Account } from "./api";
import { inviteUser } from "./invite";
import { words } from "./messages";
import type { Viewer } from "./model";
import { ProfileForm } from "./profile-form";
import { ProfileView } from "./profile-view";
import { useProfileEdit } from "./use-profile-edit";

/** What stands below the account comes when somebody looks at one: the list of people does without. */
const SalaryHistory = afterPaint(
  async () => (await import("./salary-history")).SalaryHistory,
  () => <Skeleton label={words.salaries.loading} />,
);
const PersonLeave = afterPaint(
  async () => (await import("../../leave/person-leave")).PersonLeave,
  () => <Skeleton label="Loading leave..." lines={6} />,
);
const ResetPassword = afterPaint(
  async () => (await import("./reset-password")).ResetPassword,
  () => null,
);
const SignIn = afterPaint(
  async () => (await import("./sign-in")).SignIn,
  () => <Skeleton label="Loading sign-in..." />,
);
const WorkingTime = afterPaint(
  async () => (await import("../../working-time/working-time")).WorkingTime,
  () => <Skeleton label="Loading working time..." />,
);

type Props = {
  /** As the list showed it; what is edited is fetched anew. */
  listed: Account;
  viewer: Viewer;
  onClose: () => void;
};

export function ProfileDialog({ listed, viewer, onClose }: Props) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...personQueries.one(listed._id),
    placeholderData: { user: listed },
  });
  const portal = usePortal();
  const user = data?.user;
  const edit = useProfileEdit(listed, onClose);
  const { body, editButton } = useFocusAfterEdit(edit.isEditing);
  const name = fullName(user ?? listed);
  const [isPatternOpen, setPatternOpen] = useState(false);
  const [isPatternDirty, setPatternDirty] = useState(false);
  const [isResetting, setResetting] = useState(false);
  const invitation = useSend(inviteUser);
  const [tab, setTab] = useState<"profile" | "leave">("profile");
  const hasLeave = user?.role === "Employee";
  const profile = user && (
    <>
      <ProfileView user={user} />
      {user.salary !== undefined && <SalaryHistory userId={listed._id} />}
      {/* A form of its own, which may not stand in the dialog's. */}
      {hasLeave && (
        <WorkingTime
          userId={listed._id}
          isOpen={isPatternOpen}
          onOpen={() => setPatternOpen(true)}
          onClose={() => setPatternOpen(false)}
          onDirty={setPatternDirty}
        />
      )}
      {viewer.mayBlock && <SignIn user={user} isSelf={viewer.id === listed._id} />}
    </>
  );

  return (
    <Dialog
      wide
      steady
      title={<span dir="auto">{name}</span>}
      subtitle={`${listed.employeeId}, ${(user ?? listed).role}`}
      onClose={onClose}
      dirty={edit.isDirty || isPatternDirty}
      busy={edit.isSending}
      onSubmit={edit.isEditing ? edit.submit : undefined}
      actions={
        edit.isEditing ? (
          <>
            <Button onClick={edit.cancel} disabled={edit.isSending}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={edit.isSending}>
              {edit.isSending ? "Saving..." : "Save Changes"}
            </Button>
          </>
        ) : isPatternOpen ? undefined : (
          <>
            <Button onClick={onClose}>Close</Button>
            {!(hasLeave && tab === "leave") && (
              <>
                {user?.canBeInvited && (
                  <Button busy={invitation.isSending} onClick={() => invitation.send({ id: user._id })}>
                    {invitation.isSending ? "Sending..." : "Send Invitation"}
                  </Button>
                )}
                {mayReset(listed, viewer) && mayHavePassword(portal, listed.role) && (
                  <Button onClick={() => setResetting(true)}>Reset Password</Button>
                )}
                <Button
                  ref={editButton}
                  variant="primary"
                  disabled={!user || isPlaceholderData}
                  onClick={() => user && edit.begin(user)}
                >
                  Edit Profile
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <div ref={body}>
        {isError && !edit.isEditing && (
          <ErrorPanel
            message="Failed to load the profile. Please try again."
            retry={{ refetch, isFetching }}
          />
        )}
        {edit.isEditing && <ProfileForm edit={edit} viewer={viewer} />}
        {!edit.isEditing && user && !hasLeave && profile}
        {!edit.isEditing && hasLeave && (
          <Tabs
            label="Profile and leave"
            selected={tab}
            onSelect={setTab}
            panels={[
              { id: "profile", label: "Profile", content: profile },
              {
                id: "leave",
                label: "Leave",
                // What is typed over the pattern would be lost there.
                isDisabled: isPatternOpen,
                content: <PersonLeave userId={listed._id} />,
              },
            ]}
          />
        )}
        {isResetting && <ResetPassword user={user ?? listed} onClose={() => setResetting(false)} />}
      </div>
    </Dialog>
  );
}

/** Nobody resets their own password: they change it in their profile. */
function mayReset({ _id, role }: Account, { id, manages }: Viewer): boolean {
  const held = roleNamed(role);
  return _id !== id && held !== null && manages.includes(held);
}

/** Beginning to edit leads to the first field, cancelling back to the button that began it. */
function useFocusAfterEdit(isEditing: boolean) {
  const body = useRef<HTMLDivElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const [was, setWas] = useState(isEditing);
  useEffect(() => {
    if (was === isEditing) return;
    setWas(isEditing);
    if (isEditing) body.current?.querySelector<HTMLElement>("input")?.focus();
    else editButton.current?.focus();
  }, [was, isEditing]);
  return { body, editButton };
}
