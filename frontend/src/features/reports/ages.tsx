/** How long entries have waited, so that old ones are not passed over (oversight.md 1.4). */
import { formatNumber } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { Bars } from "../../ui/chart/bars";
import { words } from "./messages";

const { ages: said, entries: label } = words.report;

type Ages = readonly Schemas["Age"][];

export function WaitingByAge({ ages }: { ages: Ages }) {
  return (
    <Bars
      title="Waiting by age"
      heading="Age"
      series={[{ name: "entries", label, tone: "accent" }]}
      bars={ages.map(({ age, entries }) => ({
        label: said.days(age),
        name: said.days(age),
        values: { entries },
      }))}
      format={formatNumber}
    />
  );
}
