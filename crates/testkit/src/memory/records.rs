//! Records that are stored with more than a port tells of them.

use application::ports::{
    AuditChain, AuditVerification, By, MonthCheck, NewLeave, NewRequest, NewRevision, NewUnlock, Result, StoreError,
};
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{CloseId, UserId};
use domain::leave::LeaveDays;
use domain::month::{MonthState, PayrollRow, Standing};
use domain::oversight::audit::{ChainPoint, Gap, Seal};
use domain::person::EmployeeId;
use domain::unlock::RequestStatus;
use std::collections::BTreeSet;
use std::time::Duration;
use uuid::Uuid;

/// The chain, and what was verified of it.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditRecord {
    pub chain: AuditChain,
    /// The seals, in the order of their positions.
    pub seals: Vec<Seal>,
    /// Numbers that were left out.
    pub gaps: Vec<Gap>,
    pub removed: usize,
    /// Verifications, in their order.
    pub verifications: Vec<AuditVerification>,
    /// Who has the running one, and until when.
    pub holder: Option<(Uuid, Instant)>,
}

impl Default for AuditRecord {
    fn default() -> Self {
        let (newest, checkpoint) = (ChainPoint::START, ChainPoint::START);
        Self {
            chain: AuditChain { newest, sealed_at: None, newest_seq: 0, checkpoint },
            seals: Vec::new(),
            gaps: Vec::new(),
            removed: 0,
            verifications: Vec::new(),
            holder: None,
        }
    }
}

/// A request for leave.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaveRecord {
    /// As it was made, with what has changed since; without halves where it is no longer live.
    pub made: NewLeave,
    /// What counts of it, or counted last.
    pub days: LeaveDays,
    /// Where a cancellation is asked for, the last day that is kept.
    pub asked_last_day: Option<NaiveDate>,
    pub updated_at: Instant,
}

impl LeaveRecord {
    pub(super) fn lies_between(&self, from: NaiveDate, to: NaiveDate) -> bool {
        self.made.period.start() <= to && from <= self.made.period.end()
    }

    /// The dates that count.
    pub(super) fn counted(&self) -> BTreeSet<NaiveDate> {
        self.made.halves.iter().filter(|half| half.counts).map(|half| half.half.date).collect()
    }
}

/// How long a close lasts that nobody prolongs.
pub(super) const CLOSE_LASTS: Duration = Duration::from_secs(30);

/// What is kept of a month.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct KeptMonth {
    /// Its revisions, the newest last.
    pub revisions: Vec<KeptRevision>,
    /// The close that was begun last, and when it ends by itself.
    pub close: Option<(CloseId, std::time::Instant)>,
    /// The rows of closes that have not ended with a revision.
    pub unfinished: Vec<PayrollRow>,
    pub check: Option<MonthCheck>,
}

/// A revision, with what has become of it.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptRevision {
    pub made: NewRevision,
    /// Who made it, with the name that they had then.
    pub closed_by: By,
    /// Its rows, by employee ID.
    pub rows: Vec<PayrollRow>,
    pub exported: Option<(Instant, UserId)>,
    pub reopened: Option<(Instant, UserId, String)>,
    /// Up to whom people were told of it.
    pub told_through: Option<EmployeeId>,
    pub is_told: bool,
}

impl KeptRevision {
    /// One that was just made.
    pub fn new(made: NewRevision, closed_by: By, rows: Vec<PayrollRow>) -> Self {
        Self { made, closed_by, rows, exported: None, reopened: None, told_through: None, is_told: false }
    }
}

impl KeptMonth {
    pub(super) fn is_closing(&self) -> bool {
        self.close.is_some_and(|(_, until)| std::time::Instant::now() < until)
    }

    /// Where it stands.
    pub fn standing(&self) -> Standing {
        let newest = self.revisions.last();
        let state = match newest {
            _ if self.is_closing() => MonthState::Closing,
            None => MonthState::Open,
            Some(revision) if revision.reopened.is_some() => MonthState::Reopened,
            Some(_) => MonthState::Closed,
        };
        Standing { state, revision: newest.map_or(0, |revision| revision.made.revision) }
    }

    /// The newest revision, where it is what counts.
    pub(super) fn current(&self) -> Option<&KeptRevision> {
        self.revisions.last().filter(|_| self.standing().state == MonthState::Closed)
    }

    /// Has this close last on.
    pub(super) fn prolong(&mut self, close: CloseId) -> Result<()> {
        if self.is_closing() && self.close.is_some_and(|(running, _)| running == close) {
            self.close = Some((close, std::time::Instant::now() + CLOSE_LASTS));
            return Ok(());
        }
        Err(StoreError::Stale)
    }
}

/// An unlock, or a request for one.
#[derive(Debug, Clone, PartialEq)]
pub struct Unlock {
    pub made: NewRequest,
    /// Who made it: the person whose it is, where it is a request.
    pub made_by: UserId,
    pub status: RequestStatus,
    /// Who decided, for whom they stood in, and when.
    pub decided: Option<(UserId, Option<UserId>, Instant)>,
    pub comment: Option<String>,
    pub used_at: Option<Instant>,
}

impl From<&NewUnlock> for Unlock {
    fn from(unlock: &NewUnlock) -> Self {
        let NewUnlock { id, date, ref reason, created_at, .. } = *unlock;
        Self {
            made: NewRequest { id, user: unlock.user(), date, reason: reason.clone(), created_at },
            made_by: unlock.created_by(),
            status: RequestStatus::Approved,
            decided: Some((unlock.created_by(), unlock.on_behalf_of(), created_at)),
            comment: None,
            used_at: None,
        }
    }
}

impl From<&NewRequest> for Unlock {
    fn from(request: &NewRequest) -> Self {
        Self {
            made: request.clone(),
            made_by: request.user,
            status: RequestStatus::Pending,
            decided: None,
            comment: None,
            used_at: None,
        }
    }
}

impl Unlock {
    /// Whether it opens its day.
    pub(super) fn is_open(&self) -> bool {
        self.status == RequestStatus::Approved && self.used_at.is_none()
    }

    pub(super) fn is_undecided(&self) -> bool {
        self.status == RequestStatus::Pending
    }
}
