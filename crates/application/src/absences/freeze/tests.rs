//! One step at a time: which day is looked at, who is told, and what several instances do.

use super::*;
use crate::events::{Event, Record};
use crate::memory::{Mark, State};
use crate::ports::NewNotice;
use crate::testing::{Fakes, Given, account, at, day, entry, holiday, user};
use domain::notice::frozen;
use domain::person::Role;
use domain::timesheet::Status;

const THROUGH: &str = "frozen_through";

/// Employees 1 and 2 and their manager; every day up to `through` has been looked at.
fn looked_through(through: &str) -> State {
    let mut state = State::of(&[(1, Role::Employee), (2, Role::Employee), (7, Role::Manager)]);
    state.kept_values.insert(THROUGH, through.to_owned());
    state
}

/// The same with holidays.
fn with_holidays(mut state: State, holidays: &[(&str, bool)]) -> State {
    let days_off = holidays.iter().map(|(date, every)| holiday(date, *every)).collect();
    state.holidays = State::from(Given { holidays: days_off, ..Given::default() }).holidays;
    state
}

/// The portal on that instant, in that zone.
fn when(state: State, now: &str, zone: chrono_tz::Tz) -> Fakes {
    Fakes { now: at(now), zone, ..Fakes::over(state) }
}

/// Every step until no day is left.
async fn steps(fakes: &Fakes) -> Vec<u32> {
    let mut steps = Vec::new();
    while let Frozen::Marked(people) = freeze(&fakes.ports()).await.unwrap() {
        steps.push(people);
        assert!(steps.len() < 400, "it never ends");
    }
    steps
}

/// Who is marked, on which days.
fn marks(fakes: &Fakes) -> Vec<(UserId, NaiveDate)> {
    let mut marks: Vec<_> = fakes.state().marks.into_keys().collect();
    marks.sort_by_key(|(user, day)| (*day, *user));
    marks
}

fn on(dates: &[&str]) -> Vec<(UserId, NaiveDate)> {
    dates.iter().flat_map(|date| [(user(1), day(date)), (user(2), day(date))]).collect()
}

/// The last day that is finished.
fn finished(fakes: &Fakes) -> String {
    fakes.state().kept_values[THROUGH].clone()
}

#[tokio::test]
async fn people_who_recorded_nothing_are_marked_and_told() {
    let fakes = Fakes::over(looked_through("2026-06-08"));
    assert_eq!(freeze(&fakes.ports()).await, Ok(Frozen::Marked(2)));
    let (kept, now) = (fakes.state(), fakes.now);
    let ids: Vec<_> = kept.notices.keys().copied().collect();
    let notice = |n: usize, of: u128| NewNotice {
        id: ids[n],
        user: user(of),
        notice: frozen::notice(day("2026-06-09")),
        created_at: now,
    };
    let both = vec![user(1), user(2)];
    let event = Event {
        id: kept.events[0].id,
        at: now,
        origin: Origin::job(),
        record: Record::of("day-frozen").about([user(1), user(2)]).detail("date", day("2026-06-09")),
        pushes: vec![
            Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(both.clone()) },
            Push::Changed { topic: Topic::Notifications, audience: Audience::Users(both) },
        ],
    };
    let mark = |of: u128| ((user(of), day("2026-06-09")), Mark { at: now, mailed_on: None });
    let expected = State {
        marks: [mark(1), mark(2)].into(),
        notices: [notice(0, 1), notice(1, 2)].map(|notice| (notice.id, (notice, None))).into(),
        events: vec![event],
        ..looked_through("2026-06-09")
    };
    assert_eq!(kept, expected);
    assert_eq!(freeze(&fakes.ports()).await, Ok(Frozen::Done));
    assert_eq!(fakes.state(), expected, "once");
}

#[tokio::test]
async fn while_no_day_is_over_nobody_is_locked_out() {
    // Yesterday was the last one, or the clock was set back.
    for through in ["2026-06-09", "2026-06-10", "2026-06-20"] {
        let fakes = Fakes::over(looked_through(through));
        assert_eq!(freeze(&fakes.ports()).await, Ok(Frozen::Done));
        assert_eq!(fakes.state(), looked_through(through));
        assert!(!fakes.memory.calls().contains(&"Store::begin"), "{through}");
    }
}

#[tokio::test]
async fn people_with_a_reason_are_left_out_and_an_empty_list_is_not_announced() {
    let given = Given {
        entries: vec![entry(1, 1, day("2026-06-09"), Status::Rejected)],
        unlocked: vec![(user(2), day("2026-06-09"))],
        ..Given::default()
    };
    let State { entries, unlocks, .. } = State::from(given);
    let before = State { entries, unlocks, ..looked_through("2026-06-08") };
    let fakes = Fakes::over(before.clone());
    assert_eq!(freeze(&fakes.ports()).await, Ok(Frozen::Marked(0)));
    assert_eq!(fakes.state(), State { kept_values: looked_through("2026-06-09").kept_values, ..before });
}

#[tokio::test]
async fn a_day_without_work_only_moves_on() {
    // A Saturday, a Sunday, a holiday of its own year and one that recurs.
    for (through, now, next, off) in [
        ("2026-06-05", "2026-06-07T00:00:00Z", "2026-06-06", None),
        ("2026-06-06", "2026-06-08T00:00:00Z", "2026-06-07", None),
        ("2026-06-08", "2026-06-10T00:00:00Z", "2026-06-09", Some(("2026-06-09", false))),
        ("2026-06-08", "2026-06-10T00:00:00Z", "2026-06-09", Some(("2020-06-09", true))),
    ] {
        let before = |through| with_holidays(looked_through(through), off.as_slice());
        let fakes = when(before(through), now, chrono_tz::UTC);
        assert_eq!(freeze(&fakes.ports()).await, Ok(Frozen::Marked(0)));
        assert_eq!(fakes.state(), before(next));
        assert!(!fakes.memory.calls().contains(&"AbsenceRepository::mark"), "nobody is looked for");
    }
}

#[tokio::test]
async fn a_portal_that_never_looked_begins_with_what_it_would_still_show() {
    let never = || State::of(&[(1, Role::Employee)]);
    let strange = State { kept_values: [(THROUGH, "soon".to_owned())].into(), ..never() };
    for state in [never(), strange] {
        let fakes = Fakes::over(state);
        assert_eq!(freeze(&fakes.ports()).await, Ok(Frozen::Marked(1)));
        assert_eq!(finished(&fakes), "2026-05-11");
        assert_eq!(steps(&fakes).await.len(), 29);
        assert_eq!((finished(&fakes).as_str(), marks(&fakes).len()), ("2026-06-09", 22));
    }
}

#[tokio::test]
async fn many_people_are_marked_in_turns_and_the_day_ends_with_the_last_of_them() {
    for (people, turns) in [(499, vec![499]), (500, vec![500, 0]), (1_203, vec![500, 500, 203])] {
        let crowd = (1..=people).map(|n| (user(n), account(n, Role::Employee))).collect();
        let fakes = Fakes::over(State { people: crowd, ..looked_through("2026-06-08") });
        for (n, turn) in turns.iter().enumerate() {
            assert_eq!(freeze(&fakes.ports()).await, Ok(Frozen::Marked(*turn)));
            let is_last = n + 1 == turns.len();
            assert_eq!(finished(&fakes) == "2026-06-09", is_last, "{people} people, turn {n}");
        }
        assert_eq!(freeze(&fakes.ports()).await, Ok(Frozen::Done));
        let kept = fakes.state();
        assert_eq!((kept.marks.len(), kept.notices.len()), (people as usize, people as usize), "each of them once");
    }
}

#[tokio::test]
async fn of_two_instances_the_second_finds_the_step_taken() {
    let others = |day: &'static str| {
        let fakes = Fakes::over(looked_through("2026-06-07"));
        fakes.memory.before("Store::begin", move |state| *state = looked_through(day));
        fakes
    };
    let taken = others("2026-06-09");
    assert_eq!(freeze(&taken.ports()).await, Ok(Frozen::Done));
    assert_eq!(taken.state(), looked_through("2026-06-09"));

    // The other one has taken a day, and left the next.
    let left = others("2026-06-08");
    assert_eq!(freeze(&left.ports()).await, Ok(Frozen::Marked(2)));
    assert_eq!((marks(&left), finished(&left).as_str()), (on(&["2026-06-09"]), "2026-06-09"));
}
