use super::*;
use crate::memory::State;
use crate::ports::NewResubmission;
use crate::testing::{Fakes, Given, at, caller, day, employment, entry, holiday, hours, today, user};
use domain::id::{ResubmissionId, TimesheetId};
use domain::person::{Employment, FirstDay, Role};
use domain::timesheet::{Entry, WeekStatus};
use proptest::prelude::*;
use uuid::Uuid;

/// Persons 1 to 3 are the team of manager 7; person 3 joins next week; person 4 is somebody else's.
fn memory(entries: Vec<Entry>) -> Given {
    let later = Employment { first_day: Some(FirstDay::Joining(day("2026-06-15"))), ..employment(3, Some(7)) };
    let people = vec![employment(1, Some(7)), employment(2, Some(7)), later, employment(4, Some(8))];
    Given { people, entries, ..Given::default() }
}

fn fakes(memory: Given) -> Fakes {
    // Six of the team wait to be viewed; one was viewed, and one is of another team.
    let mut state = State::from(memory);
    for n in 1..=8 {
        let resubmission = NewResubmission {
            id: ResubmissionId::new(Uuid::from_u128(n)),
            timesheet: TimesheetId::new(Uuid::from_u128(n)),
            version: 3,
            user: user(if n == 8 { 4 } else { 1 }),
            previous_hours: hours(8.0),
            previous_description: "Work".into(),
            original_comment: "Too short".into(),
            created_at: at("2026-06-09T08:00:00Z"),
        };
        let viewed_at = (n == 7).then(|| at("2026-06-09T09:00:00Z"));
        state.resubmissions.insert(resubmission.id, (resubmission, viewed_at));
    }
    Fakes::over(state)
}

async fn ask(fakes: Fakes) -> ManagerDashboard {
    manager_dashboard(&fakes.ports(), &caller(7, Role::Manager)).await.unwrap()
}

#[tokio::test]
async fn every_figure_counts_what_it_says() {
    let found = ask(fakes(memory(vec![
        entry(1, 1, today(), Status::Pending),
        entry(2, 1, day("2026-06-08"), Status::Approved),
        entry(3, 2, day("2026-05-29"), Status::Pending),
        entry(4, 2, day("2026-06-01"), Status::Rejected),
        entry(5, 2, day("2026-06-02"), Status::Pending),
        entry(6, 1, day("2026-05-05"), Status::Approved),
        entry(7, 4, today(), Status::Pending),
    ])))
    .await;
    assert_eq!(
        (found.team_members, found.absent_today),
        (2, 1),
        "person 2 has not recorded today, person 3 has not joined"
    );
    assert_eq!((found.entries_to_approve, found.older_waiting, found.resubmissions), (3, 1, 6));
    let weeks: Vec<_> = found
        .weeks
        .iter()
        .map(|waiting| {
            (waiting.name.to_string(), waiting.week.week.start, waiting.week.week.status, waiting.week.week.half_hours)
        })
        .collect();
    assert_eq!(
        weeks,
        [
            ("First2 Last2".to_owned(), day("2026-05-25"), WeekStatus::Pending, 16),
            ("First2 Last2".to_owned(), day("2026-06-01"), WeekStatus::PartiallyRejected, 32),
            ("First1 Last1".to_owned(), day("2026-06-08"), WeekStatus::Pending, 32),
        ],
        "the oldest first, each whole"
    );
}

#[tokio::test]
async fn nobody_is_absent_on_weekends_and_holidays_which_are_no_working_days() {
    let on_holiday = |date, is_recurring| Given { holidays: vec![holiday(date, is_recurring)], ..memory(vec![]) };
    assert_eq!(ask(fakes(memory(vec![]))).await.absent_today, 2);
    assert_eq!(ask(fakes(on_holiday("2026-06-10", false))).await.absent_today, 0);
    assert_eq!(ask(fakes(on_holiday("2021-06-10", true))).await.absent_today, 0);
    assert_eq!(ask(fakes(on_holiday("2026-06-09", false))).await.absent_today, 2);
    let saturday = Fakes { now: at("2026-06-13T10:00:00Z"), ..fakes(memory(vec![])) };
    assert_eq!(ask(saturday).await.absent_today, 0);
}

proptest! {
    #[test]
    fn what_waits_is_counted_once_and_shown_in_its_week(days in prop::collection::btree_map((1u128..5, 0i64..90), 0usize..3, 0..60)) {
        let date = |back: i64| today() - chrono::Duration::days(back);
        let entries: Vec<Entry> = (1..)
            .zip(&days)
            .map(|(n, ((owner, back), status))| entry(n, *owner, date(*back), Status::ALL[*status]))
            .collect();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let found = runtime.block_on(ask(fakes(memory(entries.clone()))));
        let pending: Vec<&Entry> = entries.iter().filter(|e| e.user() != user(4) && e.status() == Status::Pending).collect();
        prop_assert_eq!(found.entries_to_approve as usize, pending.len());
        prop_assert_eq!(found.older_waiting as usize, pending.iter().filter(|e| e.date() < day("2026-06-01")).count());
        let waiting: std::collections::BTreeSet<_> =
            pending.iter().map(|e| (e.user(), domain::time::Week::of(e.date()).monday())).collect();
        let shown: std::collections::BTreeSet<_> = found.weeks.iter().map(|w| (w.week.user, w.week.week.start)).collect();
        prop_assert_eq!(found.weeks.len(), waiting.len());
        prop_assert_eq!(shown, waiting);
        prop_assert!(found.weeks.is_sorted_by(|a, b| a.week.week.start <= b.week.week.start));
    }
}

/// leave.md 9, case 25: half a day on leave is absent and away, a whole day only away.
#[tokio::test]
async fn who_is_on_leave_the_whole_day_is_not_absent() {
    use domain::leave::DayPart::{Full, Morning};
    use domain::leave::LeaveStatus::{Approved, CancellationAsked, Pending};
    for (part, status, absent, on_leave) in
        [(Full, Approved, 1, 1), (Full, CancellationAsked, 1, 1), (Morning, Approved, 2, 1), (Full, Pending, 2, 0)]
    {
        let fakes = fakes(memory(vec![]));
        fakes.memory.change(|state| {
            state.take_leave(1, "2026-06-10", "2026-06-10", part, status);
            state.take_leave(2, "2026-06-09", "2026-06-09", Full, Approved);
            state.take_leave(4, "2026-06-10", "2026-06-10", Full, Approved);
        });
        let found = ask(fakes).await;
        assert_eq!((found.absent_today, found.on_leave_today), (absent, on_leave), "{part:?} {status:?}");
        let waits = u32::from(status != Approved);
        assert_eq!(found.leave_to_decide, waits);
    }
}
