//! When a mail that could not be sent is tried again, and when it is given up.

use crate::Instant;
use chrono::Duration;

/// How long a mail is tried.
pub const PATIENCE: Duration = Duration::hours(24);
/// The wait after the first failure; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::seconds(30);
/// The longest wait between two attempts.
const LONGEST_WAIT: Duration = Duration::hours(1);

/// When a mail is tried again whose attempt number `attempt` (from 1) failed at `now`. `None`: it is given up, because it has
/// waited since `since` and the next attempt would not come within a day, or not before `useless_from`.
pub fn next_attempt(attempt: u32, since: Instant, useless_from: Option<Instant>, now: Instant) -> Option<Instant> {
    let doubled = FIRST_WAIT.checked_mul(1 << attempt.saturating_sub(1).min(20)).unwrap_or(LONGEST_WAIT);
    let next = now + doubled.min(LONGEST_WAIT);
    let last = useless_from.map_or(since + PATIENCE, |useless| useless.min(since + PATIENCE));
    (next < last).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(seconds: i64) -> Instant {
        Instant::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn the_wait_doubles_up_to_an_hour() {
        let wait = |attempt| (next_attempt(attempt, at(0), None, at(0)).unwrap() - at(0)).num_seconds();
        assert_eq!([1, 2, 3, 7, 8, 30, u32::MAX].map(wait), [30, 60, 120, 1_920, 3_600, 3_600, 3_600]);
    }

    #[test]
    fn a_mail_is_given_up_after_a_day_or_when_nobody_needs_it_any_more() {
        assert_eq!(next_attempt(20, at(0), None, at(82_799)), Some(at(86_399)));
        assert_eq!(next_attempt(20, at(0), None, at(82_800)), None);
        assert_eq!(next_attempt(1, at(0), Some(at(1_800)), at(1_790)), None);
        assert!(next_attempt(1, at(0), Some(at(1_800)), at(1_000)).is_some());
    }

    proptest! {
        #[test]
        fn it_ends(gap in 0i64..600) {
            let mut now = at(0);
            let mut attempts = 1;
            while let Some(next) = next_attempt(attempts, at(0), None, now) {
                prop_assert!(next > now);
                now = next + Duration::seconds(gap);
                attempts += 1;
                prop_assert!(attempts < 60);
            }
        }
    }
}
