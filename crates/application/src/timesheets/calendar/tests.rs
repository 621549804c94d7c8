use super::*;
use crate::memory::State;
use crate::testing::{Fakes, Given, caller, day, employment, entry, holiday, rejected, today, user};
use domain::leave::{DayPart, LeaveStatus};
use domain::person::FirstDay;
use proptest::prelude::*;

const ON_LEAVE: &str = "You have leave on this date. Cancel it first if you worked.";

fn month(year: i32, number: u32) -> Month {
    Month::new(year, number).unwrap()
}

fn people() -> Vec<Employment> {
    vec![employment(1, Some(7)), employment(2, Some(8)), Employment { first_day: None, ..employment(3, None) }]
}

fn memory() -> Given {
    Given { people: people(), ..Given::default() }
}

async fn june(memory: Given) -> Calendar {
    calendar(&Fakes::over(memory).ports(), &caller(1, Role::Employee), month(2026, 6), None).await.unwrap()
}

fn at(calendar: &Calendar, number: usize) -> &CalendarDay {
    &calendar.days[number - 1]
}

#[tokio::test]
async fn a_holiday_after_the_month_still_moves_the_unlock_window_into_it() {
    // On Tuesday, 2 June 2026 the Monday before is a holiday: the manager's one working day back is Friday, 29 May.
    let mut fakes = Fakes::over(Given { holidays: vec![holiday("2026-06-01", false)], ..memory() });
    fakes.now = crate::testing::at("2026-06-02T10:00:00Z");
    let may = calendar(&fakes.ports(), &caller(1, Role::Employee), month(2026, 5), None).await.unwrap();
    let reason = |number| at(&may, number).reason.as_deref();
    assert_eq!(reason(29), Some("This date is locked. Please contact your manager to unlock it."));
    assert_eq!(reason(28), Some("This date is locked. Please contact HR to unlock it."));
    assert_eq!(reason(27), Some("This date is locked. Please contact an administrator to unlock it."));
}

#[tokio::test]
async fn a_month_beyond_what_may_be_seen_is_refused() {
    let fakes = Fakes::over(memory());
    let refused = |text: &str| Err(Error::Invalid(Invalid::field("month", text)));
    for (who, whose, outside, sentence) in [
        (caller(1, Role::Employee), None, month(2026, 3), "month must be from 2026-04 to 2026-06"),
        (caller(1, Role::Employee), None, month(2026, 7), "month must be from 2026-04 to 2026-06"),
        (caller(7, Role::Manager), Some(1), month(2025, 5), "month must be from 2025-06 to 2026-06"),
        (caller(5, Role::Hr), Some(1), month(2026, 7), "month must be from 2025-06 to 2026-06"),
        (caller(6, Role::Admin), Some(3), month(2025, 5), "month must be from 2025-06 to 2026-06"),
    ] {
        assert_eq!(calendar(&fakes.ports(), &who, outside, whose.map(user)).await, refused(sentence));
    }
    for whose in [1, 3] {
        let seen = calendar(&fakes.ports(), &caller(6, Role::Admin), month(2025, 6), Some(user(whose))).await;
        assert_eq!(seen.unwrap().earliest, month(2025, 6), "joining, or a year where it is unknown");
    }
    // A person who joins next month has this month to look at, and nothing else.
    let next = Employment { first_day: Some(FirstDay::Joining(day("2026-07-01"))), ..employment(1, Some(7)) };
    let fakes = Fakes::over(Given { people: vec![next], ..Given::default() });
    let seen = calendar(&fakes.ports(), &caller(7, Role::Manager), month(2026, 6), Some(user(1))).await.unwrap();
    assert_eq!((seen.earliest, at(&seen, 10).kind), (month(2026, 6), DayKind::BeforeJoining));
}

#[tokio::test]
async fn the_days_before_the_records_say_when_those_begin() {
    let begun = Employment { first_day: Some(FirstDay::Records(day("2026-06-10"))), ..employment(1, Some(7)) };
    let seen = june(Given { people: vec![begun], ..Given::default() }).await;
    let before = at(&seen, 9);
    let reason = before.reason.as_deref();
    assert_eq!((before.kind, reason), (DayKind::BeforeJoining, Some("Your records here begin on 2026-06-10.")));
    assert_eq!((before.can_ask_unlock, at(&seen, 10).kind), (false, DayKind::Today));
}

proptest! {
    #[test]
    fn what_can_be_filled_can_be_reached(
        days in prop::collection::btree_map(0i64..400, 0usize..3, 0..30),
        unlocked in prop::collection::btree_set(0i64..400, 0..4),
    ) {
        let date = |back: i64| today() - chrono::Duration::days(back);
        let memory = Given {
            people: vec![Employment { first_day: None, ..employment(1, Some(7)) }],
            entries: (1..).zip(&days).map(|(n, (back, status))| entry(n, 1, date(*back), Status::ALL[*status])).collect(),
            unlocked: unlocked.iter().map(|back| (user(1), date(*back))).collect(),
            ..Given::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let found = runtime.block_on(june(memory.clone()));
        prop_assert!(found.earliest <= month(2026, 4));
        let fakes = Fakes::over(memory.clone());
        let mut reached = 0;
        for back in 0..24 {
            let asked = Month::of(today()).earlier_by(back);
            let answer = runtime.block_on(calendar(&fakes.ports(), &caller(1, Role::Employee), asked, None));
            prop_assert_eq!(answer.is_ok(), asked >= found.earliest);
            let shown = answer.map_or(vec![], |calendar| calendar.days);
            reached += shown.iter().filter(|day| day.reason.is_none() && day.date != today()).count();
            for day in &shown {
                let status = day.entry.as_ref().map(|view| view.entry.status);
                prop_assert_eq!(day.kind == DayKind::Entry, status.is_some());
                prop_assert_eq!(day.is_unlocked, memory.unlocked.contains(&(user(1), day.date)));
            }
        }
        let can_be_filled = (1..400).map(date).filter(|date| {
            let entry = memory.entries.iter().find(|entry| entry.date() == *date);
            let is_unlocked = memory.unlocked.contains(&(user(1), *date));
            match entry {
                Some(entry) if entry.status() == Status::Approved => false,
                Some(entry) if entry.rejection().is_some_and(|rejection| today() <= rejection.on + chrono::Days::new(7)) => true,
                _ => is_unlocked,
            }
        });
        prop_assert_eq!(reached, can_be_filled.count());
    }
}

/// leave.md 1.7: live leave over the whole day is a kind of its own, right after an entry, and no frozen day.
#[tokio::test]
async fn leave_over_the_whole_day_is_a_kind_of_its_own_and_a_half_stands_beside_another() {
    use LeaveStatus::{Approved, CancellationAsked, Pending};

    let mut state = State::from(Given {
        people: vec![employment(1, Some(7))],
        entries: vec![rejected(entry(3, 1, day("2026-06-05"), Status::Pending), day("2026-06-08"))],
        unlocked: vec![(user(1), day("2026-06-03"))],
        absent: ["2026-06-02", "2026-06-04"].map(|date| (user(1), day(date))).to_vec(),
        ..Given::default()
    });
    state.take_leave(1, "2026-06-02", "2026-06-03", DayPart::Full, LeaveStatus::Pending);
    state.take_leave(1, "2026-06-04", "2026-06-04", DayPart::Morning, LeaveStatus::Approved);
    state.take_leave(1, "2026-06-05", "2026-06-07", DayPart::Full, LeaveStatus::Approved);
    state.take_leave(1, "2026-06-08", "2026-06-08", DayPart::Morning, LeaveStatus::CancellationAsked);
    state.take_leave(1, "2026-06-08", "2026-06-08", DayPart::Afternoon, LeaveStatus::Pending);
    state.take_leave(2, "2026-06-09", "2026-06-09", DayPart::Full, LeaveStatus::Approved);
    let fakes = Fakes::over(state);
    let found = calendar(&fakes.ports(), &caller(1, Role::Employee), month(2026, 6), None).await.unwrap();
    let told = |number: usize| {
        let day = at(&found, number);
        let leave: Vec<_> = day.leave.iter().map(|of_day| (of_day.part, of_day.status)).collect();
        (day.kind, day.is_frozen, day.reason.as_deref() == Some(ON_LEAVE), leave)
    };
    assert_eq!(told(2), (DayKind::Leave, false, true, vec![(DayPart::Full, Pending)]));
    assert_eq!(told(3), (DayKind::Leave, false, true, vec![(DayPart::Full, Pending)]), "no unlock opens it");
    assert_eq!(
        told(4),
        (DayKind::Past, true, false, vec![(DayPart::Morning, Approved)]),
        "half of it is frozen as any"
    );
    assert_eq!(told(5), (DayKind::Entry, false, true, vec![(DayPart::Full, Approved)]));
    assert_eq!(told(6), (DayKind::Weekend, false, false, vec![]), "what does not count covers nothing");
    let halves = vec![(DayPart::Morning, CancellationAsked), (DayPart::Afternoon, Pending)];
    assert_eq!(told(8), (DayKind::Leave, false, true, halves), "by two requests");
    assert_eq!(told(9).3, vec![], "somebody else's");
    assert_eq!(at(&found, 2).leave[0].leave_type.as_deref(), Some("Annual Leave"));
    let read = calendar(&fakes.ports(), &caller(4, Role::Boss), month(2026, 6), Some(user(1))).await.unwrap();
    let of_day = LeaveOfDay { leave_type: None, ..at(&found, 2).leave[0].clone() };
    assert_eq!(at(&read, 2).leave, [of_day], "who may not read leave is not told its type");
}
