use super::*;
use crate::testing::{day, entry, today, user, view};
use domain::timesheet::{Hours, Status};
use proptest::prelude::*;

#[test]
fn a_teams_weeks_are_kept_apart_and_in_the_order_of_the_people() {
    let of = |n, owner, date, status| view(entry(n, owner, day(date), status));
    let weeks = weeks_by_person(&[
        of(1, 3, "2026-06-09", Status::Approved),
        of(2, 2, "2026-06-09", Status::Rejected),
        of(3, 2, "2026-06-05", Status::Pending),
        of(4, 3, "2026-06-02", Status::Pending),
        of(5, 2, "2026-06-08", Status::Approved),
    ]);
    let told: Vec<_> = weeks.iter().map(|week| (week.user, week.week.start, week.week.status)).collect();
    assert_eq!(
        told,
        [
            (user(3), day("2026-06-08"), WeekStatus::Approved),
            (user(2), day("2026-06-08"), WeekStatus::PartiallyRejected),
            (user(3), day("2026-06-01"), WeekStatus::Pending),
            (user(2), day("2026-06-01"), WeekStatus::Pending),
        ]
    );
}

proptest! {
    #[test]
    fn every_entry_counts_in_exactly_one_week(entries in prop::collection::vec((0i64..60, 0usize..3, 0u8..=48, 1u128..4), 0..60)) {
        let entries: Vec<EntryView> = entries
            .into_iter()
            .map(|(back, status, half_hours, owner)| {
                let date = today() - chrono::Duration::days(back);
                let mut view = view(entry(1, owner, date, Status::ALL[status]));
                view.entry.hours = Hours::from_half_hours(half_hours).unwrap();
                view
            })
            .collect();
        let weeks = weeks_by_person(&entries);
        for week in &weeks {
            let inside: Vec<&EntryView> = entries
                .iter()
                .filter(|view| view.person.id == week.user && time::Week::of(view.entry.date).monday() == week.week.start)
                .collect();
            prop_assert!(!inside.is_empty());
            prop_assert_eq!(week.week.status, week_status(inside.iter().map(|view| view.entry.status)));
            prop_assert_eq!(week.week.half_hours, inside.iter().map(|view| u32::from(view.entry.hours.half_hours())).sum::<u32>());
        }
        let all: u32 = entries.iter().map(|view| u32::from(view.entry.hours.half_hours())).sum();
        prop_assert_eq!(weeks.iter().map(|week| week.week.half_hours).sum::<u32>(), all);
        prop_assert!(weeks.is_sorted_by(|a, b| a.week.start >= b.week.start));
        let distinct: std::collections::HashSet<_> = weeks.iter().map(|week| (week.user, week.week.start)).collect();
        prop_assert_eq!(distinct.len(), weeks.len());
    }
}
