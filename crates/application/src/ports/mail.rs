//! The mail outbox from both sides, putting mails in and sending the waiting ones; and the mail server.

use super::Result;
use crate::mail::Letter;
use async_trait::async_trait;
use domain::Instant;
use domain::id::MailId;
use domain::person::EmailAddress;

/// A mail to put into the outbox.
#[derive(Debug, Clone, PartialEq)]
pub struct NewMail {
    pub id: MailId,
    pub to: String,
    pub letter: Letter,
    pub created_at: Instant,
}

impl NewMail {
    pub(crate) fn to(ports: &crate::Ports, address: &EmailAddress, letter: Letter, at: Instant) -> Self {
        Self { id: MailId::new(ports.ids.next()), to: address.to_string(), letter, created_at: at }
    }
}

port! { UnitOfWork::mails =>
    /// The mail outbox, for writing.
    pub trait MailRepository: Send + Sync {
        /// Puts mails into the outbox, due at once. After the commit, the courier of this instance MUST learn of them at once.
        [Writes] async fn enqueue(&self, mails: &[NewMail]) -> Result<()>;
    }
}

/// A mail that this instance has claimed: nobody else sends it until the claim is over.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimedMail {
    /// Its id. A mail that is sent twice has the same one both times.
    pub id: MailId,
    pub to: String,
    pub letter: Letter,
    /// The number of this attempt, from 1.
    pub attempt: u32,
    pub created_at: Instant,
}

domain::names! {
    /// Where a mail stands.
    pub enum MailState {
        /// It is sent, and its words are wiped.
        Sent = "sent",
        Waiting = "waiting",
        /// It will not be tried again by itself.
        GivenUp = "given up",
    }
}

/// A mail in the list of those that were not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailView {
    pub id: MailId,
    pub to: String,
    /// What it is about: the name of its kind.
    pub kind: String,
    pub state: MailState,
    pub attempts: u32,
    pub created_at: Instant,
    /// When it is tried next, where it waits.
    pub next_at: Option<Instant>,
    pub last_error: Option<String>,
}

/// How many mails are in which state, and those that were not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailOverview {
    pub sent: u32,
    pub waiting: u32,
    pub given_up: u32,
    /// The mails that wait or were given up, newest first, as many as were asked for.
    pub unsent: Vec<MailView>,
}

/// What waits to be sent, shared by all instances.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait MailQueue: Send + Sync {
    /// Claims up to `limit` mails that are due at `now`, soonest due first, until `until`. Each claim counts as an attempt. MUST
    /// NOT hand out a mail that somebody else has claimed for a time that is not over. A mail whose words can no longer be read is
    /// given up and left out, so that it holds nobody up.
    async fn claim(&self, now: Instant, until: Instant, limit: u32) -> Result<Vec<ClaimedMail>>;
    /// Notes that a mail was sent in this attempt, and MUST wipe its words.
    async fn sent(&self, id: MailId, attempt: u32, at: Instant) -> Result<()>;
    /// Notes that this attempt failed, and why; it is due again at `next`, or given up if there is no `next`. `wipe`: its words
    /// are of no use any more. MUST change nothing if a later attempt has begun.
    async fn failed(&self, id: MailId, attempt: u32, why: &str, next: Option<Instant>, wipe: bool) -> Result<()>;
    /// Makes everything that waits due at `now`, the mails that were given up and still have words too, and says how many there
    /// are.
    async fn hurry(&self, now: Instant) -> Result<u32>;
    /// How many mails are in which state, and the newest `limit` of those that were not sent.
    async fn overview(&self, limit: u32) -> Result<MailOverview>;
}

/// Why a mail could not be sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailFault {
    /// Trying again later makes sense.
    #[error("{0}")]
    Later(String),
    /// The mail server refuses this mail for good.
    #[error("{0}")]
    Never(String),
}

/// Sends mails. It writes the words of a letter itself.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends one mail. MUST come back within half a minute, whatever the mail server does.
    async fn send(&self, mail: &ClaimedMail) -> Result<(), MailFault>;
}
