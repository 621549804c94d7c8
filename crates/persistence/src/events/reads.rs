//! Reads events back, in kinds and facts.

use application::events::{Record, Source};
use application::ports::{EventReads, RecordedEvent, StoreError};
use async_trait::async_trait;
use domain::id::{EventId, SessionId, UserId};
use sea_orm::{DbBackend, QueryResult};
use uuid::Uuid;

use super::json;
use crate::database::Database;
use crate::fault::Failure;
use crate::sql::{self, Columns, corrupt};

macro_rules! columns {
    ($subjects:literal) => {
        concat!(
            "e.seq, e.id, e.at, e.kind, e.source, e.actor_id, e.actor_role, e.on_behalf_of, e.session_id, e.request_id, \
             e.address, e.payload, (SELECT ",
            $subjects,
            " FROM event_subjects s WHERE s.event_seq = e.seq)"
        )
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
    async fn events(
        &self,
        about: Option<UserId>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let statement = match (self.backend(), about) {
            (DbBackend::Postgres, None) => NEWEST_POSTGRES,
            (DbBackend::Postgres, Some(_)) => ABOUT_POSTGRES,
            (_, None) => NEWEST_SQLITE,
            (_, Some(_)) => ABOUT_SQLITE,
        };
        let mut values = vec![before.unwrap_or(i64::MAX).into(), i64::from(limit).into()];
        values.extend(about.map(|user| user.uuid().into()));
        self.read(move |connection| async move {
            sql::all(&*connection, statement, values).await?.iter().map(recorded).collect()
        })
        .await
    }
}

fn recorded(row: &QueryResult) -> Result<RecordedEvent, Failure> {
    let mut columns = Columns::of(row);
    let (seq, id, at) = (columns.take()?, EventId::new(columns.take()?), columns.take()?);
    let kind: String = columns.take()?;
    let source: Option<String> = columns.take()?;
    let source = source.map(|name| Source::named(&name).ok_or_else(|| corrupt("events", "source", id))).transpose()?;
    let actor = columns.take::<Option<Uuid>>()?.map(UserId::new);
    let role: Option<String> = columns.take()?;
    let role = role.map(|name| name.parse().map_err(|_| corrupt("events", "actor_role", id))).transpose()?;
    let on_behalf_of = columns.take::<Option<Uuid>>()?.map(UserId::new);
    let session = columns.take::<Option<Uuid>>()?.map(SessionId::new);
    let (request_id, address) = (columns.take()?, columns.take()?);
    let (details, changes) = json::read_payload(&columns.take::<String>()?);
    let subjects: Option<String> = columns.take()?;
    let subject = |text: &str| Uuid::try_parse(text).map(UserId::new);
    let subjects = subjects.iter().flat_map(|ids| ids.split(',')).map(subject).collect::<Result<_, _>>();
    let subjects = subjects.map_err(|_| corrupt("event_subjects", "user_id", id))?;
    let record = Record { kind: kind.into(), subjects, details, changes };
    Ok(RecordedEvent { seq, id, at, source, actor, role, on_behalf_of, session, request_id, address, record })
}
