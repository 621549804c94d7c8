/** The weeks of the teams that one decides on as cards, filtered, decided one by one. */
import { Inbox } from "lucide-react";
import { Fragment, type RefObject, useEffect, useRef, useState } from "react";
import { Failure } from "../../api/query-state";
import { useSend, useSending } from "../../api/send";
import { Undone } from "../../api/undo";
import { pageOf } from "../../domain/paging";
import { UnlessNobody } from "../../people/nobody-yet";
import { useSession } from "../../session/current";
import { StandingIn, useStandingIn } from "../../substitutes/standing-in";
import { useTeam } from "../../substitutes/teams";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { Pager } from "../../ui/pager";
import { useShortcuts } from "../../ui/shortcuts";
import { Skeleton } from "../../ui/skeleton";
import { useList } from "../../ui/use-list";
import { type Decide, decideWeeks, decisionFailure, nameOf } from "./api";
import styles from "./approvals.module.css";
import { CleanWeeks } from "./clean-weeks";
import { Filters } from "./filters";
import { words } from "./messages";
import { CHOICES, canDecide, outcome, type WeekCard as Week, waits } from "./model";
import { RejectDialog } from "./reject-dialog";
import { TasksDialog } from "./tasks-dialog";
import { useTeamWeeks } from "./use-team-weeks";
import { cardsIn, useWeekKeys } from "./use-week-keys";
import { WeekCard } from "./week-card";

export function Approvals() {
  const { sentences, isKnown } = useStandingIn();
  if (!isKnown) return <Skeleton label={words.loading} lines={3} height="10rem" />;
  return (
    <>
      <StandingIn sentences={sentences} />
      <Weeks />
    </>
  );
}

function Weeks() {
  const { today } = useSession();
  const { chosen, choose, pageOf: pageNamed, turn } = useList(CHOICES);
  const filter = { ...chosen, team: useTeam(chosen.team) };
  const { cards, members, failed, pending, stale } = useTeamWeeks(filter, today);
  const shown = pageOf(cards, pageNamed(), chosen.size);
  const [open, setOpen] = useState<{ kind: "reject" | "tasks"; week: Week } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { decide, isBusy, failures, announcement } = useDecisions(list, cards);

  const withWeek = (act: (week: Week) => void) => (key: string) => {
    const week = shown.items.find((one) => one.key === key);
    if (week) act(week);
  };
  const one = (week: Week) => ({ cards: [week], comment: null });
  const approve = (week: Week) =>
    !isBusy(week) && canDecide(week, "approve") && decide({ ...one(week), decision: "approve" });
  const reject = (week: Week) =>
    !isBusy(week) && canDecide(week, "reject") && setOpen({ kind: "reject", week });
  const view = (week: Week) => setOpen({ kind: "tasks", week });
  const openEmployee = (week: Week) => choose({ employee: week.userId });
  const areLettersOn = useShortcuts();
  useWeekKeys(
    list,
    {
      approve: withWeek(approve),
      reject: withWeek(reject),
      view: withWeek(view),
      open: withWeek(openEmployee),
    },
    areLettersOn,
  );

  return (
    <>
      <Filters filter={filter} members={members} onChange={choose} />
      {failed && <Failure query={failed} failed="Failed to load team timesheets" />}
      {pending && <Skeleton label={words.loading} lines={3} height="10rem" />}
      {!pending && !failed && cards.length === 0 && (
        <Nothing
          filtered={filter.employee !== "" || filter.status !== "all" || filter.team !== ""}
          waiting={filter.range === "waiting"}
          onClear={() => choose({ employee: "", status: "all", team: "" })}
          onWaiting={() => choose({ range: "waiting" })}
        />
      )}
      <CleanWeeks
        weeks={shown.items}
        busy={shown.items.some(isBusy)}
        onApprove={(cards) => decide({ cards, decision: "approve", comment: null, canUndo: true })}
      />
      <div ref={list} className={styles.list} aria-busy={stale || undefined}>
        {shown.items.map((week, index) => (
          <WeekCard
            key={week.key}
            week={week}
            tabIndex={index === 0 ? 0 : -1}
            busy={isBusy(week)}
            failure={failures.get(week.key) ?? null}
            onApprove={() => approve(week)}
            onReject={() => reject(week)}
            onView={() => view(week)}
            onOpen={() => openEmployee(week)}
          />
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {cards.length > 0 && (
        <>
          <Pager
            label="Pages of weeks"
            summary={`Showing ${shown.from}-${shown.to} of ${cards.length}`}
            page={shown.page}
            pages={shown.pages}
            onPage={turn}
            between="nothing"
            previous="Prev"
            size={{
              label: "Rows per page",
              value: chosen.size,
              options: CHOICES.size.of,
              onChange: (size) => choose({ size }),
            }}
          />
          {areLettersOn && <Keys />}
        </>
      )}
      {open?.kind === "reject" && (
        <RejectDialog
          week={open.week}
          onClose={() => setOpen(null)}
          onReject={(reason) => {
            setOpen(null);
            decide({ cards: [open.week], decision: "reject", comment: reason });
          }}
        />
      )}
      {open?.kind === "tasks" && <TasksDialog week={open.week} onClose={() => setOpen(null)} />}
    </>
  );
}

/**
 * Decisions under way, those that failed, and what is said about them. The focus moves on to the next card at once, so that a
 * pile of weeks can be worked through without searching.
 */
function useDecisions(list: RefObject<HTMLElement | null>, cards: readonly Week[]) {
  const sending = useSending(decideWeeks);
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const [announcement, setAnnouncement] = useState("");
  const [next, setNext] = useState<{ key: string | null } | null>(null);
  const waiting = useRef(0);

  const { send } = useSend(decideWeeks, {
    refused: (error, decide) => {
      if (error instanceof Undone) return;
      const failure = decisionFailure(error, decide);
      setFailures(
        (before) => new Map([...before, ...decide.cards.map(({ key }) => [key, failure] as const)]),
      );
    },
    done: (_answer, { cards: [card, ...others], decision }) => {
      if (!card || others.length > 0) return false;
      setAnnouncement(`Week of ${nameOf(card)} ${outcome[decision]}, ${waiting.current} left`);
      return true;
    },
  });

  useEffect(() => {
    waiting.current = cards.filter(waits).length;
  }, [cards]);

  useEffect(() => {
    if (!next) return;
    const target =
      cardsIn(list.current).find((card) => card.dataset.week === next.key) ?? cardsIn(list.current).at(-1);
    (target ?? document.querySelector<HTMLElement>("h1"))?.focus();
    setNext(null);
  }, [next, list]);

  const decide = (decision: Decide) => {
    const keys = cardsIn(list.current).map((card) => card.dataset.week ?? "");
    const decided = new Set(decision.cards.map(({ key }) => key));
    const last = keys.findLastIndex((key) => decided.has(key));
    const others = keys.filter((key) => !decided.has(key));
    setFailures((before) => new Map([...before].filter(([key]) => !decided.has(key))));
    setNext({ key: (decided.size === 1 && (keys[last + 1] ?? keys[last - 1])) || others[0] || null });
    send(decision);
  };
  const isBusy = (week: Week) => sending.some(({ cards }) => cards.some(({ key }) => key === week.key));
  return { decide, isBusy, failures, announcement };
}

function Nothing({
  filtered,
  waiting,
  onClear,
  onWaiting,
}: {
  filtered: boolean;
  waiting: boolean;
  onClear: () => void;
  onWaiting: () => void;
}) {
  if (filtered) {
    return (
      <Empty icon={<Inbox size={24} aria-hidden />} title="No timesheets match these filters">
        <Button onClick={onClear}>Clear filters</Button>
      </Empty>
    );
  }
  const { title, line } = waiting ? words.allDecided : words.nothing;
  return (
    <Empty icon={<Inbox size={24} aria-hidden />} title={title}>
      <UnlessNobody>
        <p>{line}</p>
        {!waiting && <Button onClick={onWaiting}>Show all waiting</Button>}
      </UnlessNobody>
    </Empty>
  );
}

function Keys() {
  return (
    <p className={styles.keys} data-print="hide">
      Keys:
      {words.keys.list.map(([key, what]) => (
        <Fragment key={key}>
          {" "}
          <kbd>{key}</kbd> {what}
        </Fragment>
      ))}
    </p>
  );
}
