//! Reads events back, in kinds and facts. By hand, because each engine gathers the subjects in words of its own.

use std::collections::BTreeSet;

use application::events::{Record, Source};
use application::ports::{EventReads, RecordedEvent, Result};
use async_trait::async_trait;
use constcat::concat;
use domain::Instant;
use domain::id::{EventId, SessionId, UserId};
use domain::person::Role;
use sea_orm::DbBackend;
use uuid::Uuid;

use super::json;
use crate::database::Database;
use crate::fault::Failure;
use crate::row::{Columns, corrupt, ids, row};

ids!(EventId);

/// When an event `e` happened; null where that is no moment that a program could read.
pub(crate) const AT: &str = "CASE WHEN e.at BETWEEN '0001-01-01' AND '9999-12-31' THEN e.at END";

row! {
    /// The columns of an event `e`, but for whom it is about.
    EVENT_COLUMNS, stored("events") -> Stored {
        id: "e.id",
        seq: "e.seq",
        at: (AT),
        kind: "e.kind",
        source: "e.source",
        actor: "e.actor_id",
        role: "e.actor_role",
        on_behalf_of: "e.on_behalf_of",
        session: "e.session_id",
        request_id: "e.request_id",
        address: "e.address",
        payload: "e.payload",
    }
}

pub(crate) struct Stored {
    id: EventId,
    seq: i64,
    at: Instant,
    kind: String,
    source: Option<String>,
    actor: Option<UserId>,
    role: Option<String>,
    on_behalf_of: Option<UserId>,
    session: Option<SessionId>,
    request_id: Option<String>,
    address: Option<String>,
    payload: String,
}

macro_rules! columns {
    ($subjects:literal) => {
        concat!(EVENT_COLUMNS, ", (SELECT ", $subjects, " FROM event_subjects s WHERE s.event_seq = e.seq)")
    };
}
macro_rules! newest {
    ($columns:expr) => {
        concat!("SELECT ", $columns, " FROM events e WHERE e.seq < $1 ORDER BY e.seq DESC LIMIT $2")
    };
}
macro_rules! about {
    ($columns:expr) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM event_subjects a JOIN events e ON e.seq = a.event_seq WHERE a.user_id = $3 AND a.event_seq < $1 \
             ORDER BY a.event_seq DESC LIMIT $2"
        )
    };
}

pub(crate) const NEWEST_POSTGRES: &str = newest!(columns!("string_agg(s.user_id::text, ',')"));
pub(crate) const NEWEST_SQLITE: &str = newest!(columns!("group_concat(hex(s.user_id), ',')"));
pub(crate) const ABOUT_POSTGRES: &str = about!(columns!("string_agg(s.user_id::text, ',')"));
pub(crate) const ABOUT_SQLITE: &str = about!(columns!("group_concat(hex(s.user_id), ',')"));

#[async_trait]
impl EventReads for Database {
    async fn events(&self, about: Option<UserId>, before: Option<i64>, limit: u32) -> Result<Vec<RecordedEvent>> {
        let statement = match (self.backend(), about) {
            (DbBackend::Postgres, None) => NEWEST_POSTGRES,
            (DbBackend::Postgres, Some(_)) => ABOUT_POSTGRES,
            (_, None) => NEWEST_SQLITE,
            (_, Some(_)) => ABOUT_SQLITE,
        };
        let mut values = vec![before.unwrap_or(i64::MAX).into(), i64::from(limit).into()];
        values.extend(about.map(|user| user.uuid().into()));
        self.all(statement, values, recorded).await
    }
}

fn recorded(columns: &mut Columns<'_>) -> Result<RecordedEvent, Failure> {
    let mut event = without_subjects(columns)?;
    let subjects: Option<String> = columns.take()?;
    let subject = |text: &str| Uuid::try_parse(text).map(UserId::new);
    let subjects = subjects.iter().flat_map(|ids| ids.split(',')).map(subject).collect::<Result<_, _>>();
    event.record.subjects = subjects.map_err(|_| corrupt("event_subjects", "user_id", event.id))?;
    Ok(event)
}

/// An event, of which is still to be said whom it is about. It can be looked at whatever somebody has put in the place of its source and
/// role past the portal.
pub(crate) fn without_subjects(columns: &mut Columns<'_>) -> Result<RecordedEvent, Failure> {
    let Stored { id, seq, at, kind, source, actor, role, on_behalf_of, session, request_id, address, payload } =
        stored(columns)?;
    let (details, changes) = json::read_payload(&payload);
    let record = Record { kind: kind.into(), subjects: BTreeSet::new(), details, changes };
    let source = source.and_then(|name| Source::named(&name));
    let role = role.and_then(|name| name.parse::<Role>().ok());
    Ok(RecordedEvent { seq, id, at, source, actor, role, on_behalf_of, session, request_id, address, record })
}
