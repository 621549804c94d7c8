//! The chain: what a sealer reads and enters, and what a verification reads. By hand, because events are read by the thousand, and each
//! engine gathers whom they are about in words of its own.

use application::ports::AuditChain;
use constcat::concat;
use domain::Instant;
use domain::id::UserId;
use domain::oversight::audit::{ChainEntry, ChainHash, ChainPoint, Gap, SealedEvent, Sealing, Stray};
use sea_orm::{DbBackend, Value};
use uuid::Uuid;

use super::{among_numbers, numbers};
use crate::events::reads::AT;
use crate::fault::Failure;
use crate::row::{Columns, corrupt, from_column, row};
use crate::sql::Bound;

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
    /// What a hash covers of an event `e`. SQLite gathers whom it is about otherwise, see [`columns`].
    EVENT_COLUMNS, event("events") -> SealedEvent {
        id: "e.id",
        seq: "e.seq",
        at: (AT),
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
const IS_NEWER: &str = "e.seq > (SELECT c.newest_seq FROM audit_chain c WHERE c.id = 1)";
pub(crate) const BACKLOG: &str = concat!(
    "SELECT count(*), (SELECT ",
    AT,
    " FROM events e WHERE ",
    IS_NEWER,
    " ORDER BY e.seq LIMIT 1) FROM events e WHERE ",
    IS_NEWER
);

/// The transactions `l` that write events. PostgreSQL has them hold this lock from before they take a number until what they have written
/// is visible or gone.
const WRITERS: &str = "\
    FROM pg_locks l WHERE l.locktype = 'relation' AND l.relation = 'events'::regclass AND l.mode = 'RowExclusiveLock' AND l.granted \
        AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())";

/// The gaps, each with whether one of those is still at work who were when it was entered. SQLite has one writer, and with it no number
/// that somebody may still hold below one that is visible.
pub(crate) fn gaps_statement(backend: DbBackend) -> String {
    let may_appear = if backend == DbBackend::Postgres {
        format!(
            "coalesce(string_to_array(g.writers, ',') && (SELECT array_agg(l.virtualtransaction) {WRITERS}), FALSE)"
        )
    } else {
        "FALSE".to_owned()
    };
    format!("SELECT g.event_seq, {may_appear} FROM audit_gaps g ORDER BY g.event_seq")
}

pub(super) fn gap(columns: &mut Columns<'_>) -> Result<Gap, Failure> {
    Ok(Gap { seq: columns.take()?, may_appear: columns.take()? })
}

/// Events whose numbers were left out and have appeared.
pub(crate) fn late_statement(backend: DbBackend) -> String {
    let columns = columns(backend);
    format!(
        "SELECT e.seq, {columns} FROM audit_gaps g JOIN events e ON e.seq = g.event_seq ORDER BY g.event_seq LIMIT $1"
    )
}

/// Events that are newer than every sealed one.
pub(crate) fn newer_statement(backend: DbBackend) -> String {
    format!("SELECT e.seq, {} FROM events e WHERE e.seq > $1 ORDER BY e.seq LIMIT $2", columns(backend))
}

/// An event that is to be sealed; the number of one that nobody can read.
pub(super) fn unsealed(columns: &mut Columns<'_>) -> Result<Result<SealedEvent, i64>, Failure> {
    let seq = columns.take()?;
    Ok(event(columns).map_err(|_| seq))
}

/// What the chain has behind a position; with each entry the event `o` of the next lower number, where that has neither a seal nor a gap.
/// Where the entry before has the number before there is none to look for.
///
/// The limit stands in the text: PostgreSQL, which plans for any limit that is a parameter, would plan for a tenth of the log.
pub(crate) fn entries_statement(backend: DbBackend, limit: u32) -> String {
    format!(
        "SELECT w.position, w.event_seq, w.hash, o.seq, {}, o.kind, e.seq IS NOT NULL, {} \
         FROM (SELECT s.position, s.event_seq, s.hash, lag(s.event_seq) OVER (ORDER BY s.position) AS before \
             FROM audit_seals s WHERE s.position > $1 ORDER BY s.position LIMIT {limit}) AS w \
         LEFT JOIN events e ON e.seq = w.event_seq \
         LEFT JOIN events o ON o.seq = CASE \
                 WHEN w.event_seq - 1 = w.before THEN NULL \
                 ELSE (SELECT max(b.seq) FROM events b WHERE b.seq < w.event_seq) END \
             AND NOT EXISTS (SELECT 1 FROM audit_seals s WHERE s.event_seq = o.seq) \
             AND NOT EXISTS (SELECT 1 FROM audit_gaps g WHERE g.event_seq = o.seq) \
         ORDER BY w.position",
        AT.replace("e.at", "o.at"),
        columns(backend)
    )
}

/// SQLite keeps whatever is put into a column: what cannot be read is left open, and the chain breaks there.
pub(super) fn entry(columns: &mut Columns<'_>) -> Result<ChainEntry, Failure> {
    let position = columns.take().unwrap_or(i64::MAX);
    let (seq, hash) = (columns.take().unwrap_or_default(), columns.take().unwrap_or_default());
    let stray: Option<i64> = columns.take()?;
    let (at, kind) = (columns.take().unwrap_or_default(), columns.take().unwrap_or_default());
    let is_there: bool = columns.take()?;
    Ok(ChainEntry {
        position,
        seq,
        hash,
        event: if is_there { event(columns).ok() } else { None },
        stray: stray.map(|seq| Stray { seq, at, kind }),
    })
}

/// What enters a step of sealing.
pub(super) fn sealing_statements(backend: DbBackend, sealing: &Sealing, at: Instant) -> Vec<Bound> {
    let Sealing { seals, newest_seq, closed, given_up, opened } = sealing;
    let mut statements = Vec::new();
    if let (Some(first), Some(last)) = (seals.first(), seals.last()) {
        statements.push((insert_seals(backend).to_owned(), inserted(backend, first.point.position - 1, sealing)));
        let chain = "UPDATE audit_chain SET position = $1, hash = $2, sealed_at = $3, newest_seq = $4 WHERE id = 1";
        let hash = last.point.hash.to_string();
        let values = vec![last.point.position.into(), hash.into(), at.into(), (*newest_seq).into()];
        statements.push((chain.to_owned(), values));
    } else {
        let passed = "UPDATE audit_chain SET newest_seq = $1 WHERE id = 1";
        statements.push((passed.to_owned(), vec![(*newest_seq).into()]));
    }
    if !closed.is_empty() {
        statements.push((close_gaps(backend), vec![numbers(closed.iter().copied())]));
    }
    if !given_up.is_empty() {
        statements.push((give_up_gaps(backend), vec![numbers(given_up.iter().copied())]));
    }
    if !opened.is_empty() {
        statements.push((open_gaps(backend), vec![numbers(opened.iter().copied()), at.into()]));
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

/// The last look for their events, under the lock of the chain.
pub(crate) fn give_up_gaps(backend: DbBackend) -> String {
    format!("{} AND NOT EXISTS (SELECT 1 FROM events e WHERE e.seq = audit_gaps.event_seq)", close_gaps(backend))
}

/// Those who write events by now may have taken one of the numbers; those who begin later cannot.
fn open_gaps(backend: DbBackend) -> String {
    if backend == DbBackend::Postgres {
        format!(
            "INSERT INTO audit_gaps (event_seq, noticed_at, writers) \
             SELECT n::bigint, $2, (SELECT string_agg(l.virtualtransaction, ',') {WRITERS}) \
             FROM unnest(string_to_array($1, ',')) n ON CONFLICT DO NOTHING"
        )
    } else {
        "INSERT INTO audit_gaps (event_seq, noticed_at) SELECT n.value, $2 FROM json_each('[' || $1 || ']') n WHERE TRUE \
         ON CONFLICT DO NOTHING"
            .to_owned()
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
