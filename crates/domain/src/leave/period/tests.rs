use super::*;
use crate::leave::HalfOfDay;
use crate::leave::testing::{day, part_of, period, periods};
use DayPart::{Afternoon, Full, Morning};
use proptest::prelude::*;

fn typed(start: &str, start_part: DayPart, end: &str, end_part: DayPart) -> Result<LeavePeriod, Vec<PeriodError>> {
    LeavePeriod::new(day(start), start_part, day(end), end_part)
}

#[test]
fn everything_wrong_with_the_days_is_said_at_its_field() {
    let told = |found: Result<LeavePeriod, Vec<PeriodError>>| {
        let wrong = found.err().unwrap_or_default();
        wrong.into_iter().map(|why| (why.field(), why.sentence())).collect::<Vec<_>>()
    };
    let one = "2026-07-06";
    assert_eq!(
        told(typed("2026-07-07", Morning, one, Afternoon)),
        [("endDate", "The last day must not be before the first")]
    );
    for (start_part, end_part) in [(Morning, Full), (Full, Afternoon), (Afternoon, Morning)] {
        assert_eq!(
            told(typed(one, start_part, one, end_part)),
            [("endPart", "On a single day both parts must be the same")]
        );
    }
    let morning = ("startPart", "Leave over several days cannot start in the morning only");
    let afternoon = ("endPart", "Leave over several days cannot end in the afternoon only");
    assert_eq!(told(typed(one, Morning, "2026-07-07", Morning)), [morning]);
    assert_eq!(told(typed(one, Afternoon, "2026-07-07", Afternoon)), [afternoon]);
    assert_eq!(told(typed(one, Morning, "2026-07-07", Afternoon)), [morning, afternoon]);
    for part in DayPart::ALL {
        assert!(typed(one, part, one, part).is_ok());
    }
    let several = typed(one, Afternoon, "2026-07-08", Morning).unwrap();
    assert_eq!((several.start(), several.start_part()), (day(one), Afternoon));
    assert_eq!((several.end(), several.end_part()), (day("2026-07-08"), Morning));
}

#[test]
fn leave_has_366_calendar_days_at_most() {
    assert!(!period("2026-06-15", "2027-06-15").is_too_long());
    assert!(period("2026-06-15", "2027-06-16").is_too_long());
}

#[test]
fn between_two_halves_lie_whole_dates() {
    let several = typed("2026-06-18", Afternoon, "2026-06-20", Morning).unwrap();
    let halves: Vec<_> = several.halves().map(|half| (half.date.to_string(), half.of_day)).collect();
    let [first, between, last] = ["2026-06-18", "2026-06-19", "2026-06-20"].map(str::to_owned);
    let [morning, afternoon] = HalfOfDay::ALL;
    assert_eq!(halves, [(first, afternoon), (between.clone(), morning), (between, afternoon), (last, morning)]);
    assert_eq!(part_of("2026-06-18", Afternoon).halves().count(), 1);
}

#[test]
fn a_period_is_said_with_its_parts() {
    assert_eq!(period("2026-07-06", "2026-07-28").to_string(), "2026-07-06 to 2026-07-28");
    assert_eq!(period("2026-07-06", "2026-07-06").to_string(), "2026-07-06");
    assert_eq!(part_of("2026-07-06", Afternoon).to_string(), "2026-07-06 (afternoon)");
    let several = |start_part, end_part| typed("2026-07-06", start_part, "2026-07-07", end_part).unwrap();
    assert_eq!(several(Afternoon, Morning).to_string(), "2026-07-06 (afternoon) to 2026-07-07 (morning)");
    let behind = [(Full, Full), (Afternoon, Full), (Full, Morning), (Afternoon, Morning)]
        .map(|(start, end)| several(start, end).parts_behind_title());
    assert_eq!(behind, ["", " (from noon)", " (until noon)", " (from noon, until noon)"]);
    let behind = DayPart::ALL.map(|part| part_of("2026-07-06", part).parts_behind_title());
    assert_eq!(behind, ["", " (morning)", " (afternoon)"]);
}

#[test]
fn shortened_leave_ends_with_the_whole_of_its_last_day() {
    let leave = typed("2026-07-06", Afternoon, "2026-07-28", Morning).unwrap();
    let until = |last_day: &str| leave.shortened(day(last_day)).map(|left| left.to_string());
    assert_eq!(until("2026-07-17").as_deref(), Ok("2026-07-06 (afternoon) to 2026-07-17"));
    assert_eq!(until("2026-07-27").as_deref(), Ok("2026-07-06 (afternoon) to 2026-07-27"));
    assert_eq!(until("2026-07-06").as_deref(), Ok("2026-07-06 (afternoon)"));
    for other in ["2026-07-05", "2026-07-28"] {
        let why = until(other).unwrap_err().sentence();
        assert_eq!(why, "The last day must be from 2026-07-06 to 2026-07-27", "{other}");
    }
    assert!(period("2026-07-06", "2026-07-06").shortened(day("2026-07-06")).is_err());
    assert_eq!(leave.given_up_from(Some(day("2026-07-17"))), day("2026-07-18"));
    assert_eq!(leave.given_up_from(None), day("2026-07-06"));
}

proptest! {
    #[test]
    fn what_is_kept_and_what_is_given_up_is_the_whole(leave in periods(day("2026-06-01")), after in 0u64..25) {
        let last_day = days_after(leave.start(), after);
        let Ok(kept) = leave.shortened(last_day) else { return Ok(()) };
        let from = leave.given_up_from(Some(last_day));
        let given_up: Vec<_> = leave.halves().filter(|half| from <= half.date).collect();
        prop_assert!(!given_up.is_empty());
        prop_assert_eq!(kept.halves().chain(given_up).collect::<Vec<_>>(), leave.halves().collect::<Vec<_>>());
    }
}
