/** Whose days can be opened, which of them, and the opening itself. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import { FRESH } from "../../api/query";
import type { components } from "../../api/schema";
import type { Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import { formatDay } from "../../domain/day";
import { words } from "./messages";

type Schemas = components["schemas"];
export type Account = Schemas["User"];
export type UnlockWindow = Schemas["UnlockWindow"];
export type Unlocking = Schemas["DirectUnlockRequest"];
export type Unlocked = Schemas["DirectUnlock"];

/** As many people as are fetched at once. Where there are more, the server searches among them. */
export const LIST_LIMIT = 100;

/** The directory's people carry less; a list of a role holds whole accounts. */
const isAccount = (person: Account | Schemas["DirectoryUser"]): person is Account => "isBlocked" in person;

export const unlockQueries = {
  /** Those who can be helped: a blocked or inactive account cannot fill in anything. */
  employees: (search: string) => {
    const query = {
      role: "Employee",
      status: "active",
      page: 1,
      limit: LIST_LIMIT,
      ...(search === "" ? {} : { search }),
    } as const;
    return queryOptions({
      queryKey: ["GET", "/api/users", query] as const,
      queryFn: async ({ signal }) => {
        const { users, pagination } = await unwrap(api.GET("/api/users", { params: { query }, signal }));
        return { users: users.filter(isAccount), total: pagination.total };
      },
      staleTime: FRESH.calm,
      meta: { topics: ["users"] },
    });
  },
};

export const directUnlock: Write<Unlocking, Unlocked> = {
  name: "unlock",
  call: (body) => unwrap(api.POST("/api/timesheet-unlock/direct-unlock", { body })),
  topics: ["timesheets"],
  done: ({ employee, unlockRequest }) => ({
    message: words.done,
    description: words.doneFor(employee.name, formatDay(unlockRequest.requestedDate, "long")),
    durationMs: 6000,
  }),
  failed: (error) => ({
    message: words.failed,
    description: messageOr(error, words.failedWhy),
    durationMs: 8000,
  }),
};
