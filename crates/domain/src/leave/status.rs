//! Where a request for leave stands, and what is kept of its way there (leave.md 1.4 and 3).

use chrono::NaiveDate;

crate::names! {
    /// Where a request stands.
    pub enum LeaveStatus {
        Pending = "pending",
        Approved = "approved",
        /// Turned down, for good.
        Rejected = "rejected",
        /// Withdrawn, for good.
        Cancelled = "cancelled",
        /// Granted, and somebody is to decide whether it is given up.
        CancellationAsked = "cancellation-asked",
    }
}

impl LeaveStatus {
    /// Whether the request is live: what counts in it is off the balance.
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Pending | Self::Approved | Self::CancellationAsked)
    }

    /// Whether somebody is to decide on it.
    pub const fn waits(self) -> bool {
        matches!(self, Self::Pending | Self::CancellationAsked)
    }

    /// Whether it is approved leave, which stands until a cancellation is accepted.
    pub const fn is_approved_leave(self) -> bool {
        matches!(self, Self::Approved | Self::CancellationAsked)
    }

    /// Where leave that begins on `start` stands once the person is no Employee in service any more, from `today` on: what waits and
    /// what has not begun is cancelled, and what has begun stays approved, also where a cancellation was asked for (leave.md 1.7).
    #[must_use]
    pub fn after_service(self, start: NaiveDate, today: NaiveDate) -> Self {
        match self {
            Self::Pending => Self::Cancelled,
            Self::Approved | Self::CancellationAsked if today < start => Self::Cancelled,
            Self::Approved | Self::CancellationAsked => Self::Approved,
            Self::Rejected | Self::Cancelled => self,
        }
    }
}

crate::names! {
    /// What happened to a request, as it is kept in its history.
    pub enum LeaveStep {
        Asked = "asked",
        Recorded = "recorded",
        Approved = "approved",
        Rejected = "rejected",
        CancellationAsked = "cancellation-asked",
        /// The cancellation was refused.
        Kept = "kept",
        /// The rest of it was given up.
        Shortened = "shortened",
        Cancelled = "cancelled",
        /// It was counted anew, with another result.
        Recounted = "recounted",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LeaveStatus::{Approved, CancellationAsked, Cancelled, Pending, Rejected};

    #[test]
    fn leave_that_stands_is_live_and_approved_until_it_is_given_up() {
        assert_eq!(LeaveStatus::ALL.map(LeaveStatus::is_live), [true, true, false, false, true]);
        assert_eq!(LeaveStatus::ALL.map(LeaveStatus::is_approved_leave), [false, true, false, false, true]);
        let names = LeaveStatus::ALL.map(LeaveStatus::name);
        assert_eq!(names, ["pending", "approved", "rejected", "cancelled", "cancellation-asked"]);
        assert_eq!(names.map(LeaveStatus::named), LeaveStatus::ALL.map(Some));
    }

    #[test]
    fn a_step_has_its_name() {
        let names = LeaveStep::ALL.map(LeaveStep::name);
        assert_eq!(names[..5], ["asked", "recorded", "approved", "rejected", "cancellation-asked"]);
        assert_eq!(names[5..], ["kept", "shortened", "cancelled", "recounted"]);
        assert_eq!(names.map(LeaveStep::named), LeaveStep::ALL.map(Some));
    }

    /// leave.md 9, case 20.
    #[test]
    fn who_leaves_keeps_only_the_leave_that_has_begun() {
        let after = |start: &str| {
            LeaveStatus::ALL.map(|status| status.after_service(start.parse().unwrap(), "2026-06-15".parse().unwrap()))
        };
        assert_eq!(after("2026-06-16"), [Cancelled, Cancelled, Rejected, Cancelled, Cancelled]);
        for begun in ["2026-06-12", "2026-06-15"] {
            assert_eq!(after(begun), [Cancelled, Approved, Rejected, Cancelled, Approved], "{begun}");
        }
        assert!(LeaveStatus::named("kept").is_none() && !Pending.is_approved_leave() && CancellationAsked.is_live());
    }
}
