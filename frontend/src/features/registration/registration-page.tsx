/** The registration in the public frame: a visitor's own, where the portal takes any, and that of HR and administrators. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../domain/paths";
import { usePortal } from "../../session/portal";
import { currentSession, portalQuery } from "../../session/queries";
import { useSessionState } from "../../session/store";
import { buttonClass } from "../../ui/button";
import { Page, PageHeader } from "../../ui/page";
import { words } from "./messages";
import styles from "./registration.module.css";
import { RegistrationForm } from "./registration-form";

export function RegistrationPage() {
  const isSignedIn = useSessionState().status === "signed-in";
  const { data } = useQuery({ ...currentSession(), enabled: isSignedIn });
  const portal = usePortal();
  if (isSignedIn) {
    return (
      <Page className={styles.public}>
        <PageHeader lead={words.staffLead(portal)} />
        <RegistrationForm roles={data?.manages ?? []} currency={data?.currency} />
      </Page>
    );
  }
  return <SelfRegistration />;
}

function SelfRegistration() {
  const portal = useQuery(portalQuery());
  // Where the portal cannot be asked, the form stands: whether it takes a registration, the server says then.
  const isKnown = portal.data !== undefined || portal.failureCount > 0;
  const isClosed = portal.data?.selfRegistration === false;
  return (
    <Page className={styles.public}>
      <PageHeader
        lead={
          isKnown &&
          (isClosed
            ? "Self-registration is closed. Please contact HR."
            : "You will get an employee ID and a password, on this page and by email.")
        }
      />
      {isClosed ? (
        <p>
          <Link className={buttonClass("secondary")} to={paths.login}>
            Back to Login
          </Link>
        </p>
      ) : isKnown ? (
        <RegistrationForm roles={[]} />
      ) : (
        <p role="status">Loading...</p>
      )}
    </Page>
  );
}
