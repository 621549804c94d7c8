import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { BarRows } from "./bar-rows";
import { Bars } from "./bars";
import { DayBars } from "./day-bars";

const series = [
  { name: "done", label: "Done", tone: "approved" },
  { name: "open", label: "Open", tone: "pending" },
] as const;
const bars = [
  { label: "1st", name: "First week", values: { done: 30, open: 10 } },
  { label: "2nd", name: "Second week", values: { done: 0, open: 20 } },
];
const format = (value: number) => `${value} h`;

function draw() {
  render(<Bars title="Hours" heading="Week" series={series} bars={bars} format={format} />);
  return screen.getByRole("img");
}

const edges = (bar: Element) =>
  ["y", "height"].map((name) => Math.round(Number(bar.getAttribute(name)) * 10) / 10);

describe("bars", () => {
  it("stand on each other from one zero baseline, each as high as its figure", () => {
    const chart = draw();
    const found = [...chart.querySelectorAll("g rect, rect")].filter((bar) => bar.getAttribute("y") !== null);
    const [baseline] = [...chart.querySelectorAll("line")].map((line) => Number(line.getAttribute("y1")));
    const [firstDone, secondDone, firstOpen, secondOpen] = found.map(edges);
    // 40 h fill the 160 px there are.
    expect(baseline).toBe(184);
    expect([firstDone, firstOpen]).toEqual([
      [64, 120],
      [24, 40],
    ]);
    expect([secondDone, secondOpen]).toEqual([
      [184, 0],
      [104, 80],
    ]);
  });

  it("say their figures beside them, to those who listen, and in a table", () => {
    const chart = draw();
    // One image: the heading names it, and the table describes it although it is folded away.
    expect(chart).toHaveAccessibleName("Hours");
    expect(chart).toHaveAccessibleDescription(
      "Week Done Open Total First week 30 h 10 h 40 h Second week 0 h 20 h 20 h",
    );
    expect([...chart.querySelectorAll("text")].map((text) => text.textContent)).toEqual([
      "40 h",
      "20 h",
      "1st",
      "2nd",
    ]);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Done 30 h",
      "Open 30 h",
    ]);
    const button = screen.getByRole("button", { name: "Show Numbers" });
    const table = screen.getByRole("table", { name: "Hours" });
    expect(table).toHaveAttribute("data-open", "false");
    fireEvent.click(button);
    expect(button).toHaveAttribute("aria-expanded", "true");
    expect(table).toHaveAttribute("data-open", "true");
    expect(
      within(table)
        .getAllByRole("row")
        .map((row) => row.textContent),
    ).toEqual(["WeekDoneOpenTotal", "First week30 h10 h40 h", "Second week0 h20 h20 h"]);
  });

  it("have a pattern for each tone", () => {
    const chart = draw();
    const patterns = [...chart.querySelectorAll("pattern")].map((pattern) => pattern.innerHTML);
    expect(new Set(patterns).size).toBe(2);
    const fills = new Set([...chart.querySelectorAll("rect[y]")].map((bar) => bar.getAttribute("fill")));
    expect(fills).toEqual(new Set([...chart.querySelectorAll("pattern")].map(({ id }) => `url(#${id})`)));
  });
});

/** Those that stand for figures, and not what explains them. */
const barsOf = (chart: Element) => [...chart.querySelectorAll("rect[y]")];

describe("bars close together", () => {
  const months = Array.from({ length: 12 }, (_, index) => ({
    label: `M${index + 1}`,
    name: `Month ${index + 1}`,
    values: { active: index === 0 ? null : 10_000 + index },
  }));

  it("have their figures along them, and a dash where there is none", () => {
    render(
      <Bars
        title="People"
        heading="Month"
        series={[{ name: "active", label: "Active", tone: "accent" }]}
        bars={months}
        format={(value) => `${value} people`}
      />,
    );
    const chart = screen.getByRole("img", { name: "People" });
    const figures = [...chart.querySelectorAll("text")].filter(({ textContent }) =>
      /people|–/.test(textContent),
    );
    expect(figures).toHaveLength(12);
    expect(figures[0]).toHaveTextContent("–");
    // A dash that is turned would look like a bar.
    expect(figures.map((one) => one.getAttribute("transform")?.includes("rotate(-90)") ?? false)).toEqual([
      false,
      ...Array(11).fill(true),
    ]);
    const [first] = barsOf(chart).map(edges);
    expect(first?.[1]).toBe(0);
    expect(screen.getByRole("row", { name: "Month 1 none" })).toBeInTheDocument();
  });

  it("end their scale where they are told to, and have the table that they are given", () => {
    render(
      <Bars
        title="Rate"
        heading="Month"
        series={[{ name: "rate", label: "Rate", tone: "accent" }]}
        bars={[{ label: "Jan", name: "January", values: { rate: 50 } }]}
        format={(value) => `${value}%`}
        most={100}
        numbers={{ head: ["Month", "Days", "Rate"], rows: [["January", "20", "50%"]] }}
      />,
    );
    expect(barsOf(screen.getByRole("img", { name: "Rate" })).map(edges)).toEqual([[104, 80]]);
    expect(screen.getByRole("row", { name: "January 20 50%" })).toBeInTheDocument();
  });
});

describe("bars a day", () => {
  const days = Array.from({ length: 30 }, (_, index) => ({
    label: `Nov ${index + 1}`,
    name: `November ${index + 1}`,
    values: { come: index, gone: 0 },
  }));

  it("have a strip for each series, on one scale, and name as many days as there is room for", () => {
    render(
      <DayBars
        title="Traffic"
        heading="Date"
        series={[
          { name: "come", label: "Come", tone: "approved" },
          { name: "gone", label: "Gone", tone: "rejected" },
        ]}
        bars={days}
        format={String}
      />,
    );
    const chart = screen.getByRole("img", { name: "Traffic" });
    expect([...chart.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([
      "Come 435",
      "Gone 0",
    ]);
    const bars = barsOf(chart).map(edges);
    expect(bars).toHaveLength(60);
    expect(bars[29]).toEqual([20, 72]);
    expect(bars[0]).toEqual([92, 0]);
    expect(bars.slice(30).every(([y, height]) => y === 92 && height === 0)).toBe(true);
    const named = [...chart.querySelectorAll("text")]
      .map(({ textContent }) => textContent)
      .filter((text) => /Nov/.test(text));
    expect(named.at(-1)).toBe("Nov 30");
    expect(named.length).toBeLessThan(30);
    expect(screen.getByRole("row", { name: "November 3 2 0" })).toBeInTheDocument();
  });
});

describe("crowded bars a day", () => {
  it("have the figures of the highest and of the last one alone", () => {
    const days = Array.from({ length: 90 }, (_, index) => ({
      label: `Day ${index + 1}`,
      name: `Day ${index + 1}`,
      values: { come: index === 40 ? 1_000 : index },
    }));
    render(
      <DayBars
        title="Traffic"
        heading="Date"
        series={[{ name: "come", label: "Come", tone: "approved" }]}
        bars={days}
        format={String}
      />,
    );
    const texts = [...screen.getByRole("img", { name: "Traffic" }).querySelectorAll("text")];
    const figures = texts.map(({ textContent }) => textContent).filter((text) => !text?.startsWith("Day"));
    expect(figures).toEqual(["1000", "89"]);
  });
});

describe("bars in rows", () => {
  it("begin at the same zero and end in their figures", () => {
    render(
      <BarRows
        title="Attendance"
        heading="Department"
        label="Rate"
        rows={[
          { name: "Hydrographic survey and charts", value: 90 },
          { name: "No department", value: null },
        ]}
        format={(value) => `${value}%`}
        most={100}
      />,
    );
    const chart = screen.getByRole("img", { name: "Attendance" });
    expect([...chart.querySelectorAll("svg")].map((bar) => bar.getAttribute("width"))).toEqual(["90%", "0%"]);
    expect([...chart.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual([
      "Hydrographic survey and charts90%",
      "No department–",
    ]);
    expect(chart).toHaveAccessibleDescription(
      "Department Rate Hydrographic survey and charts 90% No department none",
    );
  });
});
