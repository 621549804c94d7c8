/** That what happened has been seen. */
import { api } from "../api/client";
import { foresee, type Write } from "../api/send";
import { unwrap } from "../api/unwrap";
import type { Notice, Schemas } from "../domain/types";

/** As many as the server gives at once, to find those that are unread among the old ones. */
const EVERY = 1000;
/** As many as one call marks. */
const TOGETHER = 500;

type Answer = Schemas["NoticeList"];

/** These notices as read or as unread, on the screen alone: the server's answer follows. */
const marked =
  (isRead: boolean) =>
  (answer: Answer, { ids }: Marking) => {
    const notifications = answer.notifications.map((one) =>
      ids.includes(one._id) ? { ...one, isRead } : one,
    );
    const unread = (all: readonly Notice[]) => all.filter((notice) => !notice.isRead).length;
    return {
      ...answer,
      notifications,
      unread: answer.unread + unread(notifications) - unread(answer.notifications),
    };
  };

async function unreadIds(): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await unwrap(api.GET("/api/notifications", { params: { query: { limit: EVERY, page } } }));
    ids.push(...answer.notifications.filter((notice) => !notice.isRead).map((notice) => notice._id));
    pages = ids.length < answer.unread ? answer.pagination.pages : page;
  }
  return ids;
}

/** `beyond`: older ones are unread too, which the screen has not got. */
type Marking = { readonly ids: readonly string[]; readonly beyond: boolean };

export const markNoticesViewed: Write<Marking, void> = {
  name: "mark notices",
  call: async ({ ids, beyond }) => {
    const all = beyond ? await unreadIds() : ids;
    for (let first = 0; first < all.length; first += TOGETHER) {
      const notificationIds = all.slice(first, first + TOGETHER);
      await unwrap(api.POST("/api/notifications/viewed", { body: { notificationIds } }));
    }
  },
  foreseen: foresee(["GET", "/api/notifications"], marked(true), marked(false)),
  // The badge of the sidebar hangs on the same topic.
  topics: ["notifications"],
  failed: "The notification could not be marked as viewed. Please try again.",
};
