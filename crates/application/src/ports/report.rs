//! What the reports for people are made of (oversight.md 1.4).

use super::{PersonName, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::UserId;
use domain::oversight::reports::Attendance;
use domain::person::FullName;
use domain::time::Month;
use domain::timesheet::Status;

/// How many entries somebody has in a month, and how many hours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedMonth {
    pub person: PersonName,
    pub approved: u32,
    pub pending: u32,
    pub rejected: u32,
    /// The hours of those that are not rejected, in half hours.
    pub half_hours: u32,
}

/// Entries that were submitted in one quarter of an hour and decided in one. No day begins within such a quarter, wherever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecidedTogether {
    /// An instant in the quarter of their last submission before the decision.
    pub submitted: Instant,
    /// An instant in the quarter of their newest decision.
    pub decided: Instant,
    pub entries: u32,
}

/// Somebody with frozen days, and where they work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingOf {
    pub person: PersonName,
    pub department: Option<String>,
    pub manager: Option<(UserId, FullName)>,
    /// The days, oldest first.
    pub days: Vec<NaiveDate>,
}

/// Where somebody works today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceOfWork {
    pub user: UserId,
    pub department: Option<String>,
    /// Whether they were in service on any day of the month asked for.
    pub is_in_service: bool,
}

/// How many people came to be in service and ceased to be between two days.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Headcount {
    /// In service on the second day and not on the first.
    pub joined: u32,
    /// In service on the first day and not on the second.
    pub left: u32,
    /// In service on the second day.
    pub active: u32,
}

port! { Reads::reports =>
    /// Reads what reports are made of. Each is a fixed number of statements, whatever the number of people and entries.
    pub trait ReportReads: Send + Sync {
        /// How many entries each of the people in `scope` has in `month`, by name: the people who were in service in it, and the
        /// Employees who are active or have an entry in it, as those of [`super::PeopleReads::month_records`].
        async fn counted(&self, scope: &Scope, month: Month) -> Result<Vec<CountedMonth>>;
        /// The half hours of the entries that people in `scope` have in `month`, by date and status.
        async fn half_hours(&self, scope: &Scope, month: Month) -> Result<Vec<(NaiveDate, Status, u64)>>;
        /// The people in `scope` with frozen days in `month`, by name. A day is frozen where [`super::PeopleReads::frozen`] says
        /// so.
        async fn missing(&self, scope: &Scope, month: Month) -> Result<Vec<MissingOf>>;
        /// The entries of the people in `scope` whose newest decision was made from `from` on and before `before`, whatever became
        /// of them since, by whose they are. An entry whose submission is not known counts as submitted when it was decided.
        async fn decided_by_person(
            &self,
            scope: &Scope,
            from: Instant,
            before: Instant,
        ) -> Result<Vec<(UserId, DecidedTogether)>>;
        /// The same of everyone together.
        async fn decided(&self, from: Instant, before: Instant) -> Result<Vec<DecidedTogether>>;
        /// Where everybody with an account works.
        async fn places(&self, month: Month) -> Result<Vec<PlaceOfWork>>;
        /// How many people were in service on any day of `month`.
        async fn in_service(&self, month: Month) -> Result<u32>;
        /// How many entries wait, of months that are not closed, by the department of their people.
        async fn waiting_by_department(&self) -> Result<Vec<(Option<String>, u32)>>;
        /// How many entries wait, of months that are not closed: those that were submitted since the first of the instants, which
        /// are the newest first, since each of the others and before the one before it, and before the last.
        async fn waiting_by_age(&self, starts: [Instant; 3]) -> Result<[u32; 4]>;
        /// For each pair of days, the earlier one first: who came and who left.
        async fn headcount(&self, days: &[(NaiveDate, NaiveDate)]) -> Result<Vec<Headcount>>;
        /// The attendance of everyone in the closed months from `from` to `to`, as their newest revisions have it, oldest first.
        async fn closed_attendance(&self, from: Month, to: Month) -> Result<Vec<(Month, Attendance)>>;
    }
}
