/** The start page: what the portal is, shown by a piece of itself. It asks the server for nothing. */
import { Link } from "react-router";
import { paths } from "../../domain/paths";
import { homeOf } from "../../domain/roles";
import { useSessionState } from "../../session/store";
import { buttonClass } from "../../ui/button";
import styles from "./landing-page.module.css";
import { words } from "./messages";
import { Showcase } from "./showcase";

export function LandingPage() {
  return (
    <div className={styles.page}>
      <div className={styles.hero}>
        <div className={styles.pitch}>
          <h1 tabIndex={-1}>{words.title}</h1>
          <p className={styles.lead}>{words.lead}</p>
          <CallToAction />
        </div>
        <Showcase />
      </div>

      <section aria-labelledby="workflow" className={styles.section}>
        <h2 id="workflow">{words.workflow.title}</h2>
        <ol className={styles.steps}>
          {words.workflow.steps.map((step) => (
            <li key={step.name}>
              <h3>{step.name}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="roles" className={styles.section}>
        <h2 id="roles">{words.roles.title}</h2>
        <dl className={styles.roles}>
          {words.roles.list.map((role) => (
            <div key={role.name}>
              <dt>{role.name}</dt>
              <dd>{role.text}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section aria-labelledby="features" className={styles.section}>
        <h2 id="features">{words.features.title}</h2>
        <ul className={styles.features}>
          {words.features.list.map((feature) => (
            <li key={feature.name}>
              <h3>{feature.name}</h3>
              <p>{feature.text}</p>
            </li>
          ))}
        </ul>
      </section>

      <footer className={styles.footer}>{words.footer}</footer>
    </div>
  );
}

function CallToAction() {
  const session = useSessionState();
  if (session.status === "signed-in") {
    return (
      <Link className={buttonClass("primary", styles.action)} to={homeOf(session.user.role)}>
        {words.toDashboard}
      </Link>
    );
  }
  return (
    <Link className={buttonClass("primary", styles.action)} to={paths.login}>
      {words.login}
    </Link>
  );
}
