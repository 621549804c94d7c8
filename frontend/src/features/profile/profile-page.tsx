/** The details of the signed-in person: to read, and what of them is their own to change. */
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatMoney } from "../../domain/format";
import { patternInWords } from "../../domain/pattern";
import { fullName } from "../../domain/people";
import type { Schemas } from "../../domain/types";
import { SecondFactor } from "../../second-factor/second-factor";
import { useSession } from "../../session/current";
import { mayHavePassword } from "../../session/passwords";
import { usePortal } from "../../session/portal";
import { Substitutes } from "../../substitutes/substitutes";
import { Button } from "../../ui/button";
import { Day } from "../../ui/columns";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader, Section } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { words } from "./messages";
import { NotificationSettings } from "./notification-settings";
import { ProfileForm } from "./profile-form";
import styles from "./profile-page.module.css";
import { myMailChoices, myProfile } from "./reads";

/** Few portals have a provider. */
const LinkedAccounts = lazy(async () => ({
  default: (await import("../../linked-accounts/linked-accounts")).LinkedAccounts,
}));

type User = Schemas["User"];

/** The end of the page. It comes after the settings above it, which would move it. */
function Foot({ waits }: { waits: boolean }) {
  const { isPending } = useQuery({ ...myMailChoices(), enabled: false });
  if (waits && isPending) return null;
  return (
    <p className="quiet small">
      Daybook. <a href="/licences.txt">Licences</a>
    </p>
  );
}

export function ProfilePage() {
  const profile = useQuery(myProfile());
  const [editing, setEditing] = useState(false);
  /** One thing is edited at a time. */
  const [isChoosing, setChoosing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const user = profile.data?.user;
  const portal = usePortal();
  const providers = portal?.providers;

  const finish = (takesFocus: boolean) => {
    flushSync(() => setEditing(false));
    if (takesFocus) editButton.current?.focus();
  };

  const settings = (
    <SecondFactor isOffered={mayHavePassword(portal, user?.role ?? "")}>
      {/* What stands below comes with it, or it would move. */}
      <Suspense fallback={null}>
        {providers && <LinkedAccounts providers={providers} />}
        {/* To a Boss go no mails of choice. */}
        {user?.role !== "Boss" && <NotificationSettings onDirty={setChoosing} />}
        <Foot waits={user?.role !== "Boss"} />
      </Suspense>
    </SecondFactor>
  );

  return (
    <Page>
      <PageHeader
        actions={
          user !== undefined &&
          !editing && (
            <Button ref={editButton} onClick={() => setEditing(true)} disabled={isChoosing}>
              Edit Profile
            </Button>
          )
        }
      />
      {user !== undefined ? (
        editing ? (
          <ProfileForm user={user} onDone={finish} />
        ) : (
          <div className={styles.profile}>
            <Details user={user} />
            {user.role === "Manager" ? <Substitutes>{settings}</Substitutes> : settings}
          </div>
        )
      ) : profile.isError ? (
        <ErrorPanel message="Failed to load profile data" retry={profile} />
      ) : (
        <Skeleton label="Loading profile..." lines={5} />
      )}
    </Page>
  );
}

function Details({ user }: { user: User }) {
  const { managerId: manager } = user;
  const { currency } = useSession();
  return (
    <div className={styles.columns}>
      <Section title="Personal Details">
        <dl>
          <Row label="Name">{fullName(user)}</Row>
          <Row label="Email">{user.email}</Row>
          <Row label="Phone">{user.phoneNumber}</Row>
        </dl>
      </Section>
      <Section title={words.work}>
        <dl>
          <Row label="Employee ID">{user.employeeId}</Row>
          <Row label="Role">{user.role}</Row>
          <Row label={words.department}>{user.department}</Row>
          <Row label={words.position}>{user.position}</Row>
          <Row label="Designation">{user.designation}</Row>
          {user.role === "Employee" && <Row label="Manager">{manager ? fullName(manager) : null}</Row>}
          {user.workPattern && <Row label="Working Days">{patternInWords(user.workPattern)}</Row>}
          <Row label="Joining Date">
            {user.joiningDate ? <Day date={user.joiningDate} as="long" /> : null}
          </Row>
          {user.recordsFrom !== null && (
            <Row label="Records From">
              <Day date={user.recordsFrom} as="long" />
            </Row>
          )}
          {/* There only in the answer to somebody who may see salaries. */}
          {user.salary !== undefined && (
            <Row label="Salary">{user.salary === null ? null : formatMoney(user.salary, currency)}</Row>
          )}
        </dl>
      </Section>
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  const empty = children === null || children === undefined || children === "";
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd dir="auto" className={empty ? "quiet" : undefined}>
        {empty ? "Not specified" : children}
      </dd>
    </div>
  );
}
