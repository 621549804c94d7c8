/** A new account, made by HR or an administrator from within their area. */
import { useSession } from "../../session/current";
import { Page, PageHeader } from "../../ui/page";
import { words } from "./messages";
import styles from "./registration.module.css";
import { RegistrationForm } from "./registration-form";

export function AddUserPage() {
  const { manages, currency } = useSession();
  return (
    <Page className={styles.framed}>
      <PageHeader lead={words.staffLead} />
      <RegistrationForm roles={manages} currency={currency} />
    </Page>
  );
}
