/** Rejected days that came back, and that the manager has looked at them. */
import { api } from "../../api/client";
import { foresee, type Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import type { Resubmission } from "../../domain/types";
import { resubmissions } from "./reads";

type Answer = { notifications: Resubmission[] };

const marked = (status: Resubmission["status"]) => (answer: Answer, ids: readonly string[]) => ({
  notifications: answer.notifications.map((one) => (ids.includes(one._id) ? { ...one, status } : one)),
});

export const markViewed: Write<string[], unknown> = {
  name: "mark resubmissions",
  call: (notificationIds) =>
    unwrap(api.POST("/api/timesheets/notifications/viewed", { body: { notificationIds } })),
  foreseen: foresee(resubmissions().queryKey, marked("viewed"), marked("pending")),
  // The badge hangs on the same topic and falls with it.
  topics: ["notifications"],
  failed: "The notification could not be marked as viewed. Please try again.",
};
