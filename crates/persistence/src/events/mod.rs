//! The event log: written in the transaction of what happened, read to tell the browsers, and by those who ask later.

pub(crate) mod feed;
mod json;
pub(crate) mod reads;
mod signal;

use application::events::Event;
use application::ports::{EventLog, StoreError};
use async_trait::async_trait;
use domain::id::{SessionId, UserId};
use sea_orm::{ConnectionTrait, DbBackend};
use serde_json::{Value, json};

pub use self::feed::EventFeed;
pub(crate) use self::signal::tell_others;

use crate::sql;
use crate::unit::Unit;

/// Events and whom they are about, in one statement: a submission waits for each.
pub(crate) const APPEND_POSTGRES: &str = "\
    WITH given AS (SELECT * FROM json_to_recordset($1::json) AS g(id uuid, kind text, actor_id uuid, actor_role text, \
        on_behalf_of uuid, session_id uuid, request_id text, address text, source text, payload text, audience text, \
        at timestamp with time zone, subjects uuid[])), \
      appended AS (INSERT INTO events (id, kind, actor_id, actor_role, on_behalf_of, session_id, request_id, address, source, \
          payload, audience, at) \
        SELECT id, kind, actor_id, actor_role, on_behalf_of, session_id, request_id, address, source, payload, audience, at \
        FROM given RETURNING seq, id) \
    INSERT INTO event_subjects (event_seq, user_id) \
    SELECT a.seq, unnest(g.subjects) FROM appended a JOIN given g ON g.id = a.id";
pub(crate) const APPEND_SQLITE: &str = "\
    INSERT INTO events (id, kind, actor_id, actor_role, on_behalf_of, session_id, request_id, address, source, payload, audience, \
      at) \
    SELECT unhex(g.value ->> 'id'), g.value ->> 'kind', unhex(g.value ->> 'actor_id'), g.value ->> 'actor_role', \
      unhex(g.value ->> 'on_behalf_of'), unhex(g.value ->> 'session_id'), g.value ->> 'request_id', g.value ->> 'address', \
      g.value ->> 'source', g.value ->> 'payload', g.value ->> 'audience', g.value ->> 'at' \
    FROM json_each($1) g ORDER BY g.key";
pub(crate) const APPEND_SUBJECTS_SQLITE: &str = "\
    INSERT INTO event_subjects (event_seq, user_id) \
    SELECT e.seq, unhex(s.value) FROM json_each($1) g CROSS JOIN json_each(g.value, '$.subjects') s \
      CROSS JOIN events e ON e.id = unhex(g.value ->> 'id')";

#[async_trait]
impl EventLog for Unit {
    async fn append(&self, events: &[Event]) -> Result<(), StoreError> {
        if events.is_empty() {
            return Ok(());
        }
        let given = events.iter().map(row).collect::<Value>().to_string();
        self.transaction
            .run(move |connection| async move {
                if connection.get_database_backend() == DbBackend::Postgres {
                    sql::change(&*connection, APPEND_POSTGRES, vec![given.into()]).await?;
                } else {
                    sql::change(&*connection, APPEND_SQLITE, vec![given.clone().into()]).await?;
                    // Also where they are about nobody: what a failed sign-in costs tells nothing of the account.
                    sql::change(&*connection, APPEND_SUBJECTS_SQLITE, vec![given.into()]).await?;
                }
                Ok(())
            })
            .await?;
        self.transaction.records_events();
        Ok(())
    }
}

/// An event as the statements take it; ids without hyphens, which both engines read.
fn row(event: &Event) -> Value {
    let (origin, record) = (&event.origin, &event.record);
    let id = |user: UserId| user.uuid().simple().to_string();
    json!({
        "id": event.id.uuid().simple().to_string(),
        "kind": record.kind,
        "actor_id": origin.actor.map(|(user, _)| id(user)),
        "actor_role": origin.actor.map(|(_, role)| role.name()),
        "on_behalf_of": origin.on_behalf_of.map(id),
        "session_id": origin.session.map(|session: SessionId| session.uuid().simple().to_string()),
        "request_id": origin.request.map(|request| request.id.to_string()),
        "address": origin.request.map(|request| request.counted_address()),
        "source": origin.source.name(),
        "payload": json::payload(record).to_string(),
        "audience": json::pushes(&event.pushes).to_string(),
        "at": sql::instant_text(event.at),
        "subjects": record.subjects.iter().copied().map(id).collect::<Vec<_>>(),
    })
}
