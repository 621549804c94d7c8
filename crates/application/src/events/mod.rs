//! Events: recorded in the same transaction as their cause, and drawn from afterwards.
//!
//! Pushes to open browsers and the audit log are made of them. So a change and its
//! consequences appear together or not at all, and a server that dies in between loses none of them.
//!
//! Each area has a function for each of its event kinds in its own `events.rs`, which makes a [`Record`]. Nothing that stores or
//! reads events knows their kinds.

mod origin;
mod push;
mod record;

pub use origin::{Origin, Request, RequestId, Source};
pub use push::{Audience, Push, Topic};
pub use record::{Change, Name, Record};

use crate::Ports;
use domain::Instant;
use domain::id::EventId;

/// The kinds of events that tell of somebody signing in or out, which fill an audit log.
pub const SIGN_INS: [&str; 3] = ["sign-in-failed", "signed-in", "signed-out"];

/// All event kinds that the portal records.
pub const KINDS: [&str; 75] = [
    "account-changed",
    "account-created",
    "audit-pruned",
    "backup-made",
    "backup-restored",
    "block-toggled",
    "break-glass-marked",
    "break-glass-unmarked",
    "break-glass-used",
    "day-frozen",
    "day-submitted",
    "day-unlocked",
    "days-accepted",
    "days-decided",
    "file-downloaded",
    "first-password-set",
    "holiday-added",
    "holiday-changed",
    "holiday-deleted",
    "identity-linked",
    "identity-removed",
    "import-applied",
    "import-planned",
    "invitation-sent",
    "leave-adjusted",
    "leave-allocated",
    "leave-cancellation-asked",
    "leave-cancelled",
    "leave-decided",
    "leave-feed-ended",
    "leave-feed-made",
    "leave-kept",
    "leave-recounted",
    "leave-requested",
    "leave-settled",
    "leave-type-added",
    "leave-type-changed",
    "mail-choices-changed",
    "manager-assigned",
    "month-closed",
    "month-drifted",
    "month-exported",
    "month-reminded",
    "month-reopened",
    "month-told",
    "notices-read",
    "open-positions-set",
    "password-changed",
    "password-reset",
    "password-reset-for",
    "people-invited",
    "person-invited",
    "recovery-code-used",
    "recovery-codes-made",
    "reset-asked",
    "reset-link-made",
    "resubmissions-viewed",
    "role-mapped",
    "role-not-mapped",
    "salary-set",
    "second-factor-removed",
    "second-factor-reset",
    "second-factor-set",
    "sessions-ended",
    "setting-changed",
    "sign-in-failed",
    "signed-in",
    "signed-out",
    "substitution-ended",
    "substitution-made",
    "team-released",
    "unlock-declined",
    "unlock-expired",
    "unlock-requested",
    "work-pattern-changed",
];

/// An event: what happened, when, where it comes from, and which browsers are told.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its id: consumers that see it twice act once.
    pub id: EventId,
    pub at: Instant,
    pub origin: Origin,
    pub record: Record,
    pub pushes: Vec<Push>,
}

impl Event {
    /// What happened just now, at `at`.
    pub fn new(ports: &Ports, at: Instant, origin: impl Into<Origin>, record: Record, pushes: Vec<Push>) -> Self {
        Self { id: EventId::new(ports.ids.next()), at, origin: origin.into(), record, pushes }
    }
}

#[cfg(test)]
impl Event {
    /// Who did it.
    pub(crate) fn actor(&self) -> Option<domain::id::UserId> {
        self.origin.actor.map(|(user, _)| user)
    }
}

#[cfg(test)]
mod tests;
