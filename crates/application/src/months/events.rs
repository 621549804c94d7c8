//! What is recorded of months.

use crate::events::Record;
use crate::facts::Fact;
use crate::ports::{MonthCheck, NewRevision, ReminderKind};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::time::Month;
use std::collections::BTreeMap;

/// A month was closed.
#[derive(Debug, Clone, Copy)]
pub struct MonthClosed<'a> {
    pub month: Month,
    pub revision: &'a NewRevision,
}

impl From<MonthClosed<'_>> for Record {
    fn from(MonthClosed { month, revision }: MonthClosed<'_>) -> Self {
        let record = of(Self::of("month-closed"), month, revision.revision)
            .detail("employees", revision.employees)
            .detail("blocked", revision.blocked)
            .detail("checksum", revision.checksum.as_str());
        match &revision.reason {
            Some(reason) => record.detail("reason", reason.as_str()),
            None => record,
        }
    }
}

/// A month was opened again.
#[derive(Debug, Clone, Copy)]
pub struct MonthReopened<'a> {
    pub month: Month,
    /// The revision that is no longer current.
    pub revision: u32,
    pub reason: &'a str,
}

impl From<MonthReopened<'_>> for Record {
    fn from(MonthReopened { month, revision, reason }: MonthReopened<'_>) -> Self {
        of(Self::of("month-reopened"), month, revision).detail("reason", reason)
    }
}

/// The payroll of a closed month was handed out.
#[derive(Debug, Clone, Copy)]
pub struct MonthExported {
    pub month: Month,
    pub revision: u32,
    /// As what: `csv` or `pdf`.
    pub format: &'static str,
}

impl From<MonthExported> for Record {
    fn from(MonthExported { month, revision, format }: MonthExported) -> Self {
        of(Self::of("month-exported"), month, revision).detail("format", format)
    }
}

/// People were reminded of what keeps a month from being closed.
#[derive(Debug, Clone, Copy)]
pub struct MonthReminded<'a> {
    pub month: Month,
    pub kind: ReminderKind,
    pub users: &'a [UserId],
}

impl From<MonthReminded<'_>> for Record {
    fn from(MonthReminded { month, kind, users }: MonthReminded<'_>) -> Self {
        Self::of("month-reminded")
            .about(users.iter().copied())
            .detail("month", month.to_string())
            .detail("kind", kind.name())
    }
}

/// Employees were told of their statements.
#[derive(Debug, Clone, Copy)]
pub struct MonthTold<'a> {
    pub month: Month,
    pub revision: u32,
    pub users: &'a [UserId],
}

impl From<MonthTold<'_>> for Record {
    fn from(MonthTold { month, revision, users }: MonthTold<'_>) -> Self {
        of(Self::of("month-told"), month, revision).about(users.iter().copied())
    }
}

/// A check found that a closed month no longer agrees with what it was made of.
#[derive(Debug, Clone, Copy)]
pub struct MonthDrifted<'a> {
    pub month: Month,
    pub revision: u32,
    pub check: &'a MonthCheck,
}

impl From<MonthDrifted<'_>> for Record {
    fn from(MonthDrifted { month, revision, check }: MonthDrifted<'_>) -> Self {
        of(Self::of("month-drifted"), month, revision)
            .detail("differences", check.differences)
            .detail("checksumHolds", check.checksum_holds)
    }
}

/// Days were accepted as absent.
#[derive(Debug, Clone, Copy)]
pub struct DaysAccepted<'a> {
    pub month: Month,
    /// The days that were not accepted before, and whose they are.
    pub days: &'a [(UserId, NaiveDate)],
    pub note: &'a str,
}

impl From<DaysAccepted<'_>> for Record {
    fn from(DaysAccepted { month, days, note }: DaysAccepted<'_>) -> Self {
        // Each person, and their days.
        let mut people: BTreeMap<UserId, Vec<Fact>> = BTreeMap::new();
        for (user, date) in days {
            people.entry(*user).or_insert_with(|| vec![Fact::from(*user)]).push(Fact::from(*date));
        }
        Self::of("days-accepted")
            .about(people.keys().copied())
            .detail("month", month.to_string())
            .detail("days", people.into_values().collect::<Vec<_>>())
            .detail("note", note)
    }
}

fn of(record: Record, month: Month, revision: u32) -> Record {
    record.detail("month", month.to_string()).detail("revision", revision)
}
