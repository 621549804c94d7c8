//! A login and how it ends.

use crate::Instant;
use crate::rules::Rules;
use chrono::Duration;

/// When a session that starts at `signed_in` is over.
#[must_use]
pub fn expires_at(signed_in: Instant, rules: &Rules) -> Instant {
    signed_in + Duration::hours(rules.session_hours.into())
}

/// Why a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SessionEnd {
    /// The person signed out.
    Logout,
    /// A later login of the same person took its place: there is one live session for each person.
    AnotherDevice,
    /// The account was blocked or deactivated.
    Blocked,
    /// Its time was over.
    Expired,
    /// The password was changed elsewhere or reset.
    Password,
}

impl SessionEnd {
    /// All ends.
    pub const ALL: [Self; 5] = [Self::Logout, Self::AnotherDevice, Self::Blocked, Self::Expired, Self::Password];

    /// Its name in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Logout => "logout",
            Self::AnotherDevice => "another-device",
            Self::Blocked => "blocked",
            Self::Expired => "expired",
            Self::Password => "password",
        }
    }

    /// The end with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|end| end.name() == name)
    }

    /// What the person whose session ended is told.
    #[must_use]
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
