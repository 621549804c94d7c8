//! What a round of mails needs to know, for many people at once.

use super::{PersonName, Recipient, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};
use domain::work_patterns::Expected;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestNotice {
    pub user: UserId,
    /// The kind of mail that it belongs to.
    pub kind: MailKind,
    pub title: String,
    pub body: String,
}

/// The entries of a team that wait for a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingEntries {
    pub manager: UserId,
    pub count: u32,
    pub oldest: NaiveDate,
}

/// Somebody in a team with frozen days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingDays {
    pub manager: UserId,
    pub person: PersonName,
    /// The days, oldest first.
    pub days: Vec<NaiveDate>,
}

port! { UnitOfWork::digests =>
    /// Reads for rounds of mails, in the unit of work that puts the mails into the outbox. Each is one statement, for however many
    /// people.
    pub trait DigestRepository: Send + Sync {
        /// The next people who can act, in the order of their ids, after `after`.
        [Looks] async fn next_readers(&self, after: Option<UserId>, limit: u32) -> Result<Vec<Recipient>>;
        /// What these people have chosen.
        [Looks] async fn choices_of(&self, users: &[UserId]) -> Result<Vec<(UserId, MailKind, MailTiming)>>;
        /// The unread notices of these people that a digest can tell, made after `since` and no later than `until`, newest first.
        [Looks] async fn unread_notices(
            &self,
            users: &[UserId],
            since: Instant,
            until: Instant,
        ) -> Result<Vec<DigestNotice>>;
        /// For whom these people stand in on that day: each substitute with a manager.
        [Looks] async fn stood_in_for_by(&self, users: &[UserId], today: NaiveDate) -> Result<Vec<(UserId, UserId)>>;
        /// The entries that wait in the teams of these managers, outside closed months; nothing of a team in which none does.
        [Looks] async fn waiting(&self, managers: &[UserId]) -> Result<Vec<WaitingEntries>>;
        /// The active, unblocked Employees in the teams of these managers with frozen days from `since` on, by name, as
        /// [`PeopleReads::frozen`](super::PeopleReads::frozen) has them.
        [Looks] async fn missing(&self, managers: &[UserId], since: NaiveDate) -> Result<Vec<MissingDays>>;
        /// How many resubmissions of days outside closed months are pending in the teams of these managers; nothing of a team in
        /// which none is.
        [Looks] async fn pending_resubmissions(&self, managers: &[UserId]) -> Result<Vec<(UserId, u32)>>;
        /// How many requests for leave wait in the teams of these managers; nothing of a team in which none does.
        [Looks] async fn waiting_leave(&self, managers: &[UserId]) -> Result<Vec<(UserId, u32)>>;
        /// The next people, in the order of their ids, after `after`, who want to be reminded of `day`: active, unblocked Employees
        /// among those who are `expected`, who have joined by that day, have no entry on it, and are not covered whole by approved
        /// leave.
        [Looks] async fn unrecorded(
            &self,
            day: NaiveDate,
            expected: &Expected,
            after: Option<UserId>,
            limit: u32,
        ) -> Result<Vec<Recipient>>;
    }
}
