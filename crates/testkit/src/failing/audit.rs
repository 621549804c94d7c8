//! The audit log.

use super::{Failing, FailingWork, Fault, away};
use application::ports::{
    AuditChain, AuditFilter, AuditOrder, AuditPart, AuditReads, AuditRepository, AuditVerification, StoreError,
    Unsealed,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::oversight::audit::{ChainEntry, ChainPoint, Sealing};
use uuid::Uuid;

passing_on!(AuditRepository for FailingWork through audit {
    fn lock_chain() -> AuditChain;
    fn seal(sealing: &Sealing, at: Instant) -> ();
    fn begin_verification(night: Option<NaiveDate>, at: Instant) -> bool;
    fn take_verification(holder: Uuid, now: Instant, until: Instant) -> Option<AuditVerification>;
    fn keep_verification(holder: Uuid, verification: &AuditVerification) -> bool;
    fn prune(through: ChainPoint) -> ();
});

passing_on!(AuditReads for Failing through audit {
    fn chain() -> AuditChain;
    fn unsealed(limit: u32) -> Unsealed;
    fn unsealed_since() -> Option<Instant>;
    fn chain_entries(after: i64, limit: u32) -> Vec<ChainEntry>;
    fn audit_part(filter: &AuditFilter, order: AuditOrder, limit: u32, subjects: u32) -> AuditPart;
    fn count_audit(filter: &AuditFilter, limit: u32) -> u32;
    fn last_verification() -> Option<AuditVerification>;
    fn last_finished_verification() -> Option<AuditVerification>;
    fn last_night_verified() -> Option<NaiveDate>;
});
