/** The details of the signed-in person, to read. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOr } from "../../api/error";
import type { components } from "../../api/schema";
import { formatDay } from "../../domain/day";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader, Section } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { profileQueries } from "./api";
import { words } from "./messages";
import styles from "./profile-page.module.css";

type User = components["schemas"]["User"];

export function ProfilePage() {
  const profile = useQuery(profileQueries.mine());
  return (
    <Page>
      <PageHeader title={words.title} />
      {profile.data !== undefined ? (
        <Details user={profile.data.user} />
      ) : profile.isError ? (
        <ErrorPanel
          message={messageOr(profile.error, words.failed)}
          retryLabel={words.retry}
          busy={profile.isFetching}
          onRetry={() => void profile.refetch()}
        />
      ) : (
        <Skeleton label={words.loading} lines={5} />
      )}
    </Page>
  );
}

function Details({ user }: { user: User }) {
  const { managerId: manager } = user;
  return (
    <div className={styles.columns}>
      <Section title={words.person}>
        <dl className={styles.list}>
          <Row label={words.name}>{`${user.firstName} ${user.lastName}`}</Row>
          <Row label={words.email}>{user.email}</Row>
          <Row label={words.phone}>{user.phoneNumber}</Row>
        </dl>
      </Section>
      <Section title={words.work}>
        <dl className={styles.list}>
          <Row label={words.employeeId}>{user.employeeId}</Row>
          <Row label={words.role}>{user.role}</Row>
          <Row label={words.department}>{user.department}</Row>
          <Row label={words.position}>{user.position}</Row>
          <Row label={words.designation}>{user.designation}</Row>
          {user.role === "Employee" && (
            <Row label={words.manager}>{manager ? `${manager.firstName} ${manager.lastName}` : null}</Row>
          )}
          <Row label={words.joined}>
            {user.joiningDate ? (
              <time dateTime={user.joiningDate}>{formatDay(user.joiningDate, "long")}</time>
            ) : null}
          </Row>
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
      <dd dir="auto" className={empty ? styles.empty : undefined}>
        {empty ? words.none : children}
      </dd>
    </div>
  );
}
