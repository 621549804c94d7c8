/** The start page: what the portal is, shown by a piece of itself. It asks for nobody's data. */
import { Link } from "react-router";
import { hoursFigure } from "../../domain/format";
import { paths } from "../../domain/paths";
import { homeOf } from "../../domain/roles";
import { usePortal } from "../../session/portal";
import { useSessionState } from "../../session/store";
import { buttonClass } from "../../ui/button";
import styles from "./landing-page.module.css";
import { parts, workday } from "./messages";
import { Showcase } from "./showcase";

const { workflow, roles, features } = parts;

export function LandingPage() {
  const portal = usePortal();
  return (
    <div className={styles.page}>
      <div className={styles.hero}>
        <div className={styles.pitch}>
          <h1 tabIndex={-1}>Every working day, in its place.</h1>
          <p className={styles.lead}>
            Daybook is the timesheet portal of your organisation. You record each day, your manager approves
            the week, and a rejected day comes with a reason.
          </p>
          <CallToAction />
        </div>
        <Showcase />
      </div>

      <section aria-labelledby="workflow" className={styles.section}>
        <h2 id="workflow">{workflow.title}</h2>
        <ol className={styles.steps}>
          {workflow.list.map((step) => (
            <li key={step.name}>
              <h3>{step.name}</h3>
              <p>
                {step.text}
                {step === workflow.list[0] && portal && (
                  <> {workday(hoursFigure(portal.fullDayHours), hoursFigure(portal.halfDayHours))}</>
                )}
              </p>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="roles" className={styles.section}>
        <h2 id="roles">{roles.title}</h2>
        <dl className={styles.roles}>
          {roles.list.map((role) => (
            <div key={role.name}>
              <dt>{role.name}</dt>
              <dd>{role.text}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section aria-labelledby="features" className={styles.section}>
        <h2 id="features">{features.title}</h2>
        <ul className={styles.features}>
          {features.list.map((feature) => (
            <li key={feature.name}>
              <h3>{feature.name}</h3>
              <p>{feature.text}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function CallToAction() {
  const session = useSessionState();
  if (session.status === "signed-in") {
    return (
      <Link className={buttonClass("primary", styles.action)} to={homeOf(session.user.role)}>
        Go to Dashboard
      </Link>
    );
  }
  return (
    <Link className={buttonClass("primary", styles.action)} to={paths.login}>
      Login to System
    </Link>
  );
}
