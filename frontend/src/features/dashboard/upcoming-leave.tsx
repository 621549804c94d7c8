/** The next leave of the signed-in person, or the way to ask for some. */
import { useQueries } from "@tanstack/react-query";
import { Link } from "react-router";
import { messageOr } from "../../api/error";
import { paths } from "../../domain/paths";
import { words as leaveWords } from "../../leave/messages";
import { partsText, periodText, upcoming } from "../../leave/model";
import { useSession } from "../../session/current";
import { ErrorPanel, together } from "../../ui/error-panel";
import { Section } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Status } from "../../ui/status";
import { leaveMark } from "../../ui/status-words";
import styles from "./dashboard.module.css";
import { upcomingLeave } from "./reads";

const SHOWN = 3;

export function UpcomingLeave() {
  const { today } = useSession();
  const years = useQueries({ queries: upcomingLeave(today) });
  const failed = years.find(({ isError }) => isError);
  const requests = upcoming(
    years.flatMap(({ data }) => data?.requests ?? []),
    today,
    SHOWN,
  );
  const isPending = years.some((year) => year.isPending);
  return (
    <Section title="Upcoming Leave">
      {failed && <ErrorPanel message={messageOr(failed.error, leaveWords.failed)} retry={together(years)} />}
      {!failed && isPending && <Skeleton label={leaveWords.loading} lines={2} />}
      {!failed && !isPending && requests.length === 0 && (
        <>
          <p className="quiet">No upcoming leave</p>
          <p>
            <Link to={paths.employee.leave}>Ask for leave</Link>
          </p>
        </>
      )}
      {!failed && !isPending && requests.length > 0 && (
        <ul className="ruled">
          {requests.map((request) => (
            <li key={request._id}>
              <Link
                className={styles.leaveRow}
                to={paths.employee.leaveRequest(Number(request.startDate.slice(0, 4)), request._id)}
              >
                <Status kind={leaveMark(request)} word={request.leaveType.name} />
                <span className="figures">
                  {[periodText(request), partsText(request)].filter(Boolean).join(", ")}
                </span>
                <Status kind={request.status} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
