//! Where a month stands (months.md 1.2).

use crate::time::Month;

crate::names! {
    /// Where a month stands.
    pub enum MonthState {
        Open = "open",
        Closing = "closing",
        /// It is processed; its newest revision is what counts.
        Closed = "closed",
        /// It can be changed again; its newest revision is no longer current.
        Reopened = "reopened",
    }
}

impl MonthState {
    /// How many of a month's pending entries still wait for somebody: in a closed month none does (months.md 1.8).
    pub const fn waiting(self, pending: u32) -> u32 {
        if matches!(self, Self::Closed) { 0 } else { pending }
    }
}

/// Where a month stands, and which revision is its newest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Where it stands. A close whose instance has died counts no more.
    pub state: MonthState,
    /// The newest revision; 0 where there is none.
    pub revision: u32,
}

impl Standing {
    pub const NEVER_CLOSED: Self = Self { state: MonthState::Open, revision: 0 };
}

/// What a write finds of the months that it would change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// They are open, and stay so until the unit of work ends.
    Open,
    /// This one is closed, the earliest of those that are.
    Closed(Month),
    /// None is closed, and this one is being closed.
    Closing(Month),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_waits_in_a_closed_month() {
        assert_eq!(MonthState::ALL.map(|state| state.waiting(3)), [3, 3, 0, 3]);
    }
}
