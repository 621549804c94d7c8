//! Budgets of attempts, at the moment of the fakes' clock.

use super::at;
use domain::throttle::Attempts;

/// `count` attempts, the last of them a second ago.
pub(crate) fn attempts(count: i64) -> Attempts {
    let now = at("2026-06-10T10:00:00Z");
    Attempts::new((1..=count).map(|n| now - chrono::Duration::seconds(n)).collect())
}
