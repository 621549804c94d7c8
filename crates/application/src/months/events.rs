//! What is recorded of months.

use crate::events::Record;
use crate::facts::Fact;
use crate::ports::{MonthCheck, NewRevision, ReminderKind};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::time::Month;
use std::collections::BTreeMap;

/// A month was closed.
pub fn month_closed(month: Month, revision: &NewRevision) -> Record {
    of(Record::of("month-closed"), month, revision.revision)
        .detail("employees", revision.employees)
        .detail("blocked", revision.blocked)
        .detail("checksum", revision.checksum.as_str())
        .optional("reason", revision.reason.as_deref())
}

/// A month was opened again. Its revision is no longer current.
pub fn month_reopened(month: Month, revision: u32, reason: &str) -> Record {
    of(Record::of("month-reopened"), month, revision).detail("reason", reason)
}

/// The payroll of a closed month was handed out as `csv` or `pdf`.
pub fn month_exported(month: Month, revision: u32, format: &str) -> Record {
    of(Record::of("month-exported"), month, revision).detail("format", format)
}

/// People were reminded of what keeps a month from being closed.
pub fn month_reminded(month: Month, kind: ReminderKind, users: &[UserId]) -> Record {
    Record::of("month-reminded")
        .about(users.iter().copied())
        .detail("month", month.to_string())
        .detail("kind", kind.name())
}

/// Employees were told of their statements.
pub fn month_told(month: Month, revision: u32, users: &[UserId]) -> Record {
    of(Record::of("month-told"), month, revision).about(users.iter().copied())
}

/// A check found that a closed month no longer agrees with what it was made of.
pub fn month_drifted(month: Month, revision: u32, check: &MonthCheck) -> Record {
    of(Record::of("month-drifted"), month, revision)
        .detail("differences", check.differences)
        .detail("checksumHolds", check.checksum_holds)
}

/// Days were accepted as absent: those that were not accepted before, and whose they are.
pub fn days_accepted(month: Month, days: &[(UserId, NaiveDate)], note: &str) -> Record {
    // Each person, and their days.
    let mut people: BTreeMap<UserId, Vec<Fact>> = BTreeMap::new();
    for (user, date) in days {
        people.entry(*user).or_insert_with(|| vec![Fact::from(*user)]).push(Fact::from(*date));
    }
    Record::of("days-accepted")
        .about(people.keys().copied())
        .detail("month", month.to_string())
        .detail("days", people.into_values().collect::<Vec<_>>())
        .detail("note", note)
}

fn of(record: Record, month: Month, revision: u32) -> Record {
    record.detail("month", month.to_string()).detail("revision", revision)
}
