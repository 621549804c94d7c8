//! The chain: what a sealer reads and enters, and what a verification reads. By hand, because events are read by the thousand, and each
//! engine gathers whom they are about in words of its own.

use application::ports::AuditChain;
use constcat::concat;
use domain::Instant;
use domain::id::UserId;
use domain::oversight::audit::{ChainEntry, ChainHash, ChainPoint, Gap, SealedEvent, Sealing};
use sea_orm::{DbBackend, Value};
use uuid::Uuid;

use super::{among_numbers, numbers};
use crate::fault::Failure;
use crate::people::Bound;
use crate::row::{Columns, corrupt, from_column, row};

from_column! {
    ChainHash: String => |text| text.parse().ok(),
}

row! {
    /// The chain `c`.
    CHAIN_COLUMNS, chain("audit_chain") -> AuditChain {
        newest: ["c.position, c.hash" => point],
        sealed_at: "c.sealed_at",
        newest_seq: "c.newest_seq",
        checkpoint: ["c.checkpoint_position, c.checkpoint_hash" => point],
    }
}

row! {
    GAP_COLUMNS, gap("audit_gaps") -> Gap {
        seq: "g.event_seq",
        noticed_at: "g.noticed_at",
    }
}

row! {
    /// What a hash covers of an event `e`. SQLite gathers whom it is about otherwise, see [`columns`].
    EVENT_COLUMNS, event("events") -> SealedEvent {
        id: "e.id",
        seq: "e.seq",
        at: "e.at",
        kind: "e.kind",
        source: "e.source",
        actor: "e.actor_id",
        actor_role: "e.actor_role",
        on_behalf_of: "e.on_behalf_of",
        ip: "e.address",
        request_id: "e.request_id",
        payload: "e.payload",
        subjects: [SUBJECTS_POSTGRES => subjects],
    }
}

const SUBJECTS_POSTGRES: &str =
    "(SELECT string_agg(s.user_id::text, ',') FROM event_subjects s WHERE s.event_seq = e.seq)";
const SUBJECTS_SQLITE: &str =
    "(SELECT group_concat(hex(s.user_id), ',') FROM event_subjects s WHERE s.event_seq = e.seq)";

fn columns(backend: DbBackend) -> String {
    if backend == DbBackend::Postgres {
        EVENT_COLUMNS.to_owned()
    } else {
        EVENT_COLUMNS.replace(SUBJECTS_POSTGRES, SUBJECTS_SQLITE)
    }
}

pub(super) fn point(columns: &mut Columns<'_>) -> Result<ChainPoint, Failure> {
    let place = columns.place("audit_chain");
    Ok(ChainPoint { position: columns.take()?, hash: columns.column(&place, "hash")? })
}

fn subjects(columns: &mut Columns<'_>) -> Result<Vec<UserId>, Failure> {
    let gathered: Option<String> = columns.take()?;
    let ids = gathered.iter().flat_map(|ids| ids.split(',')).map(|id| Uuid::try_parse(id).map(UserId::new));
    Ok(ids.collect::<Result<_, _>>().map_err(|_| corrupt("event_subjects", "user_id", ""))?)
}

pub(crate) const CHAIN: &str = concat!("SELECT ", CHAIN_COLUMNS, " FROM audit_chain c WHERE c.id = 1");
pub(crate) const GAPS: &str = concat!("SELECT ", GAP_COLUMNS, " FROM audit_gaps g ORDER BY g.event_seq");
pub(crate) const UNSEALED_SINCE: &str = "\
    SELECT e.at FROM events e WHERE e.seq > (SELECT c.newest_seq FROM audit_chain c WHERE c.id = 1) ORDER BY e.seq LIMIT 1";

/// Events whose numbers were left out and have appeared.
pub(crate) fn late_statement(backend: DbBackend) -> String {
    let columns = columns(backend);
    format!("SELECT {columns} FROM audit_gaps g JOIN events e ON e.seq = g.event_seq ORDER BY g.event_seq LIMIT $1")
}

/// Events that are newer than every sealed one.
pub(crate) fn newer_statement(backend: DbBackend) -> String {
    format!("SELECT {} FROM events e WHERE e.seq > $1 ORDER BY e.seq LIMIT $2", columns(backend))
}

/// What the chain has behind a position.
pub(crate) fn entries_statement(backend: DbBackend) -> String {
    format!(
        "SELECT l.position, l.event_seq, l.hash, e.seq IS NOT NULL, {} FROM audit_seals l \
         LEFT JOIN events e ON e.seq = l.event_seq WHERE l.position > $1 ORDER BY l.position LIMIT $2",
        columns(backend)
    )
}

pub(super) fn entry(columns: &mut Columns<'_>) -> Result<ChainEntry, Failure> {
    let (position, seq, hash, is_there) = (columns.take()?, columns.take()?, columns.take()?, columns.take::<bool>()?);
    let event = if is_there { Some(event(columns)?) } else { None };
    Ok(ChainEntry { position, seq, hash, event })
}

/// What enters a step of sealing.
pub(super) fn sealing_statements(backend: DbBackend, sealing: &Sealing, at: Instant) -> Vec<Bound> {
    let Sealing { seals, newest_seq, closed, opened } = sealing;
    let mut statements = Vec::new();
    if let (Some(first), Some(last)) = (seals.first(), seals.last()) {
        statements.push((insert_seals(backend).to_owned(), inserted(backend, first.point.position - 1, sealing)));
        let chain = "UPDATE audit_chain SET position = $1, hash = $2, sealed_at = $3, newest_seq = $4 WHERE id = 1";
        let hash = last.point.hash.to_string();
        let values = vec![last.point.position.into(), hash.into(), at.into(), (*newest_seq).into()];
        statements.push((chain.to_owned(), values));
    }
    if !closed.is_empty() {
        statements.push((close_gaps(backend), vec![numbers(closed.iter().copied())]));
    }
    if !opened.is_empty() {
        statements.push((open_gaps(backend).to_owned(), vec![numbers(opened.iter().copied()), at.into()]));
    }
    statements
}

/// `$1`: the position before the first.
fn insert_seals(backend: DbBackend) -> &'static str {
    if backend == DbBackend::Postgres {
        "INSERT INTO audit_seals (position, event_seq, hash) SELECT $1 + n.place, n.seq::bigint, n.hash \
         FROM unnest(string_to_array($2, ','), string_to_array($3, ',')) WITH ORDINALITY AS n(seq, hash, place)"
    } else {
        "INSERT INTO audit_seals (position, event_seq, hash) \
         SELECT $1 + n.key + 1, json_extract(n.value, '$[0]'), json_extract(n.value, '$[1]') FROM json_each($2) n"
    }
}

fn inserted(backend: DbBackend, before: i64, sealing: &Sealing) -> Vec<Value> {
    let seals = sealing.seals.iter();
    if backend == DbBackend::Postgres {
        let hashes: Vec<String> = seals.clone().map(|seal| seal.point.hash.to_string()).collect();
        vec![before.into(), numbers(seals.map(|seal| seal.seq)), hashes.join(",").into()]
    } else {
        let pairs: Vec<String> = seals.map(|seal| format!("[{},\"{}\"]", seal.seq, seal.point.hash)).collect();
        vec![before.into(), format!("[{}]", pairs.join(",")).into()]
    }
}

pub(crate) fn close_gaps(backend: DbBackend) -> String {
    format!("DELETE FROM audit_gaps WHERE {}", among_numbers(backend, "event_seq", 1))
}

fn open_gaps(backend: DbBackend) -> &'static str {
    if backend == DbBackend::Postgres {
        "INSERT INTO audit_gaps (event_seq, noticed_at) SELECT n::bigint, $2 FROM unnest(string_to_array($1, ',')) n \
         ON CONFLICT DO NOTHING"
    } else {
        "INSERT INTO audit_gaps (event_seq, noticed_at) SELECT n.value, $2 FROM json_each('[' || $1 || ']') n WHERE TRUE \
         ON CONFLICT DO NOTHING"
    }
}

pub(crate) const MOVE_CHECKPOINT: &str =
    "UPDATE audit_chain SET checkpoint_position = $1, checkpoint_hash = $2 WHERE id = 1";

/// What goes up to a position, in the order that the triggers allow.
pub(crate) const PRUNE: [&str; 3] = [
    "DELETE FROM event_subjects WHERE event_seq IN (SELECT l.event_seq FROM audit_seals l WHERE l.position <= $1)",
    "DELETE FROM events WHERE seq IN (SELECT l.event_seq FROM audit_seals l WHERE l.position <= $1)",
    "DELETE FROM audit_seals WHERE position <= $1",
];
