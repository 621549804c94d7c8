import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hearTopics, type ReadPath, type Topic } from "./query";

const READS = {
  timesheets: "/api/timesheets/my",
  notifications: "/api/notifications",
  holidays: "/api/holidays/upcoming",
  users: "/api/users",
} as const satisfies Partial<Record<Topic, ReadPath>>;
const HEARD = ["timesheets", "notifications", "holidays", "users"] as const;

/** One read of each topic; `stale()` names those that are to be fetched again. */
function listen(chance: number, apart = 0) {
  const client = new QueryClient();
  const queries = HEARD.map((topic) =>
    client.getQueryCache().build(client, { queryKey: ["GET", READS[topic]], meta: { topics: [topic] } }),
  );
  for (const query of queries) query.setData([]);
  const again = vi.spyOn(client, "invalidateQueries");
  return {
    ...hearTopics(
      client,
      () => apart,
      () => chance,
    ),
    stale: () => HEARD.filter((_, index) => queries[index]?.state.isInvalidated),
    times: () => again.mock.calls.length,
  };
}

describe("what the server says has changed", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is fetched at once where few are told of it", () => {
    const { hear, stale } = listen(0.99);
    hear("timesheets");
    hear("notifications");
    expect(stale()).toEqual(["timesheets", "notifications"]);
  });

  it("is fetched within four seconds where everybody is told of it, and not by all at once", () => {
    for (const [chance, wait] of [
      [0, 0],
      [0.5, 2_000],
      [0.999, 4_000],
    ] as const) {
      const { hear, stale } = listen(chance);
      hear("users");
      hear("holidays");
      expect(stale()).toEqual([]);
      vi.advanceTimersByTime(wait);
      expect(stale()).toEqual(["holidays", "users"]);
    }
  });

  it("is fetched once, however often it is said meanwhile, and again when it is said later", () => {
    const { hear, times } = listen(0.5);
    for (let count = 0; count < 20; count += 1) hear("users");
    vi.advanceTimersByTime(4_000);
    expect(times()).toBe(1);
    hear("users");
    vi.advanceTimersByTime(4_000);
    expect(times()).toBe(2);
  });

  it("is fetched at once after a silence, and then now and again, where everybody's days are told of", () => {
    const { hear, times } = listen(0.5, 10_000);
    for (let count = 0; count < 50; count += 1) {
      hear("timesheets");
      vi.advanceTimersByTime(100);
    }
    expect(times()).toBe(1);
    vi.advanceTimersByTime(5_000);
    expect(times()).toBe(2);
    vi.advanceTimersByTime(20_000);
    expect(times()).toBe(2);
    hear("timesheets");
    expect(times()).toBe(3);
  });

  it("is fetched at once each time where it is how far an import is", () => {
    const { hear, times } = listen(0.99, 10_000);
    hear("imports");
    hear("imports");
    expect(times()).toBe(2);
  });

  it("is asked for again once an answer is here that left before", async () => {
    const early = new Promise((resolve) => setTimeout(resolve, 1_000, "old"));
    const ask = vi.fn().mockReturnValueOnce(early).mockResolvedValue("new");
    const client = new QueryClient();
    const options = {
      queryKey: ["GET", READS.timesheets],
      queryFn: ask,
      meta: { topics: ["timesheets"] },
    } as const;
    const observer = new QueryObserver(client, options);
    const stop = observer.subscribe(() => undefined);
    hearTopics(client).hear("timesheets");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(observer.getCurrentResult().data).toBe("new");
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
  });

  it("is not fetched for a session that is over", () => {
    const { hear, stop, stale } = listen(0.5);
    hear("users");
    stop();
    vi.advanceTimersByTime(4_000);
    expect(stale()).toEqual([]);
  });
});
