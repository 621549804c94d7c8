/** Who is away when, and the link for calendar programs. */
import { CalendarFeed } from "../../leave-calendar/calendar-feed";
import { LeaveCalendar } from "../../leave-calendar/leave-calendar";
import styles from "./leave.module.css";

export const CalendarPanel = () => (
  <div className={styles.panel}>
    <LeaveCalendar />
    <CalendarFeed />
  </div>
);
