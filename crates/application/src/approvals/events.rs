//! What is recorded of decisions.

use crate::events::Record;
use crate::facts::Fact;
use chrono::NaiveDate;
use domain::id::UserId;
use domain::timesheet::Status;

/// Days of one Employee were approved or rejected in one call.
#[derive(Debug, Clone)]
pub struct DaysDecided<'a> {
    pub user: UserId,
    /// The days, each with what its entry was before.
    pub days: Vec<(NaiveDate, Status)>,
    pub status: Status,
    pub reason: Option<&'a str>,
}

impl From<DaysDecided<'_>> for Record {
    fn from(event: DaysDecided<'_>) -> Self {
        let (dates, before): (Vec<NaiveDate>, Vec<Status>) = event.days.into_iter().unzip();
        // Days that stood differently are told one by one, in the order of the dates.
        let before = match before.as_slice() {
            [first, rest @ ..] if rest.iter().all(|status| status == first) => Fact::from(*first),
            _ => before.into(),
        };
        let record = Self::of("days-decided").about([event.user]).detail("dates", dates);
        let record = record.change("status", Some(before), Some(event.status.into()));
        match event.reason {
            Some(reason) => record.detail("reason", reason),
            None => record,
        }
    }
}

/// Somebody marked resubmissions as viewed.
#[derive(Debug, Clone, Copy)]
pub struct ResubmissionsViewed {
    pub viewer: UserId,
    pub count: u32,
}

impl From<ResubmissionsViewed> for Record {
    fn from(event: ResubmissionsViewed) -> Self {
        Self::of("resubmissions-viewed").about([event.viewer]).detail("count", event.count)
    }
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
            let event = DaysDecided { user: user(1), days, status: Status::Rejected, reason: Some("Why?") };
            match Record::from(event).changes.as_slice() {
                [Change::Told { before: Some(before), .. }] => before.clone(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(before([Status::Pending, Status::Pending]), "pending".into());
        assert_eq!(before([Status::Pending, Status::Approved]), vec!["pending", "approved"].into());
    }
}
