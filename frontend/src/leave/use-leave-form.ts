/** Asking for leave: what is typed, what the server says of it a moment after the last change, and the call. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { ApiError, messageOr, refusalOf } from "../api/error";
import { useForm } from "../api/use-form";
import { REASON_MAX, REASON_TOO_LONG, reasonLength } from "../domain/reason";
import type { Schemas } from "../domain/types";
import type { Mistakes } from "../ui/use-refusal";
import { type Asked, type Asking, askForLeave } from "./api";
import type { LeaveRequest, LeaveType } from "./model";
import { leavePreview } from "./reads";

/** How long nothing has to change before the preview is asked for, in milliseconds. */
const REST = 300;

type Part = Schemas["DayPart"];
export type Draft = {
  readonly leaveTypeId: string;
  readonly startDate: string;
  readonly startPart: Part;
  readonly endDate: string;
  readonly endPart: Part;
  readonly reason: string;
};

const BLANK: Draft = {
  leaveTypeId: "",
  startDate: "",
  startPart: "full",
  endDate: "",
  endPart: "full",
  reason: "",
};

type Options = {
  types: readonly LeaveType[];
  /** For whom it is recorded; the signed-in person asks for themselves. */
  userId?: string | undefined;
  onAsked: (request: LeaveRequest, isWaiting: boolean) => void;
};

export type LeaveForm = ReturnType<typeof useLeaveForm>;

export function useLeaveForm({ types, userId, onAsked }: Options) {
  const form = useForm<Draft, Asking, Asked>({
    initial: BLANK,
    write: askForLeave,
    check: (draft) => ({ mistakes: mistakesIn(draft) }),
    variablesOf: (draft) => {
      const reason = draft.reason.trim();
      return { ...periodOf(draft, userId), ...(reason !== "" && { reason }) };
    },
    done: ({ data }, isWaiting): void => {
      form.reset(BLANK);
      onAsked(data.request, isWaiting);
    },
  });
  const { draft } = form;
  const preview = usePreview(draft, userId);
  // A period that is none is refused field by field. What else is wrong with it stands above the button.
  const refused = preview.error instanceof ApiError && preview.error.status < 500 ? preview.error : null;
  const refusal = refusalOf(refused, draft, messageOr(refused, ""));
  const problem = preview.data?.problem?.message ?? ((refused && refusal.sentence) || null);
  const isSingleDay = draft.startDate !== "" && draft.startDate === draft.endDate;
  const type = types.find(({ _id }) => _id === draft.leaveTypeId);

  return {
    ...form,
    types,
    type,
    preview,
    mistakes: { ...(refused ? refusal.mistakes : {}), ...form.mistakes } as Mistakes<keyof Draft>,
    /** Why it would not be taken. */
    problem,
    /** The preview could not be had at all. */
    failure: preview.isError && !refused ? preview.error : null,
    isSingleDay,
    submit: () => problem === null && form.submit(),
    /** The words of the button. */
    action: form.isSending ? "Sending..." : type?.needsApproval === false ? "Record Leave" : "Send Request",
    /** A first day after the last one takes it along. The parts that the new days cannot have are whole again. */
    setDays: (days: Partial<Pick<Draft, "startDate" | "endDate">>) => {
      const { startDate, endDate } = { ...draft, ...days };
      const last = "startDate" in days && (endDate === "" || endDate < startDate) ? startDate : endDate;
      // What was chosen for one date is nothing that the end of several was chosen for.
      const before = isSingleDay && last !== startDate ? { ...draft, endPart: "full" as const } : draft;
      const { startPart, endPart } = partsOf({ ...before, startDate, endDate: last });
      form.change({ startDate, endDate: last, startPart, endPart });
    },
  };
}

function mistakesIn({ leaveTypeId, startDate, endDate, reason }: Draft): Mistakes<keyof Draft> {
  const mistakes: Mistakes<keyof Draft> = {};
  if (leaveTypeId === "") mistakes.leaveTypeId = "Please choose a leave type.";
  if (startDate === "") mistakes.startDate = "Please choose the first day.";
  if (endDate === "") mistakes.endDate = "Please choose the last day.";
  if (reasonLength(reason) > REASON_MAX) mistakes.reason = REASON_TOO_LONG;
  return mistakes;
}

/** The parts as their fields offer them: on one date there is one choice, for both of its ends. */
function partsOf({ startDate, startPart, endDate, endPart }: Draft): Pick<Draft, "startPart" | "endPart"> {
  if (startDate === endDate) return { startPart, endPart: startPart };
  return {
    startPart: startPart === "morning" ? "full" : startPart,
    endPart: endPart === "afternoon" ? "full" : endPart,
  };
}

const periodOf = (draft: Draft, userId: string | undefined): Schemas["NewLeaveRequest"] => ({
  leaveTypeId: draft.leaveTypeId,
  startDate: draft.startDate,
  endDate: draft.endDate,
  ...partsOf(draft),
  ...(userId === undefined ? {} : { userId }),
});

/** What was said last stays until the next answer is here. */
function usePreview(draft: Draft, userId: string | undefined) {
  const { leaveTypeId, startDate, startPart, endDate, endPart } = draft;
  const period = useMemo(
    () => periodOf({ leaveTypeId, startDate, startPart, endDate, endPart, reason: "" }, userId),
    [leaveTypeId, startDate, startPart, endDate, endPart, userId],
  );
  const [rested, setRested] = useState(period);
  useEffect(() => {
    const timer = setTimeout(() => setRested(period), REST);
    return () => clearTimeout(timer);
  }, [period]);
  const isWhole = [rested.leaveTypeId, rested.startDate, rested.endDate].every((typed) => typed !== "");
  const query = useQuery({
    ...leavePreview(rested),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
  const isShown = isWhole && leaveTypeId !== "" && startDate !== "" && endDate !== "";
  return {
    data: isShown ? query.data : undefined,
    error: isShown ? query.error : null,
    isError: isShown && query.isError,
    isFetching: query.isFetching,
    refetch: query.refetch,
    isPending: isShown && query.isPending,
    isStale: query.isPlaceholderData || rested !== period,
  };
}
