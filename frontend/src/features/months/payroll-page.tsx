/** Payroll Processing: the months with their closing, and what was handed over of them (months.md §5). */
import { afterPaint } from "../../ui/after-paint";
import { Page, PageHeader } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Tabs } from "../../ui/tabs";
import { useAddress } from "../../ui/use-address";
import { words } from "./messages";
import { Months } from "./months";

const Payroll = afterPaint(
  async () => (await import("./payroll")).Payroll,
  () => <Skeleton label={words.payroll.loading} lines={6} />,
);

const PANELS = [
  { id: "months", label: "Months", content: <Months /> },
  { id: "payroll", label: "Payroll", content: <Payroll /> },
] as const;

/** All that one tab keeps in the address. The other one has its own. */
const NOTHING = {
  month: null,
  year: null,
  blocker: null,
  search: null,
  revision: null,
  from: null,
  to: null,
};

export function PayrollPage() {
  const address = useAddress();
  return (
    <Page>
      <PageHeader />
      <Tabs
        label="Payroll Processing"
        selected={address.words("tab") === "payroll" ? "payroll" : "months"}
        onSelect={(tab) => address.step({ ...NOTHING, page: null, tab: tab === "months" ? null : tab })}
        panels={PANELS}
      />
    </Page>
  );
}
