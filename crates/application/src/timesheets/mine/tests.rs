use super::*;
use crate::testing::{Fakes, Given, caller, day, employment, entry, today, user};
use domain::access::Forbidden;
use domain::person::Role;
use domain::timesheet::{Entry, Status, WeekStatus, week_status};
use proptest::prelude::*;

fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

fn fakes(entries: Vec<Entry>) -> Fakes {
    let people = vec![employment(1, Some(7)), employment(2, Some(8))];
    Fakes::over(Given { people, entries, ..Given::default() })
}

#[tokio::test]
async fn a_week_that_a_month_cuts_is_judged_over_all_its_days() {
    // Monday 29 June to Sunday 5 July: June shows one day of it, July another.
    let fakes = fakes(vec![
        entry(1, 1, day("2026-06-29"), Status::Approved),
        entry(2, 1, day("2026-07-01"), Status::Rejected),
        entry(3, 1, day("2026-06-10"), Status::Approved),
        entry(4, 2, day("2026-06-30"), Status::Pending),
    ]);
    let caller = caller(1, Role::Employee);
    let found = mine(&fakes.ports(), &caller, Some((june(), june())), None).await.unwrap();
    let dates: Vec<_> = found.entries.iter().map(|view| view.entry.date).collect();
    assert_eq!(dates, [day("2026-06-29"), day("2026-06-10")], "newest first, and July is not asked for");
    let weeks: Vec<_> = found.weeks.iter().map(|week| (week.start, week.status, week.half_hours)).collect();
    assert_eq!(
        weeks,
        [(day("2026-06-29"), WeekStatus::PartiallyRejected, 32), (day("2026-06-08"), WeekStatus::Approved, 16)]
    );
    let july = Month::new(2026, 7).unwrap();
    let july = mine(&fakes.ports(), &caller, Some((july, july)), None).await.unwrap();
    assert_eq!((july.entries.len(), july.weeks[0].status), (1, WeekStatus::PartiallyRejected));
}

#[tokio::test]
async fn a_week_without_an_entry_in_the_month_is_not_of_it() {
    let fakes = fakes(vec![entry(1, 1, day("2026-07-01"), Status::Pending)]);
    let found = mine(&fakes.ports(), &caller(1, Role::Employee), Some((june(), june())), None).await.unwrap();
    assert_eq!(found, Mine { entries: vec![], weeks: vec![] });
}

#[tokio::test]
async fn without_a_month_it_is_the_last_twelve() {
    let dates = ["2026-06-30", "2026-06-10", "2025-07-01", "2025-06-30"];
    let fakes = fakes((1..).zip(dates).map(|(n, date)| entry(n, 1, day(date), Status::Pending)).collect());
    let found = mine(&fakes.ports(), &caller(1, Role::Employee), None, None).await.unwrap();
    let shown: Vec<_> = found.entries.iter().map(|view| view.entry.date.to_string()).collect();
    assert_eq!(shown, ["2026-06-30", "2026-06-10", "2025-07-01"]);
}

#[tokio::test]
async fn who_may_read_whose_days() {
    let fakes = fakes(vec![entry(1, 1, today(), Status::Pending), entry(2, 2, today(), Status::Pending)]);
    let role = Err(Error::Forbidden(Forbidden::Role));
    let foreign = Err(Error::Forbidden(Forbidden::NotInTeam));
    let unknown = Err(Error::NotFound("User"));
    for (who, role_of, whose, expected) in [
        (1, Role::Employee, None, Ok(user(1))),
        (1, Role::Employee, Some(1), Ok(user(1))),
        (1, Role::Employee, Some(2), role.clone()),
        (1, Role::Employee, Some(99), role.clone()),
        (7, Role::Manager, Some(1), Ok(user(1))),
        (7, Role::Manager, Some(2), foreign.clone()),
        (7, Role::Manager, Some(99), unknown.clone()),
        (7, Role::Manager, None, role.clone()),
        (5, Role::Hr, Some(2), Ok(user(2))),
        (5, Role::Hr, None, role.clone()),
        (6, Role::Admin, Some(1), Ok(user(1))),
        (6, Role::Admin, Some(99), unknown.clone()),
        (4, Role::Boss, Some(2), Ok(user(2))),
        (4, Role::Boss, None, role.clone()),
        (4, Role::Boss, Some(99), unknown.clone()),
    ] {
        let found = mine(&fakes.ports(), &caller(who, role_of), Some((june(), june())), whose.map(user)).await;
        let owners = found.map(|found| {
            assert_eq!(found.entries.len(), 1);
            found.entries[0].person.id
        });
        assert_eq!(owners, expected, "{role_of} {who} asks for {whose:?}");
    }
}

proptest! {
    #[test]
    fn a_weeks_status_is_the_same_from_whichever_month_it_is_seen(
        days in prop::collection::btree_map(0i64..120, 0usize..3, 0..60),
        back in 0u32..4,
    ) {
        let date = |back: i64| today() - chrono::Duration::days(back);
        let entries: Vec<Entry> =
            (1..).zip(&days).map(|(n, (back, status))| entry(n, 1, date(*back), Status::ALL[*status])).collect();
        let month = Month::of(today()).earlier_by(back);
        let fakes = fakes(entries.clone());
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let found = runtime.block_on(mine(&fakes.ports(), &caller(1, Role::Employee), Some((month, month)), None)).unwrap();
        prop_assert_eq!(found.entries.len(), entries.iter().filter(|entry| month.contains(entry.date())).count());
        for week in &found.weeks {
            let whole = entries.iter().filter(|entry| CalendarWeek::of(entry.date()).monday() == week.start);
            prop_assert_eq!(week.status, week_status(whole.map(Entry::status)));
        }
        for view in &found.entries {
            let monday = CalendarWeek::of(view.entry.date).monday();
            prop_assert_eq!(found.weeks.iter().filter(|week| week.start == monday).count(), 1);
        }
    }
}
