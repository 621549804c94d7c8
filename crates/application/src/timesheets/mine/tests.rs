use super::*;
use crate::testing::{Fakes, Given, caller, day, employment, entry, today};
use domain::person::Role;
use domain::timesheet::{Entry, Status, week_status};
use proptest::prelude::*;

fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

fn fakes(entries: Vec<Entry>) -> Fakes {
    let people = vec![employment(1, Some(7)), employment(2, Some(8))];
    Fakes::over(Given { people, entries, ..Given::default() })
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
