//! Verifications of the chain.

use application::ports::AuditVerification;
use constcat::concat;
use domain::oversight::audit::Break;
use sea_orm::Value;
use uuid::Uuid;

use super::chain::point;
use crate::fault::Failure;
use crate::row::{Columns, row};

row! {
    /// A verification `v`.
    COLUMNS, verification("audit_verifications") -> AuditVerification {
        number: "v.number",
        started_at: "v.started_at",
        finished_at: "v.finished_at",
        night: "v.night",
        total: "v.total",
        checked: "v.checked",
        checkpoint: ["v.checkpoint_position, v.checkpoint_hash" => point],
        through: ["v.through_position, v.through_hash" => point],
        reached: ["v.reached_position, v.reached_hash" => point],
        found: ["v.broken_position, v.broken_seq, v.broken_at, v.broken_kind" => found],
    }
}

fn found(columns: &mut Columns<'_>) -> Result<Option<Break>, Failure> {
    let position: Option<i64> = columns.take()?;
    let (seq, at, kind) = (columns.take()?, columns.take()?, columns.take()?);
    Ok(position.map(|position| Break { position, seq, at, kind }))
}

pub(crate) const LAST: &str = concat!("SELECT ", COLUMNS, " FROM audit_verifications v ORDER BY v.number DESC LIMIT 1");
pub(crate) const LAST_FINISHED: &str =
    concat!("SELECT ", COLUMNS, " FROM audit_verifications v WHERE NOT v.is_running ORDER BY v.number DESC LIMIT 1");
pub(crate) const LAST_NIGHT: &str = "SELECT max(v.night) FROM audit_verifications v WHERE v.night IS NOT NULL";

/// Two that begin at once have the same number, or are both the running one: the second does nothing.
pub(crate) const BEGIN: &str = "\
    INSERT INTO audit_verifications (number, started_at, night, total, checked, checkpoint_position, checkpoint_hash, \
        through_position, through_hash, reached_position, reached_hash, is_running) \
    SELECT coalesce((SELECT max(v.number) FROM audit_verifications v), 0) + 1, $1, $2, c.position - c.checkpoint_position, 0, \
        c.checkpoint_position, c.checkpoint_hash, c.position, c.hash, c.checkpoint_position, c.checkpoint_hash, TRUE \
    FROM audit_chain c WHERE c.id = 1 AND NOT EXISTS (SELECT 1 FROM audit_verifications v WHERE v.is_running) \
    ON CONFLICT DO NOTHING";

pub(crate) const TAKE: &str = "\
    UPDATE audit_verifications SET holder = $1, held_until = $3 \
    WHERE is_running AND (holder IS NULL OR holder = $1 OR held_until <= $2)";

pub(crate) const KEEP: &str = "\
    UPDATE audit_verifications SET checked = $3, reached_position = $4, reached_hash = $5, finished_at = $6, \
        broken_position = $7, broken_seq = $8, broken_at = $9, broken_kind = $10, is_running = ($6 IS NULL) \
    WHERE number = $1 AND holder = $2 AND is_running";

/// The parameters of [`KEEP`].
pub(super) fn kept(holder: Uuid, verification: &AuditVerification) -> Vec<Value> {
    let found = verification.found.as_ref();
    vec![
        verification.number.into(),
        holder.into(),
        verification.checked.into(),
        verification.reached.position.into(),
        verification.reached.hash.to_string().into(),
        verification.finished_at.into(),
        found.map(|found| found.position).into(),
        found.and_then(|found| found.seq).into(),
        found.and_then(|found| found.at).into(),
        found.and_then(|found| found.kind.clone()).into(),
    ]
}
