//! What each version of an entry was (oversight.md 1.3).

use super::Status;

crate::names! {
    /// What made a version of an entry.
    pub enum VersionKind {
        Submitted = "submitted",
        /// The employee corrected what had not been rejected, through an unlock.
        Corrected = "corrected",
        /// The employee recorded the day anew after a rejection.
        Resubmitted = "resubmitted",
        Approved = "approved",
        Rejected = "rejected",
    }
}

impl VersionKind {
    /// What made a version with this status. `before`: the status of the version before it; `None` where it is the first.
    pub const fn of(before: Option<Status>, status: Status) -> Self {
        match (before, status) {
            (_, Status::Approved) => Self::Approved,
            (_, Status::Rejected) => Self::Rejected,
            (None, Status::Pending) => Self::Submitted,
            (Some(Status::Rejected), Status::Pending) => Self::Resubmitted,
            (Some(Status::Pending | Status::Approved), Status::Pending) => Self::Corrected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(statuses: &[Status]) -> Vec<VersionKind> {
        let before = std::iter::once(None).chain(statuses.iter().copied().map(Some));
        before.zip(statuses).map(|(before, status)| VersionKind::of(before, *status)).collect()
    }

    #[test]
    fn a_version_is_what_its_status_and_the_one_before_it_say() {
        use VersionKind::{Corrected, Resubmitted, Submitted};
        let (approved, rejected) = (VersionKind::Approved, VersionKind::Rejected);
        let there_and_back = [
            Status::Pending,
            Status::Rejected,
            Status::Pending,
            Status::Pending,
            Status::Approved,
            Status::Rejected,
            Status::Pending,
        ];
        assert_eq!(
            kinds(&there_and_back),
            [Submitted, rejected, Resubmitted, Corrected, approved, rejected, Resubmitted]
        );
        let through_an_unlock = [Status::Pending, Status::Pending, Status::Approved];
        assert_eq!(kinds(&through_an_unlock), [Submitted, Corrected, approved]);
    }
}
