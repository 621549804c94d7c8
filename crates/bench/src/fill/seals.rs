//! Seals on the events that are filled, by the chain of the portal itself.

use domain::id::{EventId, UserId};
use domain::oversight::audit::{ChainPoint, SealedEvent};
use sqlx::Row;
use uuid::Uuid;

use crate::engine::Session;
use crate::failure::{Failure, Outcome};

/// As many events are read and sealed together.
const TOGETHER: i64 = 10_000;

/// Seals what follows `newest` up to the position `last`. The numbers of these events are their positions.
pub(super) async fn seal(session: &mut Session, mut newest: ChainPoint, last: i64) -> Outcome<ChainPoint> {
    while newest.position < last {
        let before = newest.position;
        let events = events(session, before).await?;
        let mut hashes = Vec::with_capacity(events.len());
        for event in &events {
            newest = newest.then(event);
            if event.seq != newest.position {
                return Err(Failure::new(format!("the event {} is missing", newest.position)));
            }
            hashes.push(newest.hash.to_string());
        }
        if hashes.is_empty() {
            return Err(Failure::new(format!("the log ends at {before}")));
        }
        keep(session, before, hashes.join(",")).await?;
    }
    Ok(newest)
}

/// What a hash covers of the events behind a number, each engine with words of its own for whom they are about.
macro_rules! statement {
    ($subjects:literal) => {
        concat!(
            "SELECT e.seq, e.id, e.at, e.kind, e.source, e.actor_id, e.actor_role, e.on_behalf_of, e.address, e.request_id, e.payload, \
             (SELECT ", $subjects, " FROM event_subjects s WHERE s.event_seq = e.seq) FROM events e WHERE e.seq > $1 ORDER BY e.seq LIMIT $2"
        )
    };
}

/// The events in the rows of that statement.
macro_rules! sealed {
    ($rows:expr) => {
        $rows
            .iter()
            .map(|row| {
                let subjects: Option<String> = row.try_get(11)?;
                Ok::<_, sqlx::Error>(SealedEvent {
                    seq: row.try_get(0)?,
                    id: EventId::new(row.try_get(1)?),
                    at: row.try_get(2)?,
                    kind: row.try_get(3)?,
                    source: row.try_get(4)?,
                    actor: row.try_get::<Option<Uuid>, _>(5)?.map(UserId::new),
                    actor_role: row.try_get(6)?,
                    on_behalf_of: row.try_get::<Option<Uuid>, _>(7)?.map(UserId::new),
                    ip: row.try_get(8)?,
                    request_id: row.try_get(9)?,
                    payload: row.try_get(10)?,
                    subjects: people_in(subjects.as_deref().unwrap_or_default()),
                })
            })
            .collect::<Result<Vec<_>, _>>()?
    };
}

/// The next events behind a number.
async fn events(session: &mut Session, after: i64) -> Outcome<Vec<SealedEvent>> {
    Ok(match session {
        Session::Sqlite(connection) => {
            let query = sqlx::query(statement!("group_concat(hex(s.user_id), ',')")).bind(after).bind(TOGETHER);
            sealed!(query.fetch_all(&mut **connection).await?)
        }
        Session::Postgres(connection) => {
            let query = sqlx::query(statement!("string_agg(s.user_id::text, ',')")).bind(after).bind(TOGETHER);
            sealed!(query.fetch_all(&mut **connection).await?)
        }
    })
}

/// The people whose ids stand there.
fn people_in(ids: &str) -> Vec<UserId> {
    ids.split(',').filter_map(|id| Uuid::try_parse(id).ok()).map(UserId::new).collect()
}

/// Keeps the hashes of the positions behind one.
async fn keep(session: &mut Session, before: i64, hashes: String) -> Outcome<()> {
    match session {
        Session::Sqlite(connection) => {
            let query = sqlx::query(
                "INSERT INTO audit_seals (position, event_seq, hash) SELECT $1 + h.key + 1, $1 + h.key + 1, h.value \
                 FROM json_each('[\"' || replace($2, ',', '\",\"') || '\"]') h",
            );
            query.bind(before).bind(hashes).execute(&mut **connection).await?;
        }
        Session::Postgres(connection) => {
            let query = sqlx::query(
                "INSERT INTO audit_seals (position, event_seq, hash) SELECT $1 + h.place, $1 + h.place, h.hash \
                 FROM unnest(string_to_array($2, ',')) WITH ORDINALITY AS h(hash, place)",
            );
            query.bind(before).bind(hashes).execute(&mut **connection).await?;
        }
    }
    Ok(())
}
