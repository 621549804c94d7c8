/** The link to the calendar feed: made, replaced and turned off. */
import { api } from "../api/client";
import { messageOr } from "../api/error";
import type { Write } from "../api/send";
import { unwrap } from "../api/unwrap";
import type { Schemas } from "../domain/types";
import { words } from "./messages";

const failed = (error: Error) => messageOr(error, words.feed.changeFailed);

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
