import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { failsLater, gives, refuses, server } from "../testing/server";
import { DataTable } from "../ui/data-table";
import { progressOf, QueryState } from "./query-state";
import { upcomingHolidays } from "./reads";

const PATH = "/api/holidays/upcoming";
const SAID = { loading: "Loading holidays...", failed: "Failed to load holidays" };

function Alone() {
  const query = useQuery(upcomingHolidays());
  return query.data ? <p>None of them</p> : <QueryState query={query} {...SAID} />;
}

function Table() {
  const query = useQuery(upcomingHolidays());
  return (
    <DataTable
      label="Holidays"
      columns={[]}
      rows={query.data?.holidays}
      keyOf={({ id }) => id}
      loading={SAID.loading}
      empty={<p>None of them</p>}
      {...progressOf(query, SAID.failed)}
    />
  );
}

it.each([
  ["an answer", Alone],
  ["the rows of a table", Table],
])(
  "%s is waited for in words, fails in the server's or its own, and comes with another try",
  async (_, Screen) => {
    const user = userEvent.setup();
    const answer = failsLater(PATH);
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Screen />
      </QueryClientProvider>,
    );
    expect(screen.getByRole("status")).toHaveTextContent(SAID.loading);
    answer();
    expect(await screen.findByRole("alert")).toHaveTextContent(SAID.failed);
    const tryAgain = () => user.click(screen.getByRole("button", { name: "Try Again" }));
    server.use(refuses("get", PATH, 500, "UNAVAILABLE", "The database is away."));
    await tryAgain();
    expect(await screen.findByText("The database is away.")).toBeVisible();
    server.use(gives(PATH, { holidays: [] }));
    await tryAgain();
    expect(await screen.findByText("None of them")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  },
);
