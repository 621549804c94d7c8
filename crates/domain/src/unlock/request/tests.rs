use super::*;
use crate::access::Leads;
use crate::testing::{ALL_UNLOCKERS as EVERYBODY, day as date, facts, user};
use crate::time::DayOff;
use crate::timesheet::EntryFacts;

const NOTHING_ASKED: Asked = Asked { is_for_date: false, waiting: 0 };

/// Tuesday 9 June 2026, asked about on Wednesday, without an entry.
fn yesterday() -> DayFacts<'static> {
    DayFacts { first_day: Some(FirstDay::Joining(date("2026-01-01"))), ..facts("2026-06-09") }
}

fn with_entry(status: Status, rejected_on: Option<&str>) -> DayFacts<'static> {
    DayFacts { entry: Some(EntryFacts { status, rejected_on: rejected_on.map(date) }), ..yesterday() }
}

#[test]
fn what_cannot_be_filled_as_it_stands_may_be_asked_for() {
    let asked = |day: DayFacts<'_>| ask(&day, NOTHING_ASKED);
    let nearest = Ok(WaitsFor::Manager);
    assert_eq!(asked(yesterday()), nearest, "a day that is over");
    assert_eq!(asked(DayFacts { is_absent: true, ..yesterday() }), nearest, "a frozen one");
    assert_eq!(asked(with_entry(Status::Pending, None)), nearest, "a pending entry, to correct it");
    assert_eq!(asked(with_entry(Status::Rejected, Some("2026-06-02"))), nearest, "one that was rejected long ago");
    for off in [DayOff::Holiday, DayOff::Weekend, DayOff::ByPattern] {
        assert_eq!(
            asked(DayFacts { date: date("2026-06-10"), off: Some(off), ..yesterday() }),
            nearest,
            "{off:?} today"
        );
    }
    assert_eq!(asked(DayFacts { date: date("2026-06-10"), ..with_entry(Status::Pending, None) }), nearest);
    assert_eq!(
        asked(DayFacts { first_day: Some(FirstDay::Joining(date("2026-06-09"))), ..yesterday() }),
        nearest,
        "the joining date"
    );

    let on_leave = DayFacts { is_on_leave: true, ..yesterday() };
    assert_eq!(asked(on_leave), Err(AskRefusal::OnLeave));
    assert_eq!(asked(DayFacts { date: date("2026-06-10"), ..on_leave }), Err(AskRefusal::OnLeave), "before fillable");
    assert_eq!(AskRefusal::OnLeave.sentence(), Refusal::OnLeave.sentence());
    assert_eq!(asked(with_entry(Status::Rejected, Some("2026-06-03"))), Err(AskRefusal::Fillable));
    assert_eq!(asked(DayFacts { date: date("2026-06-10"), ..yesterday() }), Err(AskRefusal::Fillable), "today");
}

#[test]
fn requests_are_refused_in_this_order() {
    let all_wrong = Asked { is_for_date: true, waiting: MOST_WAITING };
    let nobody = Unlockers { has_manager: false, manager: false, hr: false, admin: false };
    let day = |text| DayFacts {
        date: date(text),
        is_unlocked: true,
        unlockers: nobody,
        ..with_entry(Status::Approved, None)
    };
    assert_eq!(ask(&day("2026-06-11"), all_wrong), Err(AskRefusal::Future));
    let joined = FirstDay::Joining(date("2026-01-01"));
    assert_eq!(ask(&day("2025-12-31"), all_wrong), Err(AskRefusal::BeforeJoining(joined)));
    assert_eq!(ask(&day("2026-06-09"), all_wrong), Err(AskRefusal::AlreadyUnlocked));
    let locked = DayFacts { is_unlocked: false, ..day("2026-06-09") };
    assert_eq!(ask(&locked, all_wrong), Err(AskRefusal::AlreadyApproved));
    let fillable = DayFacts { entry: None, date: date("2026-06-10"), ..locked };
    assert_eq!(ask(&fillable, all_wrong), Err(AskRefusal::Fillable));
    let over = DayFacts { date: date("2026-06-09"), ..fillable };
    assert_eq!(ask(&over, all_wrong), Err(AskRefusal::AlreadyAsked));
    assert_eq!(ask(&over, Asked { is_for_date: false, ..all_wrong }), Err(AskRefusal::TooMany));
    let one_less = Asked { is_for_date: false, waiting: MOST_WAITING - 1 };
    assert_eq!(ask(&over, one_less), Err(AskRefusal::OutOfReach));
    assert_eq!(ask(&DayFacts { unlockers: EVERYBODY, ..over }, one_less), Ok(WaitsFor::Manager), "the fifth");

    let early: Vec<bool> = [
        AskRefusal::Future,
        AskRefusal::BeforeJoining(joined),
        AskRefusal::AlreadyUnlocked,
        AskRefusal::AlreadyApproved,
        AskRefusal::Fillable,
        AskRefusal::AlreadyAsked,
        AskRefusal::TooMany,
        AskRefusal::OutOfReach,
    ]
    .map(AskRefusal::precedes_month)
    .into();
    assert_eq!(early, [true, true, false, false, false, false, false, false]);
}

#[test]
fn only_those_that_wait_hold_up_a_request_that_could_be_made() {
    let held = |day: &DayFacts<'_>, waiting| held_up(day, Asked { is_for_date: false, waiting });
    assert_eq!(held(&yesterday(), MOST_WAITING), Some(AskRefusal::TooMany));
    assert_eq!(held(&yesterday(), MOST_WAITING - 1), None, "it can be made");
    let nobody = Unlockers { has_manager: false, manager: false, hr: false, admin: false };
    assert_eq!(
        held(&DayFacts { unlockers: nobody, ..yesterday() }, MOST_WAITING),
        None,
        "nor could it be without them"
    );
    assert_eq!(held(&DayFacts { is_unlocked: true, ..yesterday() }, MOST_WAITING), None);
    assert_eq!(held_up(&yesterday(), Asked { is_for_date: true, waiting: MOST_WAITING }), None, "it is among them");
}

#[test]
fn a_refusal_says_why() {
    for (refused, sentence) in [
        (AskRefusal::Future, "You cannot unlock a future date"),
        (
            AskRefusal::BeforeJoining(FirstDay::Joining(date("2026-01-01"))),
            "You cannot access dates before your joining date (2026-01-01)",
        ),
        (AskRefusal::AlreadyUnlocked, "This date is already unlocked"),
        (AskRefusal::AlreadyApproved, "The timesheet for this date is already approved"),
        (AskRefusal::Fillable, "This date can be filled in without an unlock"),
        (AskRefusal::AlreadyAsked, "You have already asked for this date"),
        (AskRefusal::TooMany, "Five of your requests are waiting already"),
        (AskRefusal::OutOfReach, "This date can no longer be unlocked"),
    ] {
        assert_eq!(refused.sentence(), sentence);
    }
    assert_eq!(Settled::Decided.sentence(), "This request has already been decided");
    assert_eq!(Settled::Expired.sentence(), "This request has expired");
}

#[test]
fn it_waits_for_the_nearest_who_can_open_the_date() {
    let judged = |has_manager, manager, hr, admin| {
        WaitsFor::judge(Unlockers { has_manager, manager, hr, admin }, Some(Status::Pending), false)
    };
    assert_eq!(judged(true, true, true, true), Some(WaitsFor::Manager));
    assert_eq!(judged(false, true, true, true), Some(WaitsFor::Hr), "no manager who can act");
    assert_eq!(judged(true, false, true, true), Some(WaitsFor::Hr), "too far back for managers");
    assert_eq!(judged(true, false, false, true), Some(WaitsFor::Admin));
    assert_eq!(judged(true, false, false, false), None);
    for entry in [None, Some(Status::Rejected)] {
        assert_eq!(WaitsFor::judge(EVERYBODY, entry, false), Some(WaitsFor::Manager));
        assert_eq!(WaitsFor::judge(EVERYBODY, entry, true), None, "its month is closed");
    }
    assert_eq!(WaitsFor::judge(EVERYBODY, Some(Status::Approved), false), None, "nobody can open it any more");
}

#[test]
fn managers_see_what_waits_for_their_team_hr_what_waits_for_hr_administrators_both() {
    let concerned = |role, waits: WaitsFor, manager| waits.concerns(&Actor::new(user(1), role), manager);
    for role in Role::ALL {
        let (own, other) = (Some(user(1)), Some(user(2)));
        assert!(concerned(role, WaitsFor::Manager, own), "{role}, who leads that team");
        assert!(!concerned(role, WaitsFor::Manager, other) && !concerned(role, WaitsFor::Manager, None), "{role}");
        assert_eq!(concerned(role, WaitsFor::Hr, own), matches!(role, Role::Hr | Role::Admin), "{role}");
        assert_eq!(concerned(role, WaitsFor::Admin, own), role == Role::Admin, "{role}");
    }
    let leads = Leads::standing_in_for(user(1), [user(2)]);
    let hr = Actor { leads, ..Actor::new(user(1), Role::Hr) };
    assert!(WaitsFor::Manager.concerns(&hr, Some(user(2))), "HR who stands in for the manager");
    assert!(!WaitsFor::Manager.concerns(&hr, Some(user(3))));
}

#[test]
fn a_request_waits_until_the_end_of_the_seventh_day_after_it_was_made() {
    let (made, seventh, eighth) = (date("2026-06-10"), date("2026-06-17"), date("2026-06-18"));
    assert_eq!(last_day(made), seventh);
    assert_eq!((first_waiting_day(seventh), first_waiting_day(eighth)), (made, date("2026-06-11")));
    assert_eq!(RequestStatus::Pending.on(seventh, made), RequestStatus::Pending);
    assert_eq!(RequestStatus::Pending.on(eighth, made), RequestStatus::Expired);
    for decided in [RequestStatus::Approved, RequestStatus::Declined, RequestStatus::Expired] {
        assert_eq!(decided.on(eighth, made), decided);
        assert_eq!(decided.on(made, made), decided);
    }
    assert_eq!(still_waits(RequestStatus::Pending, made, seventh), Ok(()));
    assert_eq!(still_waits(RequestStatus::Pending, made, eighth), Err(Settled::Expired));
    assert_eq!(still_waits(RequestStatus::Expired, made, made), Err(Settled::Expired));
    assert_eq!(still_waits(RequestStatus::Approved, made, made), Err(Settled::Decided));
    assert_eq!(still_waits(RequestStatus::Declined, made, eighth), Err(Settled::Decided));
}

#[test]
fn a_status_has_its_name() {
    let names = RequestStatus::ALL.map(RequestStatus::name);
    assert_eq!(names, ["pending", "approved", "declined", "expired"]);
    assert_eq!(names.map(RequestStatus::named), RequestStatus::ALL.map(Some));
    assert_eq!(RequestStatus::named("asked"), None);
    assert_eq!([WaitsFor::Manager, WaitsFor::Hr, WaitsFor::Admin].map(WaitsFor::name), ["manager", "hr", "admin"]);
}
