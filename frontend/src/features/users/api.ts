/** People, a page of one role at a time, and what HR and Admin may change about them. */
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError, messageOr } from "../../api/error";
import { type ListQuery, personQueries } from "../../api/reads";
import type { Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import { type Account, accountsOf, isAccount } from "../../domain/people";
import type { Schemas } from "../../domain/types";

export type { Account };
export type AccountPage = ReturnType<typeof accountsOf>;

export const accountList = (query: ListQuery) => ({ ...personQueries.list(query), select: accountsOf });

const LISTS = { queryKey: ["GET", "/api/users"] as const };

/** Shows the changed account wherever it stands, before its lists are fetched anew. */
function show(client: QueryClient, user: Account): void {
  client.setQueriesData<Schemas["UserList"]>(
    LISTS,
    (list) =>
      list && {
        ...list,
        users: list.users.map((one) => (one._id === user._id && isAccount(one) ? user : one)),
      },
  );
  client.setQueryData(personQueries.one(user._id).queryKey, { user });
}

type Change<Variables> = Write<Variables, { user: Account }>;
const changed = {
  topics: ["users"],
  learn: (client: QueryClient, { user }: { user: Account }) => show(client, user),
} as const;

/** Messages of these screens are short: the row beside them shows the same. */
const brief = (message: string) => ({ message, durationMs: 3000 });

type Assignment = { employeeId: string; manager: { id: string; name: string } | null };

/** Gives an employee a manager, or takes the manager away if none is named. */
export const assignManager: Change<Assignment> = {
  ...changed,
  name: "assign manager",
  call: ({ employeeId, manager }) =>
    unwrap(api.POST("/api/users/assign-manager", { body: { employeeId, managerId: manager?.id ?? "" } })),
  done: (_answer, { manager }) =>
    brief(manager ? "Manager assigned successfully!" : "Manager removed successfully!"),
  failed: (error, { manager }) =>
    brief(messageOr(error, manager ? "Failed to assign manager" : "Failed to remove manager")),
};

export const toggleBlock: Change<{ id: string; isBlocked: boolean }> = {
  ...changed,
  name: "toggle block",
  call: ({ id, isBlocked }) =>
    unwrap(api.PATCH("/api/users/{id}/toggle-block", { params: { path: { id } }, body: { isBlocked } })),
  done: (_answer, { isBlocked }) =>
    brief(isBlocked ? "User blocked successfully!" : "User unblocked successfully!"),
  failed: (error) => brief(ruleOr(error, "Failed to update user status. Please try again.")),
};

export const updateUser: Change<{ id: string; body: Schemas["UpdateUserRequest"] }> = {
  ...changed,
  name: "update user",
  call: ({ id, body }) => unwrap(api.PUT("/api/users/{id}", { params: { path: { id } }, body })),
  done: () => brief("Profile updated successfully!"),
  failed: "Failed to update profile",
};

/** The server's sentence where a rule forbids it; a server in trouble has none that would help here. */
function ruleOr(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status < 500 ? messageOr(error, fallback) : fallback;
}
