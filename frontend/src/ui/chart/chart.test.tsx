import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Bars } from "./bars";
import { HeatMap } from "./heat-map";

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
    expect(chart).toHaveAccessibleName("Hours: First week: 40 h; Second week: 20 h");
    expect([...chart.querySelectorAll("text")].map((text) => text.textContent)).toEqual([
      "40 h",
      "1st",
      "20 h",
      "2nd",
    ]);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Done 30 h",
      "Open 30 h",
    ]);
    const button = screen.getByRole("button", { name: "Show the numbers" });
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

describe("a heat map", () => {
  it("is a table whose cells are the deeper the higher their figure", () => {
    const rows = [
      { name: "Ada", values: [0, 2, 8] },
      { name: "Ben", values: [null, 4, 6] },
    ];
    render(
      <HeatMap
        title="Waiting"
        heading="Person"
        columns={["Mon", "Tue", "Wed"]}
        rows={rows}
        format={String}
      />,
    );
    const cells = screen.getAllByRole("cell").map((cell) => [cell.textContent, cell.dataset.level]);
    expect(cells).toEqual([
      ["0", "0"],
      ["2", "1"],
      ["8", "4"],
      ["–", undefined],
      ["4", "2"],
      ["6", "3"],
    ]);
    expect(screen.getByRole("rowheader", { name: "Ben" })).toBeVisible();
  });
});
