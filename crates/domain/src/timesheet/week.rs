//! The status of a week, as its employee and its manager see it.

use super::Status;

crate::names! {
    /// What the entries of a week say together.
    pub enum WeekStatus {
        None = "none",
        Approved = "approved",
        Rejected = "rejected",
        PartiallyRejected = "partially-rejected",
        /// Otherwise: something waits, nothing is rejected.
        Pending = "pending",
    }
}

pub fn week_status(entries: impl IntoIterator<Item = Status>) -> WeekStatus {
    let (mut all, mut approved, mut rejected) = (0, 0, 0);
    for status in entries {
        all += 1;
        match status {
            Status::Approved => approved += 1,
            Status::Rejected => rejected += 1,
            Status::Pending => {}
        }
    }
    match (all, approved, rejected) {
        (0, _, _) => WeekStatus::None,
        (n, a, _) if n == a => WeekStatus::Approved,
        (n, _, r) if n == r => WeekStatus::Rejected,
        (_, _, r) if r > 0 => WeekStatus::PartiallyRejected,
        _ => WeekStatus::Pending,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Status::{Approved as A, Pending as P, Rejected as R};

    #[test]
    fn the_status_of_a_week_follows_from_those_of_its_entries() {
        for (entries, expected) in [
            (vec![], WeekStatus::None),
            (vec![A, A], WeekStatus::Approved),
            (vec![R], WeekStatus::Rejected),
            (vec![A, R], WeekStatus::PartiallyRejected),
            (vec![P, R], WeekStatus::PartiallyRejected),
            (vec![P, A], WeekStatus::Pending),
            (vec![P], WeekStatus::Pending),
        ] {
            assert_eq!(week_status(entries.clone()), expected, "{entries:?}");
        }
    }

    #[test]
    fn a_status_has_its_name() {
        for (status, name) in [
            (WeekStatus::None, "none"),
            (WeekStatus::Approved, "approved"),
            (WeekStatus::Rejected, "rejected"),
            (WeekStatus::PartiallyRejected, "partially-rejected"),
            (WeekStatus::Pending, "pending"),
        ] {
            assert_eq!(status.name(), name);
        }
    }
}
