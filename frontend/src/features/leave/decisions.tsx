/** What waits for a decision on leave, and what became of it. */
import { Tabs } from "../../ui/tabs";
import { useAddress } from "../../ui/use-address";
import { History } from "./history";
import { words } from "./messages";
import { Pending } from "./pending";
import { tabIn } from "./reads";

const said = words.approvals.tabs;

const PANELS = [
  { id: "pending", label: said.pending, content: <Pending /> },
  { id: "history", label: said.history, content: <History /> },
] as const;

/** `tabName`: what the address calls the tab, which may stand within another one. */
export function Decisions({ tabName }: { tabName: string }) {
  const address = useAddress();
  return (
    <Tabs
      label={said.label}
      selected={tabIn(address.words(tabName))}
      // The pages of the one are not those of the other, and only one of them has filters.
      onSelect={(tab) =>
        address.step({
          [tabName]: tab === "history" ? tab : null,
          page: null,
          status: null,
          employee: null,
        })
      }
      panels={PANELS}
    />
  );
}
