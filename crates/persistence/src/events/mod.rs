//! The event log: written in the transaction of what happened, read to tell the browsers, and by those who ask later.

pub(crate) mod feed;
mod json;
pub(crate) mod reads;

use application::events::Event;
use application::ports::{EventLog, Result, StoreError};
use async_trait::async_trait;
use domain::id::{SessionId, UserId};
use sea_orm::{DbBackend, Value};

pub use self::feed::EventFeed;

use crate::sql::Bound;
use crate::unit::Unit;

/// So many events are written together, and below them so many of those whom they are about: a statement can have 32,766 parameters on
/// SQLite, of which an event takes twelve, and each person two; and each has to be done in time, on a busy machine too.
const TOGETHER: usize = 100;
const SUBJECTS_TOGETHER: usize = 2_000;

const COLUMNS: &str =
    "id, kind, actor_id, actor_role, on_behalf_of, session_id, request_id, address, source, payload, audience, at";

/// The texts that write some events and whom they are about, with their parameters: one that is sent at once, because a submission waits
/// for each, and more where they are about thousands. By hand, because the second half takes the numbers that the first has given out.
///
/// An event about nobody takes part in the second half too: what a failed sign-in costs tells nothing of the account.
///
/// `before`: what the first of these takes along, with its parameters; parts of one statement on PostgreSQL, statements on SQLite.
/// `condition`: what is added, on PostgreSQL, to the condition under which the first writes whom the events are about.
pub(crate) fn statements(backend: DbBackend, before: Option<Bound>, events: &[Event], condition: &str) -> Vec<Bound> {
    let is_postgres = backend == DbBackend::Postgres;
    let kind = if is_postgres { "::uuid" } else { "" };
    let (before, mut values) = before.unwrap_or_default();
    let rows = listed(events.iter().map(row), "", &mut values);
    let insert = format!("INSERT INTO events ({COLUMNS}) VALUES {rows}");
    let pairs: Vec<Vec<Value>> = events.iter().flat_map(about).collect();
    let mut parts = pairs.chunks(SUBJECTS_TOGETHER);
    let about = listed(parts.next().unwrap_or_default().iter().cloned(), kind, &mut values);
    let first = if is_postgres {
        subjects(&before, &about, &format!(", e AS ({insert} RETURNING seq, id)"), "e") + condition
    } else {
        format!("{before}{insert}; {}", subjects("", &about, "", "events e"))
    };
    let mut statements = vec![(first, values)];
    statements.extend(parts.map(|part| {
        let mut values = Vec::new();
        let about = listed(part.iter().cloned(), kind, &mut values);
        (subjects("", &about, "", "events e"), values)
    }));
    statements
}

/// The text that writes whom events are about, given as rows of their ids and people, between other parts of the statement.
fn subjects(before: &str, about: &str, beside: &str, events: &str) -> String {
    format!(
        "WITH {before}about (event_id, user_id) AS (VALUES {about}){beside} \
         INSERT INTO event_subjects (event_seq, user_id) SELECT e.seq, about.user_id \
         FROM about JOIN {events} ON e.id = about.event_id WHERE about.user_id IS NOT NULL"
    )
}

/// Whom an event is about, each beside its id; once nobody, where it is about nobody.
fn about(event: &Event) -> Vec<Vec<Value>> {
    let subjects = &event.record.subjects;
    let nobody = subjects.is_empty().then_some(None);
    let all = nobody.into_iter().chain(subjects.iter().copied().map(Some));
    all.map(|subject| vec![event.id.uuid().into(), subject.map(UserId::uuid).into()]).collect()
}

/// Rows of parameters, each of the given type, after those that are there already.
fn listed(rows: impl Iterator<Item = Vec<Value>>, kind: &str, values: &mut Vec<Value>) -> String {
    let row = |row: Vec<Value>| {
        let first = values.len() + 1;
        values.extend(row);
        let places: Vec<String> = (first..=values.len()).map(|place| format!("${place}{kind}")).collect();
        format!("({})", places.join(", "))
    };
    rows.map(row).collect::<Vec<_>>().join(", ")
}

/// An event in the order of [`COLUMNS`].
fn row(event: &Event) -> Vec<Value> {
    let (origin, record) = (&event.origin, &event.record);
    vec![
        event.id.uuid().into(),
        record.kind.as_ref().into(),
        origin.actor.map(|(user, _)| user.uuid()).into(),
        origin.actor.map(|(_, role)| role.name()).into(),
        origin.on_behalf_of.map(UserId::uuid).into(),
        origin.session.map(SessionId::uuid).into(),
        origin.request.map(|request| request.id.to_string()).into(),
        origin.request.map(|request| request.counted_address()).into(),
        origin.source.name().into(),
        json::payload(record).to_string().into(),
        json::pushes(&event.pushes).to_string().into(),
        event.at.into(),
    ]
}

impl Unit {
    /// Appends an event in one statement with what stands before it, where `condition` holds on PostgreSQL. Otherwise the store is not
    /// as it was read, and the unit of work must not be committed.
    pub(crate) async fn append_after(&self, before: Bound, event: &Event, condition: &str) -> Result<()> {
        for (statement, values) in statements(self.backend(), Some(before), std::slice::from_ref(event), condition) {
            if self.change(statement, values).await? == 0 && !condition.is_empty() {
                return Err(StoreError::Stale);
            }
        }
        self.transaction.records_events();
        Ok(())
    }
}

#[async_trait]
impl EventLog for Unit {
    async fn append(&self, events: &[Event]) -> Result<()> {
        for events in events.chunks(TOGETHER) {
            for (statement, values) in statements(self.backend(), None, events, "") {
                self.change(statement, values).await?;
            }
            self.transaction.records_events();
        }
        Ok(())
    }
}
