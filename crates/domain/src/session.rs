//! A login and how it ends.

use crate::Instant;
use crate::rules::Rules;
use chrono::Duration;

/// When a session that starts at `signed_in` is over.
pub fn expires_at(signed_in: Instant, rules: &Rules) -> Instant {
    signed_in + Duration::hours(rules.session_hours.into())
}

crate::names! {
    /// The reason why a session ended.
    pub enum SessionEnd {
        Logout = "logout",
        /// A later login of the same person took its place: there is one live session for each person.
        AnotherDevice = "another-device",
        /// The account was blocked or deactivated.
        Blocked = "blocked",
        Expired = "expired",
        /// The password was changed elsewhere or reset.
        Password = "password",
    }
}

impl SessionEnd {
    /// What the person whose session ended is told.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::AnotherDevice => "You have been logged out because you logged in from another device.",
            Self::Blocked => "Your account has been blocked. Please contact your administrator.",
            Self::Logout | Self::Expired | Self::Password => "Your session has expired. Please login again.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_reads_back_by_its_name() {
        for end in SessionEnd::ALL {
            assert_eq!(SessionEnd::named(end.name()), Some(end));
        }
        assert_eq!(SessionEnd::named("left"), None);
        assert_eq!(SessionEnd::AnotherDevice.name(), "another-device");
    }

    #[test]
    fn people_are_told_why_their_session_ended() {
        use SessionEnd::{AnotherDevice, Blocked, Expired, Logout, Password};
        let another = "You have been logged out because you logged in from another device.";
        assert_eq!(AnotherDevice.sentence(), another);
        assert_eq!(Blocked.sentence(), "Your account has been blocked. Please contact your administrator.");
        let over = "Your session has expired. Please login again.";
        assert_eq!([Logout, Expired, Password].map(SessionEnd::sentence), [over; 3]);
    }

    #[test]
    fn a_session_lives_twelve_hours() {
        let start = "2026-11-20T22:00:00Z".parse::<Instant>().unwrap();
        let rules = Rules::default();
        assert_eq!(expires_at(start, &rules).to_string(), "2026-11-21 10:00:00 UTC");
        let short = Rules { session_hours: 3, ..rules };
        assert_eq!(expires_at(start, &short).to_string(), "2026-11-21 01:00:00 UTC");
    }
}
