/** A new account, made by HR or an administrator from within their area. */
import { useSession } from "../../session/current";
import { usePortal } from "../../session/portal";
import { Page, PageHeader } from "../../ui/page";
import { useAddress } from "../../ui/use-address";
import { words } from "./messages";
import styles from "./registration.module.css";
import { RegistrationForm } from "./registration-form";

export function AddUserPage() {
  const { manages, currency } = useSession();
  const named = useAddress().words("role");
  return (
    <Page className={styles.framed}>
      <PageHeader lead={words.staffLead(usePortal())} />
      <RegistrationForm roles={manages} role={manages.find((one) => one === named)} currency={currency} />
    </Page>
  );
}
