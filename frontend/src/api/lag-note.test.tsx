import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { http, server } from "../testing/server";
import { LagNote } from "./lag-note";
import { upcomingHolidays } from "./reads";

const lags = ["12", "1", null];

function Report() {
  return (
    <>
      <LagNote />
      <p>{useQuery(upcomingHolidays()).isSuccess && "The report"}</p>
    </>
  );
}

beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }),
);
afterEach(() => void vi.useRealTimers());

it("an answer that lagged says how old it may be, and is asked for again until it lags no longer", async () => {
  const answers = lags.values();
  server.use(
    http.get("/api/holidays/upcoming", ({ response }) => {
      const lag = answers.next().value;
      return response(200).json(
        { success: true, data: { holidays: [] } },
        lag ? { headers: { "Daybook-Lag": lag } } : {},
      );
    }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Report />
    </QueryClientProvider>,
  );
  const said = () => screen.queryByText(/^These figures may be/)?.textContent;
  await vi.waitFor(() => expect(said()).toBe("These figures may be up to 12 seconds old."));
  expect(screen.getByText("The report")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await vi.waitFor(() => expect(said()).toBe("These figures may be up to 1 second old."));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await vi.waitFor(() => expect(said()).toBeUndefined());
});
