/** Mounts the real route tree in memory, as the person whom the test names. Server answers are the test's own affair. */
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { onTestFinished, vi } from "vitest";
import { clearOnSessionChange, createQueryClient } from "../app/query-client";
import { routesFor } from "../app/routes";
import { type SessionUser, sessionStore } from "../session/store";
import { aSessionUser } from "./fixtures";
import { FakeSocket } from "./socket";

export const TOKEN = "test-token";

type Options = {
  url: string;
  /** Signed in as this person. Absent: a visitor. */
  as?: Partial<SessionUser>;
};

export function renderApp({ url, as }: Options): RenderResult & {
  user: UserEvent;
  router: ReturnType<typeof createMemoryRouter>;
  client: QueryClient;
} {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  if (as !== undefined) sessionStore.signIn(TOKEN, aSessionUser(as));
  const client = createQueryClient();
  const defaults = client.getDefaultOptions();
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
  onTestFinished(clearOnSessionChange(client));
  const router = createMemoryRouter(routesFor(client), { initialEntries: [url] });
  const result = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { ...result, user: userEvent.setup(), router, client };
}
