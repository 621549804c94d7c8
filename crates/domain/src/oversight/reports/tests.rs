use super::*;
use crate::testing::{at, day};
use chrono_tz::Tz;
use proptest::prelude::*;

/// Decisions after these numbers of days.
fn after(days: &[u64]) -> DaysToDecide {
    let submitted = at("2026-06-01T12:00:00Z");
    days.iter().fold(DaysToDecide::default(), |all, days| {
        all.with(&chrono_tz::UTC.into(), submitted, submitted + chrono::Days::new(*days), 1)
    })
}

#[test]
fn days_to_decide_is_the_median_and_of_an_even_number_the_mean_of_the_middle_two() {
    assert_eq!(after(&[0, 1, 3]).median_halves(), Some(2));
    assert_eq!(after(&[0, 1]).median_halves(), Some(1));
    assert_eq!(after(&[]).median_halves(), None);
    assert_eq!(after(&[4]).median_halves(), Some(8));
    assert_eq!(after(&[9, 0, 0, 9]).median_halves(), Some(9));
}

#[test]
fn days_to_decide_are_days_of_the_calendar_in_the_organisations_zone() {
    let (evening, night) = (at("2026-06-10T21:59:00Z"), at("2026-06-10T22:01:00Z"));
    let between = |zone: Tz| DaysToDecide::default().with(&zone.into(), evening, night, 3).median_halves();
    assert_eq!(between(chrono_tz::Europe::Berlin), Some(2));
    assert_eq!(between(chrono_tz::UTC), Some(0));
    let back = DaysToDecide::default().with(&Tz::Europe__Berlin.into(), night, evening, 1);
    assert_eq!(back.median_halves(), Some(0), "a decision by an instance whose clock is a moment behind");
}

#[test]
fn an_entry_ages_by_the_days_of_the_calendar() {
    let today = day("2026-06-20");
    let starts = age_starts(&Tz::Europe__Berlin.into(), today);
    let age = |days: u64, time: &str| {
        let submitted = format!("{}T{time}", days_before(today, days)).parse::<chrono::NaiveDateTime>().unwrap();
        let submitted = submitted.and_local_timezone(chrono_tz::Europe::Berlin).unwrap().to_utc();
        let place = starts.iter().position(|start| *start <= submitted).unwrap_or(starts.len());
        Age::ALL[place].name()
    };
    for (days, name) in
        [(0, "0-3"), (3, "0-3"), (4, "4-7"), (7, "4-7"), (8, "8-14"), (14, "8-14"), (15, "15+"), (400, "15+")]
    {
        assert_eq!([age(days, "00:00:00"), age(days, "23:59:59")], [name; 2], "{days}");
    }
}

#[test]
fn weeks_begin_on_mondays_and_have_only_their_days_in_the_month() {
    let june = Month::new(2026, 6).unwrap();
    let each_day = day("2026-05-25").iter_days().take(50).map(|day| (day, Status::Approved, 16));
    let weeks = hours_by_week(june, each_day);
    let begin: Vec<String> = weeks.iter().map(|(week, _)| week.monday().to_string()).collect();
    assert_eq!(begin, ["2026-06-01", "2026-06-08", "2026-06-15", "2026-06-22", "2026-06-29"]);
    let approved: Vec<u64> = weeks.iter().map(|(_, hours)| hours.approved).collect();
    assert_eq!(approved, [112, 112, 112, 112, 32], "the last has two days");
    let july = hours_by_week(Month::new(2026, 7).unwrap(), [(day("2026-07-01"), Status::Rejected, 3)]);
    assert_eq!(july[0].0.monday(), day("2026-06-29"));
    assert_eq!(july[0].1, HoursByStatus { approved: 0, pending: 0, rejected: 3 });
    assert_eq!(july[1].1, HoursByStatus::default());
}

#[test]
fn a_rate_is_that_of_all_days_together() {
    let of = |working, present| Attendance { working, present }.rate_tenths();
    assert_eq!(of(400, 360), Some(900));
    assert_eq!(of(160, 120), Some(750));
    assert_eq!(of(560, 480), Some(857));
    assert_eq!(of(0, 0), None);
    assert_eq!(of(20_000_000_000, 20_000_000_000), Some(1000));
    let person =
        |working_half_days, present_half_days| Summary { working_half_days, leave_half_days: 3, present_half_days };
    let both = Attendance::default().and(person(40, 36)).and(person(0, 0));
    assert_eq!(both, Attendance { working: 40, present: 36 });
}

#[test]
fn the_headcount_compares_the_last_day_of_a_month_with_the_one_before_its_first() {
    let today = day("2026-06-10");
    let days = |month| headcount_days(Month::new(2026, month).unwrap(), today);
    assert_eq!(days(5), (day("2026-04-30"), day("2026-05-31")));
    assert_eq!(days(6), (day("2026-05-31"), today));
    let months: Vec<String> = last_months(today).iter().map(ToString::to_string).collect();
    assert_eq!((months.len(), months[0].as_str(), months[11].as_str()), (12, "2025-07", "2026-06"));
}

proptest! {
    #[test]
    fn the_median_is_that_of_the_days_in_their_order(mut days in prop::collection::vec(0u64..40, 1..60)) {
        let found = after(&days).median_halves();
        days.sort_unstable();
        let middle = days.len() / 2;
        let expected = if days.len() % 2 == 1 { 2 * days[middle] } else { days[middle - 1] + days[middle] };
        prop_assert_eq!(found.map(u64::from), Some(expected));
    }

    #[test]
    fn the_weeks_of_a_month_have_all_of_its_hours(month in 1u32..=12, hours in prop::collection::vec(0u64..48, 31)) {
        let month = Month::new(2027, month).unwrap();
        let days: Vec<_> = month.days().zip(hours).map(|(day, hours)| (day, Status::Pending, hours)).collect();
        let sum: u64 = days.iter().map(|(.., hours)| hours).sum();
        let weeks = hours_by_week(month, days);
        prop_assert_eq!(weeks.iter().map(|(_, hours)| hours.pending).sum::<u64>(), sum);
        prop_assert!(weeks.iter().all(|(week, _)| week.days().any(|day| month.contains(day))));
    }
}
