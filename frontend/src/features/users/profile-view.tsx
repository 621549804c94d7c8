/** An account to read. Missing facts are shown as not specified. */
import type { ReactNode } from "react";
import { formatMoney } from "../../domain/format";
import { fullName } from "../../domain/people";
import { useSession } from "../../session/current";
import { Day } from "../../ui/columns";
import { Status } from "../../ui/status";
import type { Account } from "./api";
import { marksOf } from "./model";
import { profileWords } from "./profile-words";
import styles from "./users.module.css";

export function ProfileView({ user }: { user: Account }) {
  const said = profileWords;
  const { currency } = useSession();
  const marks = marksOf(user);
  return (
    <dl className={styles.profile}>
      <Fact label={said.firstName}>{user.firstName}</Fact>
      <Fact label={said.lastName}>{user.lastName}</Fact>
      <Fact label={said.email}>
        {user.email}
        {user.providerEmails?.map(({ label, email }) => (
          <div key={label} className="quiet small">
            <bdi>{label}</bdi> says {email}
          </div>
        ))}
      </Fact>
      <Fact label={said.phone}>{user.phoneNumber}</Fact>
      <Fact label={said.role}>
        {user.role}
        {user.roleSetBy !== undefined && (
          <div className="quiet small">
            Set by <bdi>{user.roleSetBy}</bdi>
          </div>
        )}
      </Fact>
      <Fact label={said.department}>{user.department}</Fact>
      <Fact label={said.position}>{user.position}</Fact>
      <Fact label={said.designation}>{user.designation}</Fact>
      <Fact label={said.salary}>{user.salary != null && formatMoney(user.salary, currency)}</Fact>
      {user.role === "Employee" && <Fact label="Manager">{user.managerId && fullName(user.managerId)}</Fact>}
      <Fact label="Status">
        {marks.length === 0 ? said.active : marks.map((kind) => <Status key={kind} kind={kind} stamp />)}
      </Fact>
      <Fact label={said.employeeId}>{user.employeeId}</Fact>
      {user.externalId !== undefined && <Fact label={said.externalId}>{user.externalId}</Fact>}
      <Joined user={user} />
      {user.recordsFrom !== null && (
        <Fact label={said.recordsFrom}>
          <Day date={user.recordsFrom} as="long" />
        </Fact>
      )}
    </dl>
  );
}

export function Joined({ user: { joiningDate } }: { user: Account }) {
  return <Fact label={profileWords.joined}>{joiningDate && <Day date={joiningDate} as="long" />}</Fact>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  const isEmpty = children === null || children === undefined || children === "" || children === false;
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd dir="auto" className={isEmpty ? "quiet" : undefined}>
        {isEmpty ? "Not specified" : children}
      </dd>
    </div>
  );
}
