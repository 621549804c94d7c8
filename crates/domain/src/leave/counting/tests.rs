use super::*;
use crate::leave::HalfOfDay;
use crate::leave::testing::{day, days, holidays, part_of, period, periods};
use crate::time::{History, Weekdays, WorkPattern};
use crate::timesheet::Hours;
use DayPart::{Afternoon, Full, Morning};
use chrono::Weekday::{Fri, Sat, Thu, Tue, Wed};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn pattern(weekdays: impl IntoIterator<Item = chrono::Weekday>) -> History<WorkPattern> {
    let weekdays = Weekdays::new(weekdays).unwrap();
    History::always(WorkPattern::new(weekdays, Hours::whole(8), Hours::whole(4)).unwrap())
}

/// What leave comes to for somebody with these patterns who joined on this day.
fn count(period: LeavePeriod, patterns: &History<WorkPattern>, joined: &str) -> LeaveDays {
    let holidays = holidays();
    let counting =
        Counting { calendar: WorkCalendar::new(patterns, &holidays), first_day: Some(FirstDay::Joining(day(joined))) };
    total(&counting.halves(period))
}

fn standard(period: LeavePeriod) -> LeaveDays {
    count(period, &History::always(WorkPattern::STANDARD), "2026-01-01")
}

/// leave.md 9, case 2.
#[test]
fn only_halves_of_working_days_count() {
    let (patterns, holidays) = (History::always(WorkPattern::STANDARD), holidays());
    let counting = Counting { calendar: WorkCalendar::new(&patterns, &holidays), first_day: None };
    let leave = LeavePeriod::new(day("2026-06-18"), Afternoon, day("2026-06-23"), Morning).unwrap();
    let dates = counting.dates(leave);
    let counts: Vec<f64> = dates.iter().map(|date| date.counts.as_f64()).collect();
    assert_eq!(counts, [0.5, 0.0, 0.0, 0.0, 1.0, 0.5]);
    let parts: Vec<DayPart> = dates.iter().map(|date| date.part).collect();
    assert_eq!(parts, [Afternoon, Full, Full, Full, Full, Morning]);
    let reasons: Vec<_> = dates.iter().map(|date| date.off.map(|off| reason_off(off, Some("Founding Day")))).collect();
    let weekend = Some("Weekend".to_owned());
    assert_eq!(reasons, [None, Some("Holiday: Founding Day".to_owned()), weekend.clone(), weekend, None, None]);
    assert_eq!(total(&counting.halves(leave)), days(2.0));
    assert_eq!(standard(period("2026-06-18", "2026-06-23")), days(3.0));
    assert_eq!(standard(period("2026-06-20", "2026-06-21")), LeaveDays::NONE);
    let tuesday_to_saturday = pattern([Tue, Wed, Thu, Fri, Sat]);
    let july = period("2026-07-01", "2026-07-05");
    assert_eq!((count(july, &tuesday_to_saturday, "2026-01-01"), standard(july)), (days(4.0), days(3.0)));
    assert_eq!(reason_off(DayOff::ByPattern, None), "Day off");
}

#[test]
fn nothing_counts_before_joining() {
    let patterns = History::always(WorkPattern::STANDARD);
    assert_eq!(count(period("2026-07-06", "2026-07-10"), &patterns, "2026-07-08"), days(3.0));
    let holidays = holidays();
    let calendar = WorkCalendar::new(&patterns, &holidays);
    let counting = Counting { calendar, first_day: Some(FirstDay::Records(day("2026-07-08"))) };
    let before = counting.dates(period("2026-07-07", "2026-07-08"));
    assert_eq!(before.iter().map(|date| date.counts).collect::<Vec<_>>(), [LeaveDays::NONE, days(1.0)]);
}

/// leave.md 9, case 13.
#[test]
fn leave_over_the_turn_of_the_year_counts_in_both() {
    let (patterns, holidays) = (History::always(WorkPattern::STANDARD), holidays());
    let counting = Counting { calendar: WorkCalendar::new(&patterns, &holidays), first_day: None };
    let halves = counting.halves(period("2026-12-28", "2027-01-05"));
    assert_eq!(total_by_year(&halves), [(2026, days(4.0)), (2027, days(2.0))].into());
    assert_eq!(total(&halves), days(6.0));
    let holiday = counting.halves(period("2027-01-01", "2027-01-03"));
    assert_eq!(total_by_year(&holiday), BTreeMap::new(), "a year in which nothing counts");
}

#[test]
fn a_date_is_covered_whole_by_one_request_or_two() {
    let (patterns, holidays) = (History::always(WorkPattern::STANDARD), holidays());
    let counting = Counting { calendar: WorkCalendar::new(&patterns, &holidays), first_day: None };
    let cover = |leave: &[LeavePeriod]| covered(leave.iter().flat_map(|period| counting.halves(*period)));
    let monday = "2026-06-29";
    let [morning, afternoon] = [Morning, Afternoon].map(|part| part_of(monday, part));
    assert_eq!(cover(&[morning]), [(day(monday), Morning)].into());
    assert_eq!(cover(&[afternoon]), [(day(monday), Afternoon)].into());
    assert_eq!(cover(&[afternoon, morning]), [(day(monday), Full)].into());
    assert_eq!(cover(&[period("2026-06-27", monday)]), [(day(monday), Full)].into(), "a weekend covers nothing");
}

/// Counts halves anew of one date: the request of each, and whether it counted, on a day on which all would count now.
fn anew(before: &[(u8, HalfOfDay, bool)], has_entry: bool, works: bool) -> Vec<(u8, bool)> {
    let date = day("2026-07-13");
    let patterns = if works { History::always(WorkPattern::STANDARD) } else { pattern([Tue, Wed, Thu, Fri]) };
    let holidays = holidays();
    let counting = Counting { calendar: WorkCalendar::new(&patterns, &holidays), first_day: None };
    let halves: Vec<_> = before
        .iter()
        .map(|(request, of_day, counts)| {
            (*request, CountedHalf { half: Half { date, of_day: *of_day }, counts: *counts })
        })
        .collect();
    let changed = counting.anew(&halves, |asked| asked == date && has_entry);
    changed.into_iter().map(|(request, counted)| (request, counted.counts)).collect()
}

#[test]
fn halves_are_counted_anew() {
    let [morning, afternoon] = HalfOfDay::ALL;
    let whole = |counts| [(1, morning, counts), (1, afternoon, counts)];
    assert_eq!(anew(&whole(true), false, false), [(1, false), (1, false)], "it became a day off");
    assert_eq!(anew(&whole(false), false, true), [(1, true), (1, true)], "it became a working day");
    assert_eq!(anew(&whole(true), true, true), [], "what counted goes on");
    assert_eq!(anew(&whole(false), true, false), []);
}

#[test]
fn no_date_with_an_entry_comes_to_be_covered_whole() {
    let [morning, afternoon] = HalfOfDay::ALL;
    assert_eq!(anew(&[(1, morning, false), (1, afternoon, false)], true, true), [], "neither of two begins");
    assert_eq!(anew(&[(1, morning, false), (2, afternoon, false)], true, true), [], "of two requests neither");
    assert_eq!(anew(&[(1, morning, true), (2, afternoon, false)], true, true), [], "the other one counts already");
    assert_eq!(anew(&[(1, morning, false)], true, true), [(1, true)], "alone it leaves the date half covered");
    assert_eq!(anew(&[(1, morning, true), (2, afternoon, false)], false, true), [(2, true)]);
}

proptest! {
    #[test]
    fn a_year_comes_to_the_sum_of_its_dates(
        leave in periods(day("2026-11-01")), joined in 0u64..80, weekdays in prop::collection::btree_set(0u8..7, 1..7),
    ) {
        let patterns = pattern(weekdays.into_iter().map(|number| chrono::Weekday::try_from(number).unwrap()));
        let holidays = holidays();
        let first_day = Some(FirstDay::Joining(crate::time::days_after(day("2026-10-15"), joined)));
        let counting = Counting { calendar: WorkCalendar::new(&patterns, &holidays), first_day };
        let (halves, dates) = (counting.halves(leave), counting.dates(leave));
        for year in [2026, 2027] {
            let sum: LeaveDays = dates.iter().filter(|date| date.date.year() == year).map(|date| date.counts).sum();
            prop_assert_eq!(total_by_year(&halves).get(&year).copied().unwrap_or_default(), sum);
        }
        prop_assert_eq!(total(&halves), total_by_year(&halves).into_values().sum());
        let whole: LeaveDays = covered(halves).into_values().map(DayPart::length).sum();
        prop_assert_eq!(whole, dates.iter().map(|date| date.counts).sum());
    }

    #[test]
    fn counting_anew_covers_no_more_dates_with_an_entry(
        leave in periods(day("2026-06-01")), counted in prop::collection::vec(any::<bool>(), 44),
        entries in prop::collection::btree_set(0u64..95, 0..40),
    ) {
        let (patterns, holidays) = (History::always(WorkPattern::STANDARD), holidays());
        let counting = Counting { calendar: WorkCalendar::new(&patterns, &holidays), first_day: None };
        let entries: BTreeSet<NaiveDate> =
            entries.into_iter().map(|after| crate::time::days_after(day("2026-06-01"), after)).collect();
        let live: Vec<_> =
            leave.halves().zip(counted).map(|(half, counts)| (half, CountedHalf { half, counts })).collect();
        let changed = counting.anew(&live, |date| entries.contains(&date));
        let mut after: BTreeMap<Half, CountedHalf> = live.iter().copied().collect();
        after.extend(changed);
        let whole = |halves: &mut dyn Iterator<Item = CountedHalf>| -> BTreeSet<NaiveDate> {
            covered(halves).into_iter().filter(|(_, part)| *part == Full).map(|(date, _)| date).collect()
        };
        let before = whole(&mut live.iter().map(|(_, counted)| *counted));
        for date in whole(&mut after.values().copied()) {
            prop_assert!(before.contains(&date) || !entries.contains(&date), "{date}");
        }
        let again: Vec<_> = after.clone().into_iter().collect();
        prop_assert_eq!(counting.anew(&again, |date| entries.contains(&date)), vec![]);
        for counted in after.values() {
            let is_working = counting.calendar.is_working_day(counted.half.date);
            prop_assert!(is_working || !counted.counts);
            prop_assert!(!is_working || counted.counts || entries.contains(&counted.half.date));
        }
    }
}

#[test]
fn the_parts_of_one_date_cover_it_whole_together() {
    use DayPart::{Afternoon, Full, Morning};
    for (parts, is_whole) in [
        (&[][..], false),
        (&[Morning][..], false),
        (&[Afternoon][..], false),
        (&[Morning, Afternoon][..], true),
        (&[Afternoon, Morning][..], true),
        (&[Full][..], true),
    ] {
        assert_eq!(covers_whole(parts.iter().copied()), is_whole, "{parts:?}");
    }
}
