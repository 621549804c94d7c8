//! The audit log: events with their seals, what was verified of them, and what is removed (oversight.md 1.1).

use super::{PersonName, RecordedEvent, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{LeaveTypeId, UserId};
use domain::oversight::audit::{Break, ChainEntry, ChainPoint, Gap, SealedEvent, Sealing};
use domain::person::FullName;
use std::collections::BTreeMap;
use uuid::Uuid;

/// How far the chain has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditChain {
    pub newest: ChainPoint,
    /// When that was sealed; `None` while nothing is.
    pub sealed_at: Option<Instant>,
    /// The highest number of an event that has a seal. Lower ones without a seal are gaps.
    pub newest_seq: i64,
    /// What stood last before what is kept: everything up to it was removed, or nothing yet.
    pub checkpoint: ChainPoint,
}

/// What a sealer finds to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsealed {
    pub chain: AuditChain,
    /// The numbers that were left out.
    pub gaps: Vec<Gap>,
    /// Events with such a number, in the order of their numbers.
    pub late: Vec<SealedEvent>,
    /// Events with higher numbers than every sealed one, in the order of their numbers.
    pub newer: Vec<SealedEvent>,
    /// The numbers of those among all of them that nobody can read.
    pub unreadable: Vec<i64>,
}

/// Events that are newer than every sealed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    pub events: u32,
    /// When the oldest of them happened, where that can be read.
    pub since: Option<Instant>,
}

/// Whose actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActedBy {
    Person(UserId),
    /// Those of jobs and commands.
    Nobody,
}

/// Which entries of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditFilter {
    /// That happened at this moment or later.
    pub from: Option<Instant>,
    /// That happened before this moment.
    pub until: Option<Instant>,
    pub actor: Option<ActedBy>,
    /// Whom they are about, among others.
    pub subject: Option<UserId>,
    /// Of these kinds; of every kind where there are none.
    pub kinds: Vec<&'static str>,
    pub except: &'static [&'static str],
}

/// Where a part of the audit log begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditOrder {
    /// The newest number first: those below this one.
    Below(i64),
    /// The oldest number first: those above this one.
    Above(i64),
}

/// An event of the audit log.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditView {
    /// The event. Whom it is about stands beside it.
    pub event: RecordedEvent,
    /// Its position and hash; `None` while it is not sealed.
    pub seal: Option<(i64, String)>,
    /// What its actor is called now.
    pub actor: Option<FullName>,
    /// What the manager for whom they stood in is called now.
    pub on_behalf_of: Option<FullName>,
    /// The first people whom it is about, by name.
    pub subjects: Vec<PersonName>,
    pub subject_count: u32,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct AuditPart {
    pub entries: Vec<AuditView>,
    /// What is called how now of that which is named in what changed and in the details.
    pub named: AuditNames,
}

/// The present names of people and leave types in a part of the log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditNames {
    pub people: BTreeMap<UserId, FullName>,
    pub leave_types: BTreeMap<LeaveTypeId, String>,
}

/// A verification of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditVerification {
    /// Its number, from 1.
    pub number: i64,
    pub started_at: Instant,
    pub finished_at: Option<Instant>,
    /// The night for which it was made, where nobody asked for it.
    pub night: Option<NaiveDate>,
    /// How many entries there are to look at.
    pub total: i64,
    pub checked: i64,
    /// The checkpoint from which it began.
    pub checkpoint: ChainPoint,
    /// The position to which it goes, with the hash that was kept there when it began.
    pub through: ChainPoint,
    /// The last position that fits.
    pub reached: ChainPoint,
    /// The first that does not, where there is one.
    pub found: Option<Break>,
}

port! { UnitOfWork::audit =>
    /// The audit log, for writing.
    pub trait AuditRepository: Send + Sync {
        /// The chain. MUST serialise: of two units of work that ask for it, the second waits for the first to end.
        [Looks] async fn lock_chain(&self) -> Result<AuditChain>;
        /// Enters seals and gaps. The caller has locked the chain as it was when the step was found. A number that is given up MUST
        /// stay a gap where its event is there by now.
        [Writes] async fn seal(&self, sealing: &Sealing, at: Instant) -> Result<()>;
        /// Begins a verification of what is sealed now. MUST do nothing and return false where one is running.
        [Writes] async fn begin_verification(&self, night: Option<NaiveDate>, at: Instant) -> Result<bool>;
        /// Takes the running verification until then. MUST be `None` where there is none, or where somebody else has it at this
        /// moment.
        [Writes] async fn take_verification(
            &self,
            holder: Uuid,
            now: Instant,
            until: Instant,
        ) -> Result<Option<AuditVerification>>;
        /// Keeps how far a verification has come, and ends it where `finished_at` says so. MUST change nothing and return false
        /// where the holder no longer has it.
        [Writes] async fn keep_verification(&self, holder: Uuid, verification: &AuditVerification) -> Result<bool>;
        /// Removes the entries up to this position, which becomes the checkpoint. The caller has locked the chain.
        [Writes] async fn prune(&self, through: ChainPoint) -> Result<()>;
    }
}

port! { Reads::audit =>
    /// Reads the audit log.
    pub trait AuditReads: Send + Sync {
        /// How far the chain has come.
        async fn chain(&self) -> Result<AuditChain>;
        /// What there is to seal, up to `limit` late and as many newer events. MUST say that a gap may appear as long as any
        /// transaction is open that was open when the gap was entered, and MUST look for late events after it has looked for those
        /// transactions.
        async fn unsealed(&self, limit: u32) -> Result<Unsealed>;
        /// The events that are newer than every sealed one.
        async fn backlog(&self) -> Result<Backlog>;
        /// What the chain has behind this position, in its order. An event that is gone, or that nobody can read, is missing in its
        /// entry. Each entry MUST name the event with the next lower number where that has neither a seal nor a gap.
        async fn chain_entries(&self, after: i64, limit: u32) -> Result<Vec<ChainEntry>>;
        /// A part of the audit log: `limit` events where there are so many that can be read. `subjects`: how many of those whom an
        /// event is about are named at most.
        async fn audit_part(
            &self,
            filter: &AuditFilter,
            order: AuditOrder,
            limit: u32,
            subjects: u32,
        ) -> Result<AuditPart>;
        /// How many entries there are, counted up to `limit`.
        async fn count_audit(&self, filter: &AuditFilter, limit: u32) -> Result<u32>;
        /// The newest verification; a running one, too.
        async fn last_verification(&self) -> Result<Option<AuditVerification>>;
        /// The newest verification that has ended.
        async fn last_finished_verification(&self) -> Result<Option<AuditVerification>>;
        /// The last night for which a verification was begun.
        async fn last_night_verified(&self) -> Result<Option<NaiveDate>>;
    }
}
