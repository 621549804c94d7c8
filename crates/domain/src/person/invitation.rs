//! The invitation to a new account: a link for its first password (moving-in.md 1.4).

use crate::Instant;
use crate::time::days_after;
use chrono::{Duration, NaiveDate};

/// How many days a link works, from its sending on.
pub const LIFETIME_DAYS: u32 = 14;

/// How many days ahead an invitation may be planned.
pub const MOST_DAYS_AHEAD: u32 = 60;

/// The sentence for a day that is over, or too far ahead.
pub const BAD_DAY: &str = "Please choose a day from today up to 60 days ahead";

pub fn expires_at(sent: Instant) -> Instant {
    sent + Duration::days(LIFETIME_DAYS.into())
}

/// Whether an invitation may be planned for `day`.
pub fn may_be_sent_on(day: NaiveDate, today: NaiveDate) -> bool {
    (today..=days_after(today, MOST_DAYS_AHEAD.into())).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{at, day};

    #[test]
    fn a_link_works_for_fourteen_days() {
        assert_eq!(expires_at(at("2026-06-10T09:00:00Z")), at("2026-06-24T09:00:00Z"));
    }

    #[test]
    fn an_invitation_is_planned_for_today_up_to_sixty_days_ahead() {
        for (date, expected) in
            [("2026-06-09", false), ("2026-06-10", true), ("2026-08-09", true), ("2026-08-10", false)]
        {
            assert_eq!(may_be_sent_on(day(date), day("2026-06-10")), expected, "{date}");
        }
        assert!(BAD_DAY.contains(&MOST_DAYS_AHEAD.to_string()));
    }
}
