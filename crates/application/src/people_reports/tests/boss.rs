use super::*;
use crate::months::{Closing, close};
use crate::ports::KeptValue;
use domain::leave::{DayPart, LeaveStatus};
use domain::oversight::reports::Attendance;

/// Two Employees in service since June 2025, one of whom was present on each weekday of May and of June up to the 19th.
fn given() -> State {
    let mut entries = Vec::new();
    for (n, date) in (1..).zip(day("2026-05-01").iter_days().take(50)) {
        if !date.format("%a").to_string().starts_with('S') {
            entries.push(entry(n, 1, date, Status::Approved));
        }
    }
    let people = vec![employment(1, Some(MANAGER)), employment(2, Some(MANAGER))];
    let mut state = State::from(Given { people, entries, ..Given::default() });
    state.people.extend(State::of(&[(HR, Role::Hr), (BOSS, Role::Boss)]).people);
    state.kept_values.insert(KeptValue::FrozenThrough.name(), "2026-06-19".into());
    state.paid()
}

async fn dashboard(fakes: &Fakes) -> BossDashboard {
    (*boss_dashboard(&fakes.ports(), &caller(BOSS, Role::Boss)).await.unwrap().found).clone()
}

#[tokio::test]
async fn a_boss_sees_the_figures_of_this_month_and_of_now() {
    let mut state = given();
    let waits = waiting(900, 2, "2026-06-18", at("2026-06-18T10:00:00Z"));
    state.entries.insert(waits.id(), waits);
    for date in ["2026-06-16", "2026-06-17", "2026-05-29"] {
        state
            .marks
            .insert((user(2), day(date)), crate::memory::Mark { at: at("2026-06-18T00:00:00Z"), mailed_on: None });
    }
    decide(&mut state, 901, 2, "2026-06-01T09:00:00Z", "2026-06-06T09:00:00Z");
    let found = dashboard(&on_20_june(state)).await;
    assert_eq!((found.figures.employees, found.figures.missing_days), (2, 2));
    // The samples were decided when they were submitted, all in June: half of all decisions took no day.
    assert_eq!(found.figures.days_to_decide, Some(0));
    assert_eq!((found.figures.ages, found.figures.waiting()), ([1, 0, 0, 0], 1));
    assert_eq!(found.by_month.last().unwrap().attendance, Some(Attendance { working: 60, present: 32 }));
    assert_eq!(found.attendance().and_then(Attendance::rate_tenths), Some(533));
    assert_eq!(found.figures.on_leave_today, 0);
}

#[tokio::test]
async fn a_boss_sees_who_is_on_leave_today() {
    let mut state = given();
    state.entries.retain(|_, entry| entry.date() != day("2026-06-19"));
    state.take_leave(1, "2026-06-19", "2026-06-19", DayPart::Full, LeaveStatus::Approved);
    let fakes = Fakes { now: at("2026-06-19T10:00:00Z"), ..Fakes::over(state) };
    assert_eq!(dashboard(&fakes).await.figures.on_leave_today, 1);
}

#[tokio::test]
async fn months_come_from_their_revision_or_are_counted_the_newest_six() {
    let fakes = on_20_june(given());
    let (ports, wanted) = (fakes.ports(), Closing { force: true, reason: Some("Payroll is due".into()) });
    close(&ports, &hr(), "2026-05", wanted).await.unwrap();
    // What is changed behind the portal shows that May is not counted anew.
    fakes.memory.change(|state| state.entries.retain(|_, entry| june().contains(entry.date())));
    let waits = waiting(900, 2, "2026-05-29", at("2026-05-29T10:00:00Z"));
    fakes.memory.change(|state| drop(state.entries.insert(waits.id(), waits)));
    let found = dashboard(&fakes).await;
    let months: Vec<String> = found.by_month.iter().map(|of| of.month.to_string()).collect();
    assert_eq!((months.len(), &*months[0], &*months[11]), (12, "2025-07", "2026-06"));
    assert!(found.by_month[..5].iter().all(|of| of.attendance.is_none() && !of.is_closed));
    assert!(found.by_month[5..].iter().all(|of| of.attendance.is_some()));
    let may = found.by_month[10];
    assert_eq!((may.is_closed, may.attendance), (true, Some(Attendance { working: 84, present: 42 })));
    assert_eq!(found.figures.waiting(), 0, "nobody can decide on a day of a closed month");
    assert!(fakes.memory.calls().iter().filter(|call| **call == "PeopleReads::month_records").count() == 6);
}
