use super::*;
use crate::leave::testing::{day, period};
use Canceller::{Decider, Employee};
use LeaveStatus::{Approved, CancellationAsked, Cancelled, Pending, Rejected};
use LeaveStep::Shortened;

/// leave.md 9, case 16: 6 to 28 July.
fn july(status: LeaveStatus, today: &str) -> CancelFacts {
    let period = period("2026-07-06", "2026-07-28");
    CancelFacts { today: day(today), status, period, needs_approval: true, asked_last_day: None }
}

fn call(by: Canceller, last_day: Option<&str>) -> CancelCall {
    CancelCall { by, last_day: last_day.map(day), has_comment: true, is_as_seen: true }
}

/// What comes of it: the status afterwards, the step, and the days that are kept.
fn outcome(facts: CancelFacts, call: CancelCall) -> (LeaveStatus, LeaveStep, String) {
    let found = facts.cancel(call).unwrap().unwrap();
    (found.status, found.step, found.kept.map(|kept| kept.to_string()).unwrap_or_default())
}

fn refusal(facts: CancelFacts, call: CancelCall) -> (Option<&'static str>, String) {
    let why = facts.cancel(call).unwrap_err();
    (why.field(), why.sentence())
}

/// leave.md 9, case 6: whatever comes first, the cancellation ends it.
#[test]
fn a_decider_decides_on_what_waits() {
    for (verdict, done, other) in [(Verdict::Approve, Approved, Rejected), (Verdict::Reject, Rejected, Approved)] {
        assert_eq!((verdict.status(), verdict.changes(Pending, true)), (done, Ok(true)));
        assert_eq!([true, false].map(|is_as_seen| verdict.changes(done, is_as_seen)), [Ok(false), Ok(false)]);
        assert_eq!(verdict.changes(Pending, false), Err(StepRefusal::SomeChanged));
        for status in [other, Cancelled, CancellationAsked] {
            let why = verdict.changes(status, true).map_err(StepRefusal::sentence);
            let sentence = "Some requests have changed since you opened them. Please review them again.";
            assert_eq!(why, Err(sentence.to_owned()), "{status:?}");
        }
    }
    assert_eq!([Verdict::Approve.step(), Verdict::Reject.step()], [LeaveStep::Approved, LeaveStep::Rejected]);
    for status in [Pending, Approved] {
        let next_week = CancelFacts { status, ..july(status, "2026-06-30") };
        assert_eq!(outcome(next_week, call(Employee, None)).0, Cancelled);
    }
}

/// leave.md 9, case 16.
#[test]
fn leave_that_has_begun_is_given_up_by_asking() {
    let approved = |today| july(Approved, today);
    let cancelled = (Cancelled, LeaveStep::Cancelled, String::new());
    let asked = (CancellationAsked, LeaveStep::CancellationAsked, String::new());
    assert_eq!(outcome(approved("2026-07-05"), call(Employee, None)), cancelled);
    assert_eq!(outcome(approved("2026-07-06"), call(Employee, None)), asked);
    let on_the_15th = |last_day| outcome(approved("2026-07-15"), call(Employee, Some(last_day)));
    assert_eq!(on_the_15th("2026-07-17"), (Approved, Shortened, "2026-07-06 to 2026-07-17".to_owned()));
    assert_eq!(on_the_15th("2026-07-15"), (Approved, Shortened, "2026-07-06 to 2026-07-15".to_owned()));
    let kept = "2026-07-06 to 2026-07-14".to_owned();
    assert_eq!(on_the_15th("2026-07-14"), (CancellationAsked, LeaveStep::CancellationAsked, kept));
    let sick = CancelFacts { needs_approval: false, ..approved("2026-07-20") };
    assert_eq!(outcome(sick, call(Employee, None)), cancelled, "the type needs no approval");
    let given_up = approved("2026-07-15").cancel(call(Employee, Some("2026-07-17"))).unwrap().unwrap();
    assert_eq!(given_up.given_up_from, day("2026-07-18"));
}

#[test]
fn what_waits_is_withdrawn_at_any_time() {
    let pending = july(Pending, "2026-07-20");
    assert_eq!(outcome(pending, call(Employee, None)), (Cancelled, LeaveStep::Cancelled, String::new()));
    let kept = "2026-07-06 to 2026-07-10".to_owned();
    assert_eq!(outcome(pending, call(Employee, Some("2026-07-10"))), (Pending, Shortened, kept));
}

#[test]
fn a_decider_accepts_what_was_asked_or_cancels_with_a_reason() {
    let kept = "2026-07-06 to 2026-07-14".to_owned();
    let asked = CancelFacts { asked_last_day: Some(day("2026-07-14")), ..july(CancellationAsked, "2026-07-20") };
    let without_comment = CancelCall { has_comment: false, ..call(Decider, Some("2026-07-08")) };
    assert_eq!(outcome(asked, without_comment), (Approved, Shortened, kept), "the decider's own last day is ignored");
    let all = july(CancellationAsked, "2026-07-20");
    let cancelled = (Cancelled, LeaveStep::Cancelled, String::new());
    assert_eq!(outcome(all, call(Decider, Some("2026-07-08"))), cancelled);
    let approved = july(Approved, "2026-07-20");
    assert_eq!(outcome(approved, call(Decider, None)), cancelled);
    assert_eq!(refusal(approved, without_comment), (Some("comment"), "A reason is required".to_owned()));
    let early = call(Decider, Some("2026-07-08"));
    assert_eq!(outcome(approved, early).1, Shortened, "at once, whenever it began");
}

#[test]
fn a_repeat_changes_nothing() {
    let stale = |call: CancelCall| CancelCall { is_as_seen: false, ..call };
    for by in [Employee, Decider] {
        assert_eq!(july(Cancelled, "2026-07-20").cancel(stale(call(by, None))), Ok(None));
    }
    for last_day in [None, Some("2026-07-14")] {
        let asked = CancelFacts { asked_last_day: last_day.map(day), ..july(CancellationAsked, "2026-07-20") };
        assert_eq!(asked.cancel(stale(call(Employee, last_day))), Ok(None));
        let another = refusal(asked, call(Employee, Some("2026-07-10")));
        assert_eq!(another, (None, "A cancellation has already been asked for".to_owned()));
        assert!(asked.cancel(stale(call(Decider, last_day))).is_err());
    }
}

#[test]
fn the_first_reason_that_fits_is_said() {
    let stale = |call: CancelCall| CancelCall { is_as_seen: false, ..call };
    let changed = "This leave request has changed since you opened it. Please review it again.";
    for status in [Pending, Approved, Rejected, CancellationAsked] {
        let said = refusal(july(status, "2026-07-20"), stale(call(Employee, Some("2026-01-01"))));
        assert_eq!(said, (None, changed.to_owned()), "{status:?}");
    }
    let bare = |by| CancelCall { has_comment: false, ..call(by, Some("2026-01-01")) };
    let of = |status, by| refusal(july(status, "2026-07-20"), bare(by)).1;
    assert_eq!([Employee, Decider].map(|by| of(Rejected, by)), ["This leave request was rejected"; 2]);
    assert_eq!(of(Pending, Decider), "This leave request has not been decided yet");
    assert_eq!(of(Approved, Decider), "A reason is required");
    let range = (Some("lastDay"), "The last day must be from 2026-07-06 to 2026-07-27".to_owned());
    for last_day in ["2026-07-05", "2026-07-28"] {
        for (status, by) in [(Pending, Employee), (Approved, Employee), (Approved, Decider)] {
            assert_eq!(refusal(july(status, "2026-07-20"), call(by, Some(last_day))), range);
        }
    }
}

#[test]
fn a_reader_knows_whether_the_whole_can_be_cancelled() {
    use MayCancel::{Ask, Directly, No};
    let of = |reader, today| LeaveStatus::ALL.map(|status| july(status, today).may_cancel(reader));
    assert_eq!(of(Some(Employee), "2026-07-05"), [Directly, Directly, No, No, No]);
    assert_eq!(of(Some(Employee), "2026-07-06"), [Directly, Ask, No, No, No]);
    assert_eq!(of(Some(Decider), "2026-07-20"), [No, Directly, No, No, No]);
    assert_eq!(of(None, "2026-07-05"), [No; 5]);
    let sick = CancelFacts { needs_approval: false, ..july(Approved, "2026-07-20") };
    assert_eq!(sick.may_cancel(Some(Employee)), Directly);
    assert_eq!([No, Directly, Ask].map(MayCancel::name), ["no", "directly", "ask"]);
}

/// Asking for it does what was promised.
#[test]
fn cancelling_does_what_its_reader_was_told() {
    for status in LeaveStatus::ALL {
        for today in ["2026-07-05", "2026-07-06", "2026-07-30"] {
            for by in [Employee, Decider] {
                let facts = july(status, today);
                let done = facts.cancel(call(by, None)).ok().flatten().map(|found| found.status);
                let told = match facts.may_cancel(Some(by)) {
                    MayCancel::Directly => Some(Cancelled),
                    MayCancel::Ask => Some(CancellationAsked),
                    MayCancel::No if (status, by) == (CancellationAsked, Decider) => Some(Cancelled),
                    MayCancel::No => None,
                };
                assert_eq!(done, told, "{status:?} {today} {by:?}");
            }
        }
    }
}

#[test]
fn a_cancellation_is_refused_only_where_one_is_asked_for() {
    assert_eq!(keep(CancellationAsked, true), Ok(()));
    for status in LeaveStatus::ALL {
        assert_eq!(keep(status, false), Err(StepRefusal::Changed));
        if status != CancellationAsked {
            let why = keep(status, true).map_err(StepRefusal::sentence);
            assert_eq!(why, Err("No cancellation is asked for".to_owned()));
        }
    }
}
