/** What waits for a decision on leave, and what became of it; for those who lead a team of their own, who is away when. */
import type { ComponentProps } from "react";
import { words as leaveWords } from "../../leave/messages";
import { afterPaint } from "../../ui/after-paint";
import { Skeleton } from "../../ui/skeleton";
import { Tabs } from "../../ui/tabs";
import { useAddress } from "../../ui/use-address";
import { words } from "./messages";
import { Pending } from "./pending";
import { type Tab, tabIn } from "./reads";

const said = words.approvals.tabs;

// A tab is fetched when it is opened: the first one is what people come for.
const toCome = () => <Skeleton label={leaveWords.loading} lines={6} height="2.75rem" />;
const History = afterPaint(async () => (await import("./history")).History, toCome);
const CalendarPanel = afterPaint(async () => (await import("./calendar-panel")).CalendarPanel, toCome);

const PENDING = { id: "pending", label: said.pending, content: <Pending /> } as const;
const HISTORY = { id: "history", label: said.history, content: <History /> } as const;
const CALENDAR = {
  id: "calendar",
  label: "Calendar",
  content: <CalendarPanel />,
} as const;

type Props = {
  /** What the address calls the tab, which may stand within another one. */
  tabName: string;
  hasCalendar?: boolean;
};

export function Decisions({ tabName, hasCalendar = false }: Props) {
  const address = useAddress();
  const panels: ComponentProps<typeof Tabs<Tab>>["panels"] = hasCalendar
    ? [PENDING, CALENDAR, HISTORY]
    : [PENDING, HISTORY];
  return (
    <Tabs
      label="Requests for leave"
      selected={tabIn(address.words(tabName), hasCalendar)}
      // The pages of the one are not those of the other, only one of them has filters, and another one months.
      onSelect={(tab) =>
        address.step({
          [tabName]: tab === "pending" ? null : tab,
          page: null,
          status: null,
          employee: null,
          month: null,
        })
      }
      panels={panels}
    />
  );
}
