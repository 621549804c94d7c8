/** The link to the calendar feed: made, replaced and turned off. */
import { api } from "../api/client";
import type { Write } from "../api/send";
import { unwrap } from "../api/unwrap";
import type { Schemas } from "../domain/types";

const failed = "The leave could not be changed. Please try again.";

export const makeFeed: Write<void, Schemas["LeaveFeedUrl"]> = {
  name: "make leave feed",
  call: () => unwrap(api.POST("/api/leave/feed")),
  topics: ["leave"],
  // Anyone who has the address reads the leave.
  isSecret: true,
  failed,
};

export const endFeed: Write<void, unknown> = {
  name: "end leave feed",
  call: () => unwrap(api.DELETE("/api/leave/feed")),
  topics: ["leave"],
  untilFetched: true,
  done: "The calendar feed is turned off.",
  failed,
};
