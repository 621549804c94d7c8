//! What a change of working days makes of live leave (leave.md 1.7, and case 17 of 9).

use super::*;
use crate::holidays::{self, Draft};
use crate::memory::State;
use crate::people::{AccountUpdate, update_account};
use crate::sessions::Caller;
use crate::testing::{Fakes, Given, at, caller, day, employment, entry, form, record, user};
use crate::work_patterns::{self, PatternWish};
use domain::id::HolidayId;
use domain::leave::{DayPart, LeaveStatus, RowKind};
use domain::person::{Employment, FirstDay, Role};
use domain::time::TypedPattern;
use domain::timesheet::Status;
use domain::work_patterns::PatternOwner;

const EVE: u128 = 1;

fn hr() -> Caller {
    caller(5, Role::Hr)
}

/// Eve, who joined on 16 March, has approved leave from 6 to 28 July: 17 days. Max has some on 13 July that waits.
fn state() -> State {
    let eve = Employment { first_day: Some(FirstDay::Joining(day("2026-03-16"))), ..employment(EVE, Some(7)) };
    let mut state = State::from(Given { people: vec![eve, employment(2, Some(7))], ..Given::default() });
    state.people.extend(State::of(&[(5, Role::Hr)]).people);
    state.take_leave(EVE, "2026-07-06", "2026-07-28", DayPart::Full, LeaveStatus::Approved);
    state.take_leave(2, "2026-07-13", "2026-07-13", DayPart::Afternoon, LeaveStatus::Pending);
    state
}

/// It is Monday, 15 June.
fn over(state: State) -> Fakes {
    Fakes { now: at("2026-06-15T09:00:00Z"), ..Fakes::over(state) }
}

async fn add(fakes: &Fakes, date: &str) -> HolidayId {
    let draft = Draft { date: Some(day(date)), name: "Day".into(), description: None, is_recurring: false };
    holidays::add(&fakes.ports(), &hr(), draft).await.unwrap().view.holiday.id
}

/// The days of the requests.
fn days(fakes: &Fakes) -> Vec<f64> {
    fakes.state().leaves.values().map(|leave| leave.days.as_f64()).collect()
}

/// The rows that were entered, each with its note.
fn rows(fakes: &Fakes) -> Vec<(u128, RowKind, f64)> {
    let state = fakes.state();
    assert!(state.leave_ledger.iter().all(|new| new.note.as_deref() == Some("Counted anew") && new.by.is_none()));
    let row = |new: &NewLedgerRow| (new.user.uuid().as_u128(), new.row.kind, new.row.days.as_f64());
    state.leave_ledger.iter().map(row).collect()
}

fn notices(fakes: &Fakes) -> Vec<String> {
    fakes.state().notices.values().map(|(notice, _)| notice.notice.body.clone()).collect()
}

#[tokio::test]
async fn a_holiday_gives_days_back_and_takes_them_again_when_it_goes() {
    let fakes = over(state());
    let id = add(&fakes, "2026-07-13").await;
    assert_eq!(days(&fakes), [16.0, 0.0], "state and dates stay, even with 0 days");
    assert_eq!(rows(&fakes), [(EVE, RowKind::Reversal, 1.0), (2, RowKind::Reversal, 0.5)]);
    let of_eve = "Annual Leave, 2026-07-06 to 2026-07-28: 17 days before, 16 days now. Holidays have changed.";
    let of_max = "Annual Leave, 2026-07-13 (afternoon): 0.5 days before, 0 days now. Holidays have changed.";
    assert_eq!(notices(&fakes), [of_eve, of_max]);
    let state = fakes.state();
    assert_eq!(
        state.leave_steps.iter().map(|step| (step.what, step.by())).collect::<Vec<_>>(),
        [(LeaveStep::Recounted, None); 2]
    );
    assert!(state.leaves.values().all(|leave| leave.updated_at == fakes.now && leave.made.status.is_live()));
    let event = &state.events[1];
    assert_eq!((event.record.kind.as_ref(), event.record.subjects.len()), ("leave-recounted", 2));
    let topics: Vec<_> =
        event.pushes.iter().map(|push| matches!(push, Push::Changed { audience: Audience::Everyone, .. })).collect();
    assert_eq!(topics, [true; 3], "a holiday is everybody's");

    holidays::delete(&fakes.ports(), &hr(), id).await.unwrap();
    assert_eq!(days(&fakes), [17.0, 0.5]);
    assert_eq!(rows(&fakes)[2..], [(EVE, RowKind::Usage, -1.0), (2, RowKind::Usage, -0.5)]);
    assert_eq!(notices(&fakes).len(), 4);
}

#[tokio::test]
async fn a_holiday_that_is_moved_is_counted_once_and_another_name_not_at_all() {
    let fakes = over(state());
    let id = add(&fakes, "2026-07-13").await;
    let moved = |date: &str, name: &str| Draft {
        date: Some(day(date)),
        name: name.into(),
        description: None,
        is_recurring: false,
    };
    holidays::change(&fakes.ports(), &hr(), id, moved("2026-07-13", "Other")).await.unwrap();
    assert_eq!(notices(&fakes).len(), 2);
    holidays::change(&fakes.ports(), &hr(), id, moved("2026-07-14", "Other")).await.unwrap();
    assert_eq!(days(&fakes), [16.0, 0.5]);
    assert_eq!(rows(&fakes)[2..], [(2, RowKind::Usage, -0.5)], "as much as before");
    assert_eq!(notices(&fakes).len(), 3, "whose leave comes to the same hears nothing");
    // A weekend takes nothing away.
    holidays::change(&fakes.ports(), &hr(), id, moved("2026-07-18", "Other")).await.unwrap();
    let events = fakes.state().events.len();
    holidays::change(&fakes.ports(), &hr(), id, moved("2026-07-19", "Other")).await.unwrap();
    assert_eq!(fakes.state().events.len(), events + 1, "only that the holiday has moved");
}

/// Nothing that was recorded comes to be covered whole, see [`Counting::anew`].
#[tokio::test]
async fn a_day_with_an_entry_is_not_covered_whole_when_its_holiday_goes() {
    for (status, expected) in [(Status::Pending, 16.0), (Status::Approved, 16.0), (Status::Rejected, 17.0)] {
        let fakes = over(state());
        let id = add(&fakes, "2026-07-13").await;
        fakes.memory.change(|state| {
            let worked = entry(900, EVE, day("2026-07-13"), status);
            state.entries.insert(worked.id(), worked);
        });
        holidays::delete(&fakes.ports(), &hr(), id).await.unwrap();
        assert_eq!(days(&fakes), [expected, 0.5], "{status:?}");
    }
}

#[tokio::test]
async fn a_pattern_counts_the_leave_anew_from_its_day_on() {
    for (owner, both) in [(PatternOwner::Person(user(EVE)), 0.5), (PatternOwner::Organisation, 0.0)] {
        let fakes = over(state());
        let typed = TypedPattern { working_days: vec![2.0, 3.0, 4.0, 5.0], full_day_hours: 9.0, half_day_hours: 5.0 };
        let wish = PatternWish { from: day("2026-07-01"), pattern: Some(typed), version: 0 };
        work_patterns::change(&fakes.ports(), &hr(), owner, wish).await.unwrap();
        assert_eq!(days(&fakes), [13.0, both], "13 July is a Monday");
        let told = notices(&fakes);
        assert!(told.iter().any(|body| body.ends_with("17 days before, 13 days now. Your work pattern has changed.")));
    }
}

#[tokio::test]
async fn days_before_the_records_do_not_count() {
    let fakes = over(state().paid());
    let begun = AccountUpdate { records_from: Some(Some(day("2026-07-13"))), ..form(&record(1, Role::Employee)) };
    update_account(&fakes.ports(), &hr(), user(EVE), begun).await.unwrap();
    assert_eq!(days(&fakes), [12.0, 0.5]);
    let told = notices(&fakes);
    assert!(told[0].ends_with("17 days before, 12 days now. Your records here begin on another day."), "{told:?}");
}

#[tokio::test]
async fn days_before_a_corrected_joining_date_do_not_count() {
    let fakes = over(state().paid());
    let joined = AccountUpdate { joining_date: Some(Some(day("2026-07-13"))), ..form(&record(1, Role::Employee)) };
    update_account(&fakes.ports(), &hr(), user(EVE), joined).await.unwrap();
    assert_eq!(days(&fakes), [12.0, 0.5]);
    let told = notices(&fakes);
    assert!(told[0].ends_with("17 days before, 12 days now. Your joining date has changed."), "{told:?}");
    let pushes = fakes.state().pushes();
    let hears = |push: &Push| matches!(push, Push::Changed { topic: Topic::Leave, audience: Audience::Readers(users) } if *users == [user(EVE), user(7)]);
    assert!(pushes.iter().any(hears), "she and her manager: {pushes:?}");
}
