use super::*;
use crate::holiday::Holiday;
use crate::rules::Rules;
use crate::testing::{day, lenas};
use crate::time::{History, Holidays, Weekdays, WorkPattern};
use crate::work_patterns::{PatternOwner, WorkPatterns};
use proptest::prelude::*;

const FIVE: [Hours; 1] = [Hours::whole(5)];
const NO_LEAVE: OnLeave = OnLeave { mornings: Days(0), afternoons: Days(0) };

/// Somebody's month without leave.
const fn worked(working_half_days: u32, present_half_days: u32) -> Summary {
    Summary { working_half_days, leave_half_days: 0, present_half_days }
}

fn holiday(date: &str) -> Holiday {
    crate::testing::holiday(day(date), false)
}

/// In service from this day of June on.
fn since(on: u32) -> Days {
    Days::of(Month::new(2026, 6).unwrap(), |day| on <= day.day())
}

/// June 2026 as asked about on `today`, for everybody who works by `patterns`.
fn june(today: &str, patterns: &History<WorkPattern>, holidays: &[Holiday]) -> Period {
    let holidays = Holidays::new(holidays);
    Period::new(Month::new(2026, 6).unwrap(), day(today), WorkCalendar::new(patterns, &holidays))
}

fn plain(today: &str) -> Period {
    june(today, Rules::default().work_patterns.of_organisation(), &[])
}

/// These days of June, each with as many hours, told apart by `half_days`.
fn recorded(entries: &[(u32, u8, Status)], half_days: &[Hours]) -> Recorded {
    entries.iter().fold(Recorded::default(), |all, (on, hours, status)| {
        all.with(day("2026-06-01").with_day(*on).unwrap(), Hours::whole(*hours), *status, half_days)
    })
}

/// Joined on Wednesday 10 June 2026, a holiday on Friday 19 June, nine hours on ten working days, five on one,
/// one rejected entry, asked in July: 14 working days, 10.5 present, 75 %.
#[test]
fn the_worked_example() {
    let nine = [10, 11, 12, 15, 16, 17, 18, 22, 23, 24].map(|on| (on, 9, Status::Approved));
    let entries = [&nine[..], &[(25, 5, Status::Pending), (26, 9, Status::Rejected)]].concat();
    let period = june("2026-07-03", Rules::default().work_patterns.of_organisation(), &[holiday("2026-06-19")]);
    let summary = period.summarise(since(10), &recorded(&entries, &FIVE), NO_LEAVE);
    assert_eq!(summary, worked(28, 21));
    assert_eq!((summary.rate_tenths(), summary.rating(80)), (Some(750), Rating::NeedsAttention));
    assert_eq!(summary.rating(75), Rating::Good);
}

/// settings.md 1.2, Lena: Tuesday to Saturday with eight and four hours from Monday 15 June on.
#[test]
fn the_worked_example_of_a_pattern_that_changes() {
    use Status::{Approved, Pending, Rejected};
    let patterns = History::always(WorkPattern::STANDARD).with(day("2026-06-15"), lenas());
    let before = [1, 2, 3, 4, 5].map(|on| (on, 9, Approved)).into_iter().chain([8, 9].map(|on| (on, 5, Pending)));
    let unlocked = [(15, 8, Approved)];
    let after = [(16, 5, Approved), (17, 5, Pending), (20, 4, Approved), (23, 8, Rejected)];
    let later = [24, 25, 26, 27, 30].map(|on| (on, 8, Approved));
    let entries: Vec<_> = before.chain(unlocked).chain(after).chain(later).collect();
    let thresholds = [Hours::whole(4), Hours::whole(5)];
    let period = june("2026-07-03", &patterns, &[holiday("2026-06-19")]);
    let summary = period.summarise(since(1), &recorded(&entries, &thresholds), NO_LEAVE);
    assert_eq!(summary, worked(40, 27));
    assert_eq!(summary.rate_tenths(), Some(675));
    // A pattern for the days to come changes nothing in the month that is over.
    let future = patterns.with(day("2026-07-01"), WorkPattern::STANDARD);
    assert_eq!(june("2026-07-03", &future, &[holiday("2026-06-19")]), period);
}

#[test]
fn today_counts_once_it_has_an_entry() {
    let period = plain("2026-06-03");
    assert_eq!(period.summarise(since(1), &Recorded::default(), NO_LEAVE).working_half_days, 4);
    let today = |status| recorded(&[(3, 9, status)], &FIVE);
    let (pending, rejected) = (today(Status::Pending), today(Status::Rejected));
    assert_eq!(period.summarise(since(1), &pending, NO_LEAVE), worked(6, 2));
    assert_eq!(period.summarise(since(1), &rejected, NO_LEAVE), worked(6, 0));
}

#[test]
fn days_of_a_month_are_a_set() {
    let june = |days: &[u32]| Days::of(Month::new(2026, 6).unwrap(), |day| days.contains(&day.day()));
    let (first, later) = (june(&[1, 5]), june(&[5, 30]));
    assert_eq!((first.and(later), first.or(later)), (june(&[5]), june(&[1, 5, 30])));
    assert_eq!((first.with(day("2026-06-05")), first.with(day("2026-06-30"))), (first, june(&[1, 5, 30])));
    assert_eq!([1, 4, 5, 6].map(|on| first.contains(day(&format!("2026-06-0{on}")))), [true, false, true, false]);
    assert_eq!((first.count(), first.or(later).count(), Days::default().count()), (2, 3, 0));
}

/// Bit n − 1 is the n-th of the month, and there is no 32nd.
#[test]
fn days_are_read_from_bits() {
    let july = |is_in: fn(u32) -> bool| Some(Days::of(Month::new(2026, 7).unwrap(), |day| is_in(day.day())));
    assert_eq!(Days::from_bits(0), Some(Days::default()));
    assert_eq!(Days::from_bits(0b1_0001), july(|day| day == 1 || day == 5));
    assert_eq!(Days::from_bits(0x7fff_ffff), july(|_| true));
    assert_eq!([-1, 0x8000_0000, 1 << 32, i64::MAX].map(Days::from_bits), [None; 4]);
}

#[test]
fn no_working_days_is_a_dash_and_good() {
    let none = plain("2026-06-01").summarise(since(1), &Recorded::default(), NO_LEAVE);
    assert_eq!((none.rate_tenths(), none.rating(80)), (None, Rating::Good));
}

#[test]
fn a_day_earns_by_its_hours() {
    let earned = |half_hours, status| {
        let hours = Hours::from_half_hours(half_hours).unwrap();
        let recorded = Recorded::default().with(day("2026-06-01"), hours, status, &FIVE);
        plain("2026-06-02").summarise(since(1), &recorded, NO_LEAVE).present_half_days
    };
    for (half_hours, credited) in [(0, 0), (1, 1), (10, 1), (11, 2), (48, 2)] {
        assert_eq!(earned(half_hours, Status::Approved), credited, "{half_hours}");
        assert_eq!(earned(half_hours, Status::Rejected), 0);
    }
}

/// Nobody is absent after leaving, before coming back, or before joining.
#[test]
fn only_days_in_service_count() {
    let recorded = recorded(&[1, 2, 8, 22].map(|on| (on, 9, Status::Approved)), &FIVE);
    let summary = |in_service| plain("2026-07-03").summarise(in_service, &recorded, NO_LEAVE);
    let days = |from: u32, to: u32| Days::of(Month::new(2026, 6).unwrap(), |day| (from..=to).contains(&day.day()));
    assert_eq!(summary(days(1, 30)), worked(44, 8));
    assert_eq!(summary(days(1, 5)), worked(10, 4), "left on the 5th");
    assert_eq!(summary(days(22, 30)), worked(14, 2));
    assert_eq!(summary(Days::default()), worked(0, 0));
}

#[test]
fn a_rate_is_rounded_to_a_tenth_of_a_per_cent() {
    let rate = |working_half_days, present_half_days| worked(working_half_days, present_half_days).rate_tenths();
    assert_eq!([rate(6, 2), rate(6, 4), rate(7, 1), rate(16, 1)], [Some(333), Some(667), Some(143), Some(63)]);
}

#[test]
fn exactly_as_much_as_asked_for_is_good() {
    assert_eq!(worked(10, 8).rating(80), Rating::Good);
    assert_eq!(worked(30, 23).rating(80), Rating::NeedsAttention);
    assert_eq!(worked(30, 23).rating(76), Rating::Good);
}

fn pattern((days, full_day, half_day): (u8, u8, u8)) -> WorkPattern {
    let days = Weekdays::new((0..7).filter(|day| days >> day & 1 == 1).filter_map(|day| day.try_into().ok()));
    let half_day = half_day.clamp(1, full_day - 1);
    let hours = |count| Hours::from_half_hours(count).unwrap();
    WorkPattern::new(days.unwrap(), hours(full_day), hours(half_day)).unwrap()
}

fn patterns(from: u64, to: u64) -> impl Strategy<Value = Vec<(NaiveDate, Option<WorkPattern>)>> {
    let any = (1u8..128, 2u8..=48, 1u8..48).prop_map(pattern);
    let row = (from..to, prop::option::of(any));
    prop::collection::vec(row.prop_map(|(days, pattern)| (day("2026-05-25") + chrono::Days::new(days), pattern)), 0..6)
}

proptest! {
    #[test]
    fn a_month_that_is_over_keeps_its_figures_whatever_is_decided_for_later(
        (of_all, own) in (patterns(0, 37), patterns(0, 37)),
        (later_of_all, later_own) in (patterns(37, 400), patterns(37, 400)),
        entries in prop::collection::btree_map(1u32..=30, (0u8..=48, 0usize..3), 0..30),
    ) {
        let lena = crate::id::UserId::new(uuid::Uuid::from_u128(1));
        let rows = |owner: PatternOwner, rows: Vec<(NaiveDate, Option<WorkPattern>)>| {
            let standard = owner.no_rows();
            let all = rows.into_iter().fold(standard.clone(), |all, (from, pattern)| {
                all.with(from, pattern.or(*standard.first()))
            });
            (owner, all)
        };
        let figures = |of_all: Vec<_>, own: Vec<_>| {
            let lists = [rows(PatternOwner::Organisation, of_all), rows(PatternOwner::Person(lena), own)];
            let all = WorkPatterns::new(lists);
            let period = june("2026-08-01", all.of(lena), &[holiday("2026-06-19")]);
            let lengths: Vec<Hours> = period.half_days().collect();
            let recorded = entries.iter().fold(Recorded::default(), |recorded, (on, (half, status))| {
                let date = day("2026-06-01").with_day(*on).unwrap();
                recorded.with(date, Hours::from_half_hours(*half).unwrap(), Status::ALL[*status], &lengths)
            });
            period.summarise(since(1), &recorded, NO_LEAVE)
        };
        let before = figures(of_all.clone(), own.clone());
        prop_assert_eq!(figures([of_all, later_of_all].concat(), [own, later_own].concat()), before);
    }

    #[test]
    fn the_rate_never_passes_a_hundred_per_cent(
        days in prop::collection::btree_map(0u64..60, (0u8..=48, 0usize..3), 0..40),
        today in 0u64..60,
    ) {
        let start = day("2026-06-01");
        let recorded = days.into_iter().filter(|(offset, _)| *offset < 30).fold(
            Recorded::default(),
            |all, (offset, (half, status))| all.with(
                start + chrono::Days::new(offset),
                Hours::from_half_hours(half).unwrap(),
                Status::ALL[status],
                &FIVE,
            ),
        );
        let today = (start + chrono::Days::new(today)).to_string();
        let summary = plain(&today).summarise(since(1), &recorded, NO_LEAVE);
        prop_assert!(summary.present_half_days <= summary.working_half_days);
        prop_assert!(summary.rate_tenths().is_none_or(|rate| rate <= 1000));
    }
}

/// leave.md 9, case 12.
#[test]
fn the_worked_example_of_leave() {
    let nine = [10, 11, 12, 15, 16, 17, 18, 23, 24, 29].map(|on| (on, 9, Status::Approved));
    let entries = [&nine[..], &[(25, 5, Status::Pending), (26, 9, Status::Rejected)]].concat();
    let recorded = recorded(&entries, &FIVE);
    let period = june("2026-07-03", Rules::default().work_patterns.of_organisation(), &[holiday("2026-06-19")]);
    let days = |on: &[u32]| Days::of(Month::new(2026, 6).unwrap(), |day| on.contains(&day.day()));
    let summary = |mornings: &[u32], afternoons: &[u32]| {
        period.summarise(since(10), &recorded, OnLeave { mornings: days(mornings), afternoons: days(afternoons) })
    };
    let of = |working_half_days, present_half_days, leave_half_days| Summary {
        working_half_days,
        leave_half_days,
        present_half_days,
    };
    assert_eq!((summary(&[22], &[22]), summary(&[22], &[22]).rate_tenths()), (of(26, 21, 2), Some(808)));
    let whole_and_short = summary(&[22, 25], &[22]);
    assert_eq!((whole_and_short, whole_and_short.rate_tenths()), (of(25, 21, 3), Some(840)));
    let whole_and_long = summary(&[22, 24], &[22]);
    assert_eq!((whole_and_long, whole_and_long.rate_tenths()), (of(25, 20, 3), Some(800)));
    assert_eq!(whole_and_long.rating(80), Rating::Good);
    assert_eq!(summary(&[19, 20], &[5, 30]), of(27, 21, 1), "off, before joining, and a working day");
}

/// Today is no working day before it has an entry, so leave of today is not told before either.
#[test]
fn leave_of_today_counts_with_its_entry() {
    let period = plain("2026-06-03");
    let today = Days::default().with(day("2026-06-03"));
    let half = OnLeave { mornings: today, afternoons: Days::default() };
    assert_eq!(period.summarise(since(1), &Recorded::default(), half), worked(4, 0));
    let of = |hours| period.summarise(since(1), &recorded(&[(3, hours, Status::Pending)], &FIVE), half);
    let expected = Summary { working_half_days: 5, leave_half_days: 1, present_half_days: 1 };
    assert_eq!([of(4), of(9)], [expected; 2], "at most half a day");
}
