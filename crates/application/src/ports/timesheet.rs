//! Entries and their versions.

use super::{PersonName, Result};
use crate::events::Event;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::{TimesheetId, UnlockId, UserId};
use domain::mail_choices::MailTiming;
use domain::month::Held;
use domain::person::service::ServicePeriod;
use domain::person::{Employment, FullName};
use domain::time::Holidays;
use domain::timesheet::{Entry, Hours, Status};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// An entry for a decision, with the person's present manager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedEntry {
    pub entry: Entry,
    /// The present manager; MUST NOT change until the unit of work ends.
    pub manager: Option<UserId>,
    /// How the person has chosen to have mails about approved days, if they have. It comes along because nearly nobody wants any:
    /// then nothing more is asked.
    pub chosen_for_approvals: Option<MailTiming>,
}

/// What is stored of a person's day before its submission.
#[derive(Debug, Clone)]
pub struct StoredDay {
    /// Whose; as of [`PersonRepository::employment`](super::PersonRepository::employment).
    pub person: Employment,
    /// The unused unlock of the day.
    pub unlock: Option<UnlockId>,
    pub entry: Option<Entry>,
    /// Whether live leave covers the day whole.
    pub is_on_leave: bool,
    pub holidays: Arc<Holidays>,
    /// What its month comes to, which is held as by [`MonthRepository::hold_open`](super::MonthRepository::hold_open).
    pub held: Held,
}

port! { UnitOfWork::timesheets =>
    /// Entries, for writing.
    pub trait TimesheetRepository: Send + Sync {
        /// The entry of a person's day, locked until the unit of work ends.
        [Looks] async fn of_day(&self, user: UserId, date: NaiveDate) -> Result<Option<Entry>>;
        /// A person as they are on `today` and their day, in one statement, and another where holidays have changed; `None` where
        /// there is no such person. The account MUST NOT change until the unit of work ends, nor MUST the month be closed. Unlock,
        /// entry and leave are not locked: who uses up, rewrites or records something is told where they have changed since.
        [Asks] async fn for_submission(
            &self,
            user: UserId,
            date: NaiveDate,
            today: NaiveDate,
        ) -> Result<Option<StoredDay>>;
        /// The entries with these ids, locked until the unit of work ends. MUST lock each person before the entries, and people in
        /// the order of their ids, so that it never waits for a demotion that waits for it; and the unused unlocks of their days in
        /// between, so that a submission that is using one up is over before, or comes after. Unknown ids are left out.
        [Looks] async fn for_decision(&self, ids: &[TimesheetId]) -> Result<Vec<DecidedEntry>>;
        /// Saves new entries and their first versions, each made by its owner, with as many statements for 500 as for one. MUST be
        /// `Conflict(EntryOfDay)` where one of the days has an entry.
        [ChangesDays] async fn insert(&self, entries: &[Entry]) -> Result<()>;
        /// The same of one, together with its event, see [`EventLog`](super::EventLog), and ends the acceptance of the day, see
        /// [`MonthRepository::end_acceptance`](super::MonthRepository::end_acceptance); in one statement where the store can. MUST
        /// be `Stale` where leave has come to cover the day whole since [`TimesheetRepository::for_submission`].
        [ChangesDays] async fn record(&self, entry: &Entry, event: &Event) -> Result<()>;
        /// Saves the next version of an entry, which its owner has rewritten. MUST be `Stale` where it is no longer at the version
        /// before, or leave has come to cover the day whole.
        [ChangesDays] async fn rewrite(&self, entry: &Entry) -> Result<()>;
        /// Saves the next version of entries that `actor` has decided, in a fixed number of statements. Hours and description MUST
        /// stay what they are in the store. MUST be `Stale` where one of them is no longer at the version before.
        [ChangesDays] async fn decide(&self, entries: &[Entry], actor: UserId) -> Result<()>;
    }
}

/// An entry whose owner the caller knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnEntry {
    pub id: TimesheetId,
    pub date: NaiveDate,
    pub hours: Hours,
    pub description: String,
    pub status: Status,
    pub comment: Option<String>,
    pub rejected_on: Option<NaiveDate>,
    pub is_resubmission: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl From<Entry> for OwnEntry {
    fn from(entry: Entry) -> Self {
        let entry = entry.into_stored();
        Self {
            id: entry.id,
            date: entry.date,
            hours: entry.hours,
            description: entry.description,
            status: entry.status,
            comment: entry.comment,
            rejected_on: entry.rejected_on,
            is_resubmission: entry.is_resubmission,
            created_at: entry.created_at,
            updated_at: entry.updated_at,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryView {
    pub entry: OwnEntry,
    pub person: PersonName,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryVersion {
    /// Counts up from 1.
    pub number: u32,
    pub at: Instant,
    pub status: Status,
    pub hours: Hours,
    pub description: String,
    pub comment: Option<String>,
    /// Who made it, by their present name.
    pub by: FullName,
    pub on_behalf_of: Option<FullName>,
}

/// The versions of an entry, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryHistory {
    pub id: TimesheetId,
    pub user: UserId,
    /// The present manager of that person.
    pub manager: Option<UserId>,
    /// Every version, oldest first.
    pub versions: Vec<EntryVersion>,
}

/// What is known of people's weeks beside their entries.
#[derive(Debug, Clone, Default)]
pub struct WeekFacts {
    pub holidays: Arc<Holidays>,
    /// The days that somebody filled in through an unlock. One that a decision ended was used by nobody.
    pub used_unlocks: HashSet<(UserId, NaiveDate)>,
    /// The days that approved leave covers whole.
    pub on_leave: HashSet<(UserId, NaiveDate)>,
    /// The periods in service that share a day with the weeks.
    pub service: HashMap<UserId, Vec<ServicePeriod>>,
}

/// How many entries of a person have which status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApprovalCount {
    pub user: UserId,
    pub pending: u32,
    pub approved: u32,
    pub rejected: u32,
}

/// A person's week that holds a pending entry, in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingTotals {
    pub user: UserId,
    pub name: FullName,
    pub monday: NaiveDate,
    /// Half hours of all its entries.
    pub half_hours: u32,
    pub pending: u32,
    /// How many of these are dated before the month that was asked about.
    pub older: u32,
    pub approved: u32,
    pub rejected: u32,
}

port! { Reads::timesheets =>
    /// Reads entries.
    pub trait TimesheetReads: Send + Sync {
        /// A person's entries from `from` to `to`, both included, newest first. One indexed query.
        async fn of_user(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<OwnEntry>>;
        /// The entries of everyone in `scope` (of `employee` alone, where one is named) from `from` to `to`, both included,
        /// newest first, then by name. One query, whatever the number of people.
        async fn of_scope(
            &self,
            scope: Scope,
            employee: Option<UserId>,
            from: NaiveDate,
            to: NaiveDate,
        ) -> Result<Vec<EntryView>>;
        /// Every entry of every week (Monday to Sunday, of one person) that holds a pending entry dated before `before`, outside
        /// closed months; newest first, then by name. One query.
        async fn waiting_weeks(
            &self,
            scope: Scope,
            employee: Option<UserId>,
            before: NaiveDate,
        ) -> Result<Vec<EntryView>>;
        /// The weeks of everyone in `scope` that hold a pending entry dated before `before`, outside closed months, in numbers, in
        /// no order. A pending entry in a closed month waits for nobody, and is counted among none of the numbers but the half
        /// hours. `month` is the first day of the month before which a pending entry counts as older. One query.
        async fn waiting_totals(
            &self,
            scope: Scope,
            before: NaiveDate,
            month: NaiveDate,
        ) -> Result<Vec<WaitingTotals>>;
        /// What the remarks on these people's weeks from `from` to `to`, both included, go by. One query, and another where
        /// holidays have changed.
        async fn week_facts(&self, people: &[UserId], from: NaiveDate, to: NaiveDate) -> Result<WeekFacts>;
        /// The days from `from` to `to` for which the person has an unused unlock.
        async fn unlocked_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>>;
        /// The oldest day of the person, outside closed months, that has an unused unlock or a rejected entry.
        async fn oldest_fillable(&self, user: UserId) -> Result<Option<NaiveDate>>;
        /// How many entries of each of these people (of everyone, if none are named) have which status. What is pending or rejected
        /// in a closed month is not counted. People without an entry that is are left out. One query, which MUST not grow with the
        /// days that were decided.
        async fn approval_counts(&self, users: Option<&[UserId]>) -> Result<Vec<ApprovalCount>>;
        /// The days from `from` to `to` on which the person was marked absent.
        async fn absent_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>>;
        /// The days before `before`, outside closed months, on which the person has a rejected entry, oldest first, at most
        /// `limit`.
        async fn rejected_days(&self, user: UserId, before: NaiveDate, limit: u32) -> Result<Vec<NaiveDate>>;
        /// A page (from 1) of everyone's entries from `from` to `to`, both included, newest first, then by name, and how many there
        /// are in all.
        async fn page(
            &self,
            from: NaiveDate,
            to: NaiveDate,
            page: u32,
            limit: u32,
        ) -> Result<(Vec<EntryView>, u32)>;
        /// Every version of an entry, oldest first; `None` where there is no such entry. One query.
        async fn history(&self, id: TimesheetId) -> Result<Option<EntryHistory>>;
        /// The entries that were made last, newest first, at most `limit`.
        async fn newest(&self, limit: u32) -> Result<Vec<EntryView>>;
    }
}
