/** How long entries have waited, so that old ones are not passed over (oversight.md 1.4). */
import type { components } from "../../api/schema";
import { formatNumber } from "../../domain/format";
import { Bars } from "./bars";

type Ages = readonly components["schemas"]["Age"][];

const said = {
  title: "Waiting by age",
  age: "Age",
  entries: "Entries",
  days: (age: string) => `${age.replace("-", "–")} days`,
} as const;

export function WaitingByAge({ ages }: { ages: Ages }) {
  return (
    <Bars
      title={said.title}
      heading={said.age}
      series={[{ name: "entries", label: said.entries, tone: "accent" }]}
      bars={ages.map(({ age, entries }) => ({
        label: said.days(age),
        name: said.days(age),
        values: { entries },
      }))}
      format={formatNumber}
    />
  );
}
