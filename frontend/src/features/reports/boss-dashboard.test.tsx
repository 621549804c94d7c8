import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { violations } from "../../testing/axe";
import { renderApp } from "../../testing/render";
import { aBossDashboard } from "../../testing/reports";
import { failsLater, gives, server } from "../../testing/server";

const boss = () => renderApp({ url: "/boss", as: { role: "Boss" } });
const figure = (label: string) =>
  screen.getByText(label, { selector: "dt" }).closest("div")?.querySelector("dd")?.textContent;

describe("the dashboard of the Boss", () => {
  it("says how attendance stands, what is missing and what waits", async () => {
    server.use(gives("/api/dashboard", aBossDashboard()));
    boss();
    expect(await screen.findByRole("heading", { level: 1, name: "Boss Dashboard" })).toBeVisible();
    const chart = await screen.findByRole("img", { name: "Attendance by month" });
    expect(
      [
        "Employees",
        "Attendance This Month",
        "Entries Waiting",
        "Missing Days",
        "Days to Decide",
        "On Leave Today",
      ].map(figure),
    ).toEqual(["1,234", "91.7%", "6", "40", "1.5", "3"]);
    // Twelve months, of which the older ones are not counted.
    expect(chart.querySelectorAll("svg rect[y]")).toHaveLength(12);
    const numbers = within(screen.getByRole("table", { name: "Attendance by month" })).getAllByRole("row");
    expect(numbers[0]).toHaveTextContent("MonthWorking DaysPresentRate");
    expect(numbers[1]).toHaveTextContent("December 2025–none–none–none");
    expect(numbers.at(-1)).toHaveTextContent("November 2026200180.590.3%");
    expect(screen.getByRole("img", { name: "Waiting by age" })).toBeVisible();
    expect(screen.getByText(/^As of/).textContent?.replaceAll("\u202f", " ")).toBe(
      "As of Nov 20, 2026, 8:30 AM",
    );
    expect(await violations()).toEqual([]);
  });

  it("has dashes where nothing is known", async () => {
    server.use(gives("/api/dashboard", aBossDashboard({ attendanceRate: null, daysToDecide: null })));
    boss();
    await screen.findByRole("img", { name: "Attendance by month" });
    expect(["Attendance This Month", "Days to Decide"].map(figure)).toEqual(["–none", "–none"]);
  });

  it("waits and fails in words", async () => {
    const answer = failsLater("/api/dashboard");
    boss();
    expect(await screen.findByText("Loading dashboard...")).toBeInTheDocument();
    answer();
    expect(await screen.findByText("Failed to load the dashboard")).toBeVisible();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeVisible();
  });
});
