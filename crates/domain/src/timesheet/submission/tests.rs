use super::*;
use crate::person::FirstDay;
use crate::testing::{ALL_UNLOCKERS, RULES, day, facts};
use proptest::prelude::*;

const ON_LEAVE: &str = "You have leave on this date. Cancel it first if you worked.";

fn with<'a>(facts: DayFacts<'a>, status: Status, rejected_on: Option<&str>) -> DayFacts<'a> {
    DayFacts { entry: Some(EntryFacts { status, rejected_on: rejected_on.map(day) }), ..facts }
}

fn unlocked(facts: DayFacts<'_>) -> DayFacts<'_> {
    DayFacts { is_unlocked: true, ..facts }
}

fn holiday(facts: DayFacts<'_>) -> DayFacts<'_> {
    DayFacts { off: Some(DayOff::Holiday), ..facts }
}

fn on_leave(facts: DayFacts<'_>) -> DayFacts<'_> {
    DayFacts { is_on_leave: true, ..facts }
}

fn absent(facts: DayFacts<'_>) -> DayFacts<'_> {
    DayFacts { is_absent: true, ..facts }
}

#[test]
fn every_row_of_the_table_with_its_sentence() {
    use Status::{Approved, Pending, Rejected};
    let refused: Vec<(DayFacts, &str)> = vec![
        (facts("2026-06-11"), "You cannot submit a timesheet for a future date"),
        (facts("2026-05-29"), "You cannot access dates before your joining date (2026-06-01)"),
        (with(facts("2026-06-09"), Approved, None), "This timesheet is already approved"),
        (unlocked(with(facts("2026-06-09"), Approved, None)), "This timesheet is already approved"),
        (on_leave(with(facts("2026-06-09"), Approved, None)), "This timesheet is already approved"),
        (on_leave(facts("2026-06-10")), ON_LEAVE),
        (on_leave(unlocked(facts("2026-06-09"))), ON_LEAVE),
        (on_leave(with(facts("2026-06-09"), Rejected, Some("2026-06-10"))), ON_LEAVE),
        (on_leave(unlocked(with(facts("2026-06-09"), Pending, None))), ON_LEAVE),
        (on_leave(holiday(facts("2026-06-10"))), ON_LEAVE),
        (
            with(facts("2026-06-01"), Rejected, Some("2026-06-02")),
            "This rejected timesheet requires approval to unlock. Please contact your manager.",
        ),
        (with(facts("2026-06-10"), Pending, None), "Timesheet already submitted for this date"),
        (holiday(facts("2026-06-10")), "This date is a holiday. Contact Admin/HR/Manager if you worked."),
        (facts("2026-06-07"), "Weekends cannot be selected. Contact Admin/HR/Manager if you worked."),
        (facts("2026-06-09"), "This date is locked. Please contact your manager to unlock it."),
        (absent(facts("2026-06-09")), "Frozen – no timesheet was submitted. Please contact your manager to unlock it."),
        // A holiday that was entered after the day was over speaks first: nobody was absent then.
        (holiday(absent(facts("2026-06-09"))), "This date is a holiday. Contact Admin/HR/Manager if you worked."),
    ];
    for (facts, sentence) in refused {
        assert_eq!(decide(&facts).unwrap_err().sentence(), sentence, "{facts:?}");
    }
    let opened = [
        (facts("2026-06-10"), SubmissionDecision::New { uses_unlock: false }),
        (unlocked(facts("2026-06-09")), SubmissionDecision::New { uses_unlock: true }),
        (unlocked(facts("2026-06-07")), SubmissionDecision::New { uses_unlock: true }),
        (unlocked(holiday(facts("2026-06-09"))), SubmissionDecision::New { uses_unlock: true }),
        (unlocked(absent(facts("2026-06-09"))), SubmissionDecision::New { uses_unlock: true }),
        (unlocked(with(facts("2026-06-09"), Pending, None)), SubmissionDecision::Correction),
        (
            with(facts("2026-06-01"), Rejected, Some("2026-06-03")),
            SubmissionDecision::Resubmission { uses_unlock: false },
        ),
        (
            unlocked(with(facts("2026-06-01"), Rejected, Some("2026-06-02"))),
            SubmissionDecision::Resubmission { uses_unlock: true },
        ),
    ];
    for (facts, decision) in opened {
        assert_eq!(decide(&facts), Ok(decision), "{facts:?}");
        assert_eq!(decision.uses_unlock(), facts.is_unlocked, "{facts:?}");
    }
}

#[test]
fn what_is_out_of_everybodys_reach_is_said_before_anything_about_the_month() {
    let earlier = [Refusal::Future, Refusal::BeforeJoining(FirstDay::Joining(day("2026-06-01")))];
    let later = [
        Refusal::AlreadyApproved,
        Refusal::AlreadySubmitted,
        Refusal::RejectedTooLongAgo(ALL_UNLOCKERS),
        Refusal::DayOff(DayOff::Holiday, ALL_UNLOCKERS),
        Refusal::Locked(ALL_UNLOCKERS),
        Refusal::Frozen(ALL_UNLOCKERS),
    ];
    assert!(earlier.into_iter().all(Refusal::precedes_month) && !later.into_iter().any(Refusal::precedes_month));
}

#[test]
fn a_rejection_can_be_corrected_until_the_end_of_the_seventh_day_after() {
    let is_open = |today, rules: &Rules| is_in_resubmission_window(day("2026-06-03"), day(today), rules);
    assert!(is_open("2026-06-10", &RULES) && !is_open("2026-06-11", &RULES));
    let longer = Rules { resubmission_days: 14, ..Rules::default() };
    assert!(is_open("2026-06-17", &longer) && !is_open("2026-06-18", &longer));
}

#[test]
fn a_reason_names_only_people_who_can_help() {
    let locked = |unlockers| Refusal::Locked(unlockers).sentence();
    assert_eq!(
        locked(Unlockers { has_manager: false, ..ALL_UNLOCKERS }),
        "This date is locked. You have no manager who can act at present. Please contact HR to unlock it."
    );
    let only_hr = Unlockers { manager: false, ..ALL_UNLOCKERS };
    assert_eq!(locked(only_hr), "This date is locked. Please contact HR to unlock it.");
    let only_admin = Unlockers { hr: false, ..only_hr };
    assert_eq!(locked(only_admin), "This date is locked. Please contact an administrator to unlock it.");
    let nobody = Unlockers { admin: false, ..only_admin };
    assert_eq!(locked(nobody), "This date is locked. It can no longer be unlocked.");
    assert_eq!(
        Refusal::DayOff(DayOff::Weekend, only_admin).sentence(),
        "Weekends cannot be selected. Contact Admin if you worked."
    );
    assert_eq!(
        Refusal::DayOff(DayOff::Holiday, only_hr).sentence(),
        "This date is a holiday. Contact Admin/HR if you worked."
    );
}

prop_compose! {
    fn any_facts()(
        offset in -400i64..400,
        joined in prop::option::of(-400i64..400),
        status in prop::option::of(prop::sample::select(Status::ALL.to_vec())),
        rejected_before in 0i64..30,
        is_unlocked in any::<bool>(),
        is_on_leave in prop::bool::weighted(0.1),
        off in prop::option::of(prop::sample::select(vec![DayOff::Holiday, DayOff::Weekend, DayOff::ByPattern])),
        is_absent in any::<bool>(),
        unlockers in any::<(bool, bool, bool, bool)>(),
    ) -> DayFacts<'static> {
        let today = day("2026-06-10");
        let shift = |by: i64| today + chrono::Duration::days(by);
        DayFacts {
            rules: &RULES,
            date: shift(offset),
            today,
            first_day: joined.map(shift).map(FirstDay::Joining),
            entry: status.map(|status| EntryFacts {
                status,
                rejected_on: (status == Status::Rejected).then(|| shift(-rejected_before)),
            }),
            is_unlocked,
            is_on_leave,
            off,
            is_absent,
            unlockers: Unlockers { has_manager: unlockers.0, manager: unlockers.1, hr: unlockers.2, admin: unlockers.3 },
        }
    }
}

proptest! {
    #[test]
    fn the_future_the_approved_and_leave_never_open(facts in any_facts()) {
        if decide(&facts).is_ok() {
            prop_assert!(facts.date <= facts.today && !facts.is_on_leave);
            prop_assert!(facts.first_day.is_none_or(|first| first.date() <= facts.date));
            prop_assert!(facts.entry.is_none_or(|entry| entry.status != Status::Approved));
        }
    }

    #[test]
    fn an_unlock_opens_exactly_what_says_that_it_needs_one(facts in any_facts()) {
        let locked = DayFacts { is_unlocked: false, ..facts };
        let opened = DayFacts { is_unlocked: true, ..facts };
        match decide(&locked) {
            Err(refusal) if refusal.requires_unlock() => prop_assert!(decide(&opened).is_ok_and(SubmissionDecision::uses_unlock)),
            Err(Refusal::AlreadySubmitted) => prop_assert_eq!(decide(&opened), Ok(SubmissionDecision::Correction)),
            Err(refusal) => prop_assert_eq!(decide(&opened), Err(refusal)),
            Ok(_) => prop_assert!(decide(&opened).is_ok_and(SubmissionDecision::uses_unlock)),
        }
    }

    #[test]
    fn only_a_rejected_entry_is_resubmitted(facts in any_facts()) {
        let is_rejected = facts.entry.is_some_and(|entry| entry.status == Status::Rejected);
        let is_resubmission = matches!(decide(&facts), Ok(SubmissionDecision::Resubmission { .. }));
        prop_assert!(!is_resubmission || is_rejected);
    }
}
