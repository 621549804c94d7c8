//! What is recorded of decisions.

use crate::events::Record;
use crate::facts::Fact;
use chrono::NaiveDate;
use domain::id::UserId;
use domain::timesheet::Status;

/// Days of one Employee, each with what its entry was before, were approved or rejected in one call.
pub fn days_decided(user: UserId, days: Vec<(NaiveDate, Status)>, status: Status, reason: Option<&str>) -> Record {
    let (dates, before): (Vec<NaiveDate>, Vec<Status>) = days.into_iter().unzip();
    // Days that stood differently are told one by one, in the order of the dates.
    let before = match before.as_slice() {
        [first, rest @ ..] if rest.iter().all(|status| status == first) => Fact::from(*first),
        _ => before.into(),
    };
    Record::of("days-decided")
        .about([user])
        .detail("dates", dates)
        .change("status", Some(before), Some(status.into()))
        .optional("reason", reason)
}

/// Somebody marked resubmissions as viewed, `count` in all.
pub fn resubmissions_viewed(viewer: UserId, count: u32) -> Record {
    Record::of("resubmissions-viewed").about([viewer]).detail("count", count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::Change;
    use crate::testing::{day, user};

    #[test]
    fn days_that_stood_differently_are_told_one_by_one() {
        let before = |statuses: [Status; 2]| {
            let days = ["2026-06-08", "2026-06-09"].map(day).into_iter().zip(statuses).collect();
            match days_decided(user(1), days, Status::Rejected, Some("Why?")).changes.as_slice() {
                [Change::Told { before: Some(before), .. }] => before.clone(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(before([Status::Pending, Status::Pending]), "pending".into());
        assert_eq!(before([Status::Pending, Status::Approved]), vec!["pending", "approved"].into());
    }
}
