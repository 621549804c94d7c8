//! Days that are over without an entry. Each day is looked at once, when it has ended, and an employee who recorded nothing on a
//! working day is marked absent. The day is then frozen until somebody unlocks it.
//!
//! Everyone is told of each such day in the portal; a mail goes out on the first one, and from then on once a week at most, with
//! the days that no mail has named yet.

use crate::time::{days_after, days_before};
use chrono::NaiveDate;

/// How many days back a frozen day is still shown to HR, and mailed about.
pub const LOOK_BACK: u64 = 30;
/// How many days lie between two mails about frozen days.
pub const MAIL_EVERY: u64 = 7;

/// The next day to look at, if a day is over that was not looked at yet. `through`: the last day that was. A portal that has
/// never looked begins with the days that it would still show.
pub fn next_day(through: Option<NaiveDate>, today: NaiveDate) -> Option<NaiveDate> {
    let next = through.map_or_else(|| days_before(today, LOOK_BACK), |day| days_after(day, 1));
    (next < today).then_some(next)
}

/// Whether a day was looked at, if `through` is the last day that was.
pub fn was_looked_at(day: NaiveDate, through: Option<NaiveDate>) -> bool {
    through.is_some_and(|through| day <= through)
}

/// The first day that is still shown as frozen, and mailed about, on `today`.
pub fn shown_since(today: NaiveDate) -> NaiveDate {
    days_before(today, LOOK_BACK)
}

/// People who were last mailed on this day or before are mailed again on `today`, if there is something to say.
pub fn mailed_by(today: NaiveDate) -> NaiveDate {
    days_before(today, MAIL_EVERY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::day;
    use proptest::prelude::*;

    #[test]
    fn a_day_is_looked_at_when_it_is_over() {
        let today = day("2026-06-10");
        assert_eq!(next_day(Some(day("2026-06-08")), today), Some(day("2026-06-09")));
        assert_eq!(next_day(Some(day("2026-06-09")), today), None);
        assert_eq!(next_day(Some(day("2026-06-20")), today), None, "a clock that was set back undoes nothing");
        assert_eq!(next_day(Some(day("2026-02-27")), today), Some(day("2026-02-28")), "a long standstill is caught up");
        assert_eq!(next_day(None, today), Some(day("2026-05-11")));
    }

    #[test]
    fn days_up_to_the_last_one_were_looked_at() {
        let through = Some(day("2026-06-09"));
        assert!(was_looked_at(day("2026-06-08"), through) && was_looked_at(day("2026-06-09"), through));
        assert!(!was_looked_at(day("2026-06-10"), through) && !was_looked_at(day("2026-06-09"), None));
    }

    #[test]
    fn a_frozen_day_is_shown_for_thirty_days() {
        assert_eq!(shown_since(day("2026-06-10")), day("2026-05-11"));
    }

    #[test]
    fn the_next_mail_goes_a_week_after_the_last() {
        assert_eq!(mailed_by(day("2026-06-10")), day("2026-06-03"));
    }

    proptest! {
        #[test]
        fn every_day_is_looked_at_once_and_in_order(start in 0u64..800, length in 0u64..60) {
            let through = day("2026-01-01") + chrono::Days::new(start);
            let today = through + chrono::Days::new(length + 1);
            let mut at = Some(through);
            let mut looked = Vec::new();
            while let Some(next) = next_day(at, today) {
                looked.push(next);
                at = Some(next);
            }
            let expected: Vec<NaiveDate> = through.iter_days().skip(1).take_while(|day| *day < today).collect();
            prop_assert_eq!(looked, expected);
        }
    }
}
