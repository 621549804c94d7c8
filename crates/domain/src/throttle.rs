//! How often something may be tried: a sliding window of attempts.
//!
//! A login takes a place in its budgets *before* the password is looked at, and gives it back when it succeeds.
//! So parallel guesses cannot outrun the count.

use crate::Instant;
use crate::second_factor::TICKET_LIFETIME;
use chrono::Duration;

/// How long a sign-in from an IP address makes it known for an account, with a budget of its own (decisions.md §3).
pub const KNOWN_FOR: Duration = Duration::days(30);

/// A budget: at most `limit` attempts within `window`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    pub limit: u32,
    /// The time after which an attempt no longer counts.
    pub window: Duration,
}

impl Budget {
    /// `limit` failed logins within 15 minutes.
    pub const fn logins(limit: u32) -> Self {
        Self { limit, window: Duration::minutes(15) }
    }

    /// Passwords that are looked at for an IP address whose own budget is used up: thirty a minute. So many bound the work of guesses,
    /// and colleagues behind one address who mistype their first passwords keep nobody out who types theirs right.
    pub const fn crowded() -> Self {
        Self { limit: 30, window: Duration::minutes(1) }
    }

    /// `limit` visitors' registrations within an hour.
    pub const fn registrations(limit: u32) -> Self {
        Self { limit, window: Duration::hours(1) }
    }

    /// Codes with one ticket for the second step of a sign-in: five, for as long as it lives.
    pub const fn codes() -> Self {
        Self { limit: 5, window: TICKET_LIFETIME }
    }

    /// Uses of reset links from one IP address: ten a minute, so that nobody guesses one.
    pub const fn resets() -> Self {
        Self { limit: 10, window: Duration::minutes(1) }
    }

    /// Requests for reset links from one IP address: sixty an hour, which is enough for an office.
    pub const fn reset_requests() -> Self {
        Self { limit: 60, window: Duration::hours(1) }
    }

    /// Mails with a reset link to one address: three an hour, so that nobody's inbox is flooded.
    pub const fn reset_mails() -> Self {
        Self { limit: 3, window: Duration::hours(1) }
    }
}

/// The form in which an IP address is counted: an IPv6 network of 64 bits is one household, so it is one address.
pub fn address_key(address: std::net::IpAddr) -> String {
    match address.to_canonical() {
        std::net::IpAddr::V4(v4) => v4.to_string(),
        std::net::IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// The refusal of an attempt beyond the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted {
    /// Whole seconds until the next attempt fits, at least 1.
    pub retry_after_seconds: u32,
}

/// The attempts that still count, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attempts(Vec<Instant>);

impl Attempts {
    /// The attempts as they were stored.
    pub fn new(mut at: Vec<Instant>) -> Self {
        at.sort_unstable();
        Self(at)
    }

    /// The instants, oldest first, for the store.
    pub fn instants(&self) -> &[Instant] {
        &self.0
    }

    /// Takes a place at `now`, or says when one will be free. Attempts that no longer count are forgotten.
    ///
    /// Attempts from a little after `now` count: of two that are made at once, the one that looked at the clock first may
    /// come second. Those from more than a window ahead are what a clock that was set back has left behind.
    pub fn take(self, budget: Budget, now: Instant) -> Result<Self, Exhausted> {
        let counts = |at: &Instant| *at > now - budget.window && *at < now + budget.window;
        let mut kept: Vec<Instant> = self.0.into_iter().filter(counts).collect();
        if kept.len() < budget.limit as usize {
            kept.push(now);
            return Ok(Self::new(kept));
        }
        let oldest = kept.len().checked_sub(budget.limit.max(1) as usize).and_then(|i| kept.get(i)).copied();
        let wait = oldest.map_or(budget.window, |at| at + budget.window - now);
        let seconds = u32::try_from((wait.num_milliseconds() + 999) / 1000).unwrap_or(1).max(1);
        Err(Exhausted { retry_after_seconds: seconds })
    }

    /// Gives the place taken at `at` back.
    #[must_use]
    pub fn give_back(mut self, at: Instant) -> Self {
        if let Some(index) = self.0.iter().rposition(|taken| *taken == at) {
            self.0.remove(index);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(seconds: i64) -> Instant {
        Instant::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn an_ipv6_household_is_one_address() {
        let key = |text: &str| address_key(text.parse().unwrap());
        assert_eq!(key("2001:db8:1:2:aaaa::1"), key("2001:db8:1:2:bbbb::9"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_eq!(key("::ffff:192.0.2.7"), key("192.0.2.7"), "a mapped address is the IPv4 one");
    }

    #[test]
    fn a_success_gives_its_place_back() {
        let full = (0..10).try_fold(Attempts::default(), |a, n| a.take(Budget::logins(10), at(n))).unwrap();
        let freed = full.give_back(at(4));
        assert_eq!(freed.instants(), [0, 1, 2, 3, 5, 6, 7, 8, 9].map(at));
        assert!(freed.take(Budget::logins(10), at(11)).is_ok());
    }

    #[test]
    fn an_attempt_that_comes_late_forgets_none_that_overtook_it() {
        let taken = [5, 3, 4, 1, 2].into_iter().try_fold(Attempts::default(), |a, n| a.take(Budget::logins(5), at(n)));
        assert_eq!(taken.as_ref().map(|taken| taken.instants().len()), Ok(5));
        assert_eq!(taken.unwrap().take(Budget::logins(5), at(0)), Err(Exhausted { retry_after_seconds: 901 }));
    }

    #[test]
    fn a_clock_that_was_set_back_locks_nobody_out_for_long() {
        let full = (0..5).try_fold(Attempts::default(), |a, n| a.take(Budget::logins(5), at(n))).unwrap();
        // The last attempt, four seconds later than the first, is a whole window ahead of what the clock says then.
        assert!([-10, -895].iter().all(|now| full.clone().take(Budget::logins(5), at(*now)).is_err()));
        assert!([-896, -1_000].iter().all(|now| full.clone().take(Budget::logins(5), at(*now)).is_ok()));
    }

    #[test]
    fn the_wait_is_in_whole_seconds_and_until_a_place_is_free() {
        let full = (0..5).try_fold(Attempts::default(), |a, n| a.take(Budget::logins(5), at(n))).unwrap();
        let half_a_second = Duration::milliseconds(500);
        let wait = |limit, now| full.clone().take(Budget::logins(limit), now).unwrap_err().retry_after_seconds;
        assert_eq!([wait(5, at(10)), wait(5, at(10) + half_a_second), wait(5, at(899) + half_a_second)], [890, 890, 1]);
        assert_eq!(wait(3, at(10)), 892, "three have to go before one of three places is free");
        assert_eq!(wait(0, at(10)), 894, "no place is ever free");
        let nothing = Attempts::default().take(Budget::logins(0), at(10));
        assert_eq!(nothing, Err(Exhausted { retry_after_seconds: 900 }));
    }

    proptest! {
        #[test]
        fn whatever_the_order_no_more_get_through_than_fit(order in Just((0..60i64).collect::<Vec<_>>()).prop_shuffle()) {
            let budget = Budget::logins(7);
            let mut attempts = Attempts::default();
            let mut let_through = 0;
            for n in order {
                if let Ok(next) = attempts.clone().take(budget, at(n)) {
                    attempts = next;
                    let_through += 1;
                }
            }
            prop_assert_eq!(let_through, 7);
        }

        #[test]
        fn never_more_than_the_limit_within_any_window(gaps in prop::collection::vec(0i64..400, 1..80), limit in 1u32..12) {
            let budget = Budget::logins(limit);
            let mut attempts = Attempts::default();
            let mut now = 0;
            let mut let_through: Vec<i64> = vec![];
            for gap in gaps {
                now += gap;
                match attempts.clone().take(budget, at(now)) {
                    Ok(next) => { attempts = next; let_through.push(now); }
                    Err(wait) => {
                        let later = at(now + i64::from(wait.retry_after_seconds));
                        prop_assert!(attempts.clone().take(budget, later).is_ok(), "the wait it names is enough");
                    }
                }
                let within = let_through.iter().filter(|t| **t > now - 900).count();
                prop_assert!(within <= limit as usize);
            }
        }
    }
}
