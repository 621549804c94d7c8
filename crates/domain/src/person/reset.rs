//! The link for replacing a forgotten password.

use crate::Instant;
use chrono::Duration;

/// The sentence for a link that is used up, expired or unknown, or whose owner cannot act.
pub const BAD_LINK: &str = "This reset link is invalid or has expired";

/// How many minutes a link works.
pub const LIFETIME_MINUTES: u32 = 30;

pub fn expires_at(made: Instant) -> Instant {
    made + Duration::minutes(LIFETIME_MINUTES.into())
}

pub fn is_open(expires: Instant, now: Instant) -> bool {
    now < expires
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_works_for_thirty_minutes() {
        let made = "2026-06-10T09:00:00Z".parse::<Instant>().unwrap();
        let over = expires_at(made);
        assert!(is_open(over, made) && is_open(over, made + Duration::seconds(1_799)));
        assert!(!is_open(over, made + Duration::minutes(30)));
    }
}
