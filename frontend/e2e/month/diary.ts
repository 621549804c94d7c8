/**
 * February 2028, day by day: what everybody records on the day itself, and what the portal has frozen by the morning. Whatever
 * else happens is told by the story. It is a leap year: the month begins on a Tuesday and ends on one, the 29th, which is a holiday
 * in leap years. Saturday the 12th is a holiday every year; Wednesday the 16th becomes one while the month runs.
 */
import type { Page } from "./book";

const JAN31 = "2028-01-31";
const feb = (...days: readonly number[]) => days.map((day) => `2028-02-${String(day).padStart(2, "0")}`);

export const DIARY: readonly Page[] = [
  { date: JAN31, hours: { amelie: 9, chloe: 9 }, frozen: {} },
  {
    date: "2028-02-01",
    // Amélie does it in the browser.
    hours: { vasilis: 9, chloe: 9, emil: 9, fatima: 9 },
    frozen: { vasilis: [JAN31] },
    mailed: { vasilis: [JAN31] },
  },
  { date: "2028-02-02", hours: { amelie: 5, chloe: 9, emil: 9, fatima: 9 }, frozen: { vasilis: [JAN31] } },
  {
    date: "2028-02-03",
    hours: { amelie: 5.5, vasilis: 0, chloe: 9, emil: 5, fatima: 9 },
    frozen: { vasilis: [JAN31, ...feb(2)] },
  },
  { date: "2028-02-04", hours: { amelie: 0, chloe: 9, emil: 9, fatima: 9 }, frozen: { vasilis: [JAN31] } },
  { date: "2028-02-05", hours: {}, frozen: { vasilis: [JAN31, ...feb(4)] } },
  { date: "2028-02-06", hours: {}, frozen: { vasilis: [JAN31, ...feb(4)] } },
  {
    date: "2028-02-07",
    hours: { amelie: 9, vasilis: 8.5, chloe: 9, emil: 9, fatima: 9 },
    frozen: { vasilis: [JAN31, ...feb(4)] },
  },
  // Fatima is blocked from today to the 10th: she cannot record anything, and nothing is frozen.
  { date: "2028-02-08", hours: { amelie: 0.5, vasilis: 9, chloe: 9 }, frozen: { vasilis: [JAN31] } },
  {
    date: "2028-02-09",
    hours: { amelie: 9, vasilis: 7, chloe: 9, emil: 9 },
    frozen: { emil: feb(8), vasilis: [JAN31] },
    mailed: { emil: feb(8) },
  },
  // Дарья's first day, in the browser.
  {
    date: "2028-02-10",
    hours: { amelie: 9, chloe: 9, emil: 9 },
    frozen: { emil: feb(8), vasilis: [JAN31] },
  },
  {
    date: "2028-02-11",
    hours: { amelie: 9, vasilis: 9, chloe: 9, emil: 9, fatima: 9, darya: 9 },
    frozen: { vasilis: [JAN31, ...feb(10)] },
    mailed: { vasilis: feb(10) },
  },
  { date: "2028-02-12", hours: {}, frozen: { vasilis: [JAN31, ...feb(10)] } },
  { date: "2028-02-13", hours: {}, frozen: { vasilis: [JAN31, ...feb(10)] } },
  {
    date: "2028-02-14",
    hours: { amelie: 9, vasilis: 9, chloe: 9, emil: 9, darya: 9 },
    frozen: { vasilis: [JAN31, ...feb(10)] },
  },
  {
    date: "2028-02-15",
    hours: { amelie: 9, vasilis: 9, chloe: 9, emil: 9, fatima: 9, darya: 9 },
    frozen: { fatima: feb(14), vasilis: [JAN31, ...feb(10)] },
    mailed: { fatima: feb(14) },
  },
  { date: "2028-02-16", hours: {}, frozen: { fatima: feb(14), vasilis: [JAN31, ...feb(10)] } },
  {
    date: "2028-02-17",
    hours: { amelie: 9, chloe: 9, emil: 9, fatima: 9, darya: 9 },
    frozen: { fatima: feb(14), vasilis: [JAN31, ...feb(10)] },
  },
  // Emil has left.
  {
    date: "2028-02-18",
    hours: { amelie: 9, vasilis: 9, chloe: 9, fatima: 9, darya: 3.5 },
    frozen: { fatima: feb(14), vasilis: [JAN31, ...feb(10, 17)] },
    mailed: { vasilis: feb(17) },
  },
  { date: "2028-02-19", hours: {}, frozen: { fatima: feb(14), vasilis: [JAN31, ...feb(10, 17)] } },
  { date: "2028-02-20", hours: {}, frozen: { fatima: feb(14), vasilis: [JAN31, ...feb(10, 17)] } },
  {
    date: "2028-02-21",
    hours: { amelie: 9, chloe: 9, fatima: 9, darya: 9 },
    frozen: { fatima: feb(14), vasilis: [JAN31, ...feb(10, 17)] },
  },
  {
    date: "2028-02-22",
    hours: { amelie: 9, chloe: 9, fatima: 9, darya: 5 },
    frozen: { fatima: feb(14), vasilis: [JAN31, ...feb(10, 17, 21)] },
  },
  {
    date: "2028-02-23",
    hours: { amelie: 9, vasilis: 9, chloe: 9, fatima: 9, darya: 5 },
    frozen: { fatima: feb(14), vasilis: [JAN31, ...feb(10, 17, 21, 22)] },
  },
  {
    date: "2028-02-24",
    hours: { amelie: 9, vasilis: 9, chloe: 9, darya: 0 },
    frozen: { fatima: feb(14), vasilis: [JAN31, ...feb(17, 21, 22)] },
  },
  {
    date: "2028-02-25",
    hours: { amelie: 9, vasilis: 9, chloe: 9, fatima: 9, darya: 9 },
    frozen: { fatima: feb(14, 24), vasilis: [JAN31, ...feb(17, 21, 22)] },
    mailed: { fatima: feb(24), vasilis: feb(21, 22) },
  },
  { date: "2028-02-26", hours: {}, frozen: { fatima: feb(14, 24), vasilis: [JAN31, ...feb(17, 21, 22)] } },
  { date: "2028-02-27", hours: {}, frozen: { fatima: feb(14, 24), vasilis: [JAN31, ...feb(17, 21, 22)] } },
  {
    date: "2028-02-28",
    hours: { amelie: 9, vasilis: 9, chloe: 9, fatima: 9, darya: 9 },
    frozen: { fatima: feb(14, 24), vasilis: [JAN31, ...feb(17, 21, 22)] },
  },
  { date: "2028-02-29", hours: {}, frozen: { fatima: feb(14, 24), vasilis: [JAN31, ...feb(17, 21)] } },
  // The leap day has frozen nobody, and the last day of January is still thirty days ago.
  { date: "2028-03-01", hours: {}, frozen: { fatima: feb(14, 24), vasilis: [JAN31, ...feb(17, 21)] } },
];
