use super::*;
use crate::testing::{holiday, lenas};
use crate::time::{History, Holidays, WorkPattern};

/// A day of the week of Monday, 8 June 2026.
fn day(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 6, number).unwrap()
}

fn entry(number: u32, half_hours: u8, description: &str) -> RecordedDay<'_> {
    let hours = Hours::from_half_hours(half_hours).unwrap();
    RecordedDay { date: day(number), hours, description, status: Status::Pending, by_unlock: false }
}

/// Monday to Friday, nine hours each, with a text of its own.
fn usual() -> Vec<RecordedDay<'static>> {
    (8..).zip(["a", "b", "c", "d", "e"]).map(|(number, text)| entry(number, 18, text)).collect()
}

fn with(changed: RecordedDay<'static>) -> Vec<RecordedDay<'static>> {
    let mut entries: Vec<_> = usual().into_iter().filter(|entry| entry.date != changed.date).collect();
    entries.push(changed);
    entries
}

fn found_by(patterns: &History<WorkPattern>, rules: &Rules, entries: &[RecordedDay<'_>]) -> Vec<(RemarkKind, String)> {
    let thursday = holiday(day(18), false);
    let holidays = Holidays::new([&thursday]);
    let week = Week::of(entries.first().map_or(day(8), |entry| entry.date));
    let remarks = remarks(week, entries, &WorkCalendar::new(patterns, &holidays), rules, |date| date < day(20));
    for remark in &remarks {
        assert!(!remark.days.is_empty() && remark.days.is_sorted());
    }
    remarks.into_iter().map(|remark| (remark.kind, remark.sentence)).collect()
}

fn found(entries: &[RecordedDay<'_>]) -> Vec<(RemarkKind, String)> {
    found_by(&History::always(WorkPattern::STANDARD), &Rules::default(), entries)
}

#[test]
fn a_usual_week_has_none() {
    assert_eq!(found(&usual()), []);
    // Exactly twelve hours and exactly half a day are usual; nothing worked on a Saturday is nothing worked.
    assert_eq!(found(&with(entry(9, 24, "long"))), []);
    assert_eq!(found(&with(entry(9, 10, "short"))), []);
    assert_eq!(found(&with(entry(13, 0, "nothing"))), []);
    // Four days say the same.
    let mut four: Vec<_> = (8..12).map(|number| entry(number, 18, "same")).collect();
    four.push(entry(12, 18, "other"));
    assert_eq!(found(&four), []);
}

#[test]
fn each_kind_names_its_days() {
    let by_unlock = RecordedDay { by_unlock: true, ..entry(10, 18, "late") };
    let rejected = RecordedDay { status: Status::Rejected, ..entry(11, 18, "wrong") };
    let same: Vec<_> = (8..13).map(|number| entry(number, 18, if number == 9 { " same" } else { "same" })).collect();
    let missing: Vec<_> = usual().into_iter().filter(|entry| entry.date != day(8) && entry.date != day(12)).collect();
    // The week after has a holiday on its Thursday.
    let holiday: Vec<_> =
        (15..20).zip(["a", "b", "c", "d", "e"]).map(|(number, text)| entry(number, 18, text)).collect();
    for (entries, kind, sentence) in [
        (with(entry(9, 25, "long")), RemarkKind::LongDay, "More than 12 hours on Tuesday"),
        (with(entry(9, 9, "short")), RemarkKind::ShortDay, "Less than half a day on Tuesday"),
        (with(by_unlock), RemarkKind::UnlockUsed, "Filled in through an unlock: Wednesday"),
        (same, RemarkKind::SameText, "The same description on 5 days"),
        (holiday, RemarkKind::HolidayWorked, "Work on a holiday: Thursday"),
        (with(entry(13, 1, "extra")), RemarkKind::DayOffWorked, "Work on a day off: Saturday"),
        (missing, RemarkKind::DayMissing, "No entry for Monday and Friday"),
        (with(rejected), RemarkKind::DayRejected, "Rejected and not corrected: Thursday"),
    ] {
        assert_eq!(found(&entries), [(kind, sentence.to_owned())], "{kind:?}");
    }
}

#[test]
fn only_a_day_that_is_due_is_missing_and_days_are_named_in_order() {
    // The week of Monday the 15th: Thursday is a holiday, and Saturday the 20th is today. Nothing of the week after is due.
    let one = |date| found(&[RecordedDay { date, ..entry(8, 18, "a") }]);
    assert_eq!(one(day(15)), [(RemarkKind::DayMissing, "No entry for Tuesday, Wednesday and Friday".to_owned())]);
    assert_eq!(one(day(22)), []);
}

#[test]
fn the_pattern_and_the_rules_of_the_day_count() {
    let rules = Rules { long_day: Hours::whole(9), same_text_days: 2, ..Rules::default() };
    let entries = [entry(8, 2, "a"), entry(9, 8, "b"), entry(10, 7, "b"), entry(11, 19, "c"), entry(12, 18, "d")];
    let expected = [
        (RemarkKind::LongDay, "More than 9 hours on Thursday"),
        (RemarkKind::ShortDay, "Less than half a day on Wednesday"),
        (RemarkKind::SameText, "The same description on 2 days"),
        (RemarkKind::DayOffWorked, "Work on a day off: Monday"),
        (RemarkKind::DayMissing, "No entry for Saturday"),
    ];
    let expected = expected.map(|(kind, sentence)| (kind, sentence.to_owned()));
    assert_eq!(found_by(&History::always(lenas()), &rules, &entries), expected);
}
