//! Parts of the audit log: events by whatever they are looked for, with their seals and with the names that people have now.
//!
//! A part takes three statements, however long it is: the events, whom they are about, and who else is named in them. Each filter has an
//! index that gives the events in the order of their numbers, so that a part costs as much on page one as far back.

use std::collections::{BTreeMap, BTreeSet};

use application::events::Change;
use application::facts::Fact;
use application::ports::{ActedBy, AuditFilter, AuditOrder, AuditPart, AuditView, PersonName, RecordedEvent};
use chrono::Duration;
use constcat::concat;
use domain::person::FullName;
use sea_orm::{ConnectionTrait, DbBackend, Value};
use uuid::Uuid;

use super::{among_numbers, numbers};
use crate::events::reads::{EVENT_COLUMNS, without_subjects};
use crate::fault::Failure;
use crate::people::{Bound, PERSON_COLUMNS, person};
use crate::row::{Columns, row};
use crate::sql;

row! {
    /// An event `e` with its seal `l`, its actor `a` and the manager `b` for whom they stood in.
    VIEW_COLUMNS, found("events") -> Found {
        event: [EVENT_COLUMNS => without_subjects],
        seal: ["l.position, l.hash" => seal],
        actor: ["a.first_name, a.last_name" => maybe_name],
        on_behalf_of: ["b.first_name, b.last_name" => maybe_name],
    }
}

pub(crate) struct Found {
    event: RecordedEvent,
    seal: Option<(i64, String)>,
    actor: Option<FullName>,
    on_behalf_of: Option<FullName>,
}

fn seal(columns: &mut Columns<'_>) -> Result<Option<(i64, String)>, Failure> {
    let (position, hash): (Option<i64>, Option<String>) = (columns.take()?, columns.take()?);
    Ok(position.zip(hash))
}

fn maybe_name(columns: &mut Columns<'_>) -> Result<Option<FullName>, Failure> {
    Ok(columns.maybe_name()?)
}

/// The part as the statement found it, in its order.
pub(super) async fn read<C: ConnectionTrait>(
    connection: &C,
    backend: DbBackend,
    (statement, values): Bound,
    most_subjects: u32,
) -> Result<AuditPart, Failure> {
    let found = sql::rows(connection, &statement, values, found).await?;
    let values = vec![numbers(found.iter().map(|found| found.event.seq)), i64::from(most_subjects).into()];
    let mut about: BTreeMap<i64, (u32, Vec<PersonName>)> = BTreeMap::new();
    for (seq, count, person) in sql::rows(connection, &subjects_statement(backend), values, subject).await? {
        about.entry(seq).or_insert_with(|| (count, Vec::new())).1.extend(person);
    }
    let view = |Found { event, seal, actor, on_behalf_of }| {
        let (subject_count, subjects) = about.remove(&event.seq).unwrap_or_default();
        AuditView { event, seal, actor, on_behalf_of, subjects, subject_count }
    };
    let entries: Vec<AuditView> = found.into_iter().map(view).collect();
    let mut ids = BTreeSet::new();
    for entry in &entries {
        let record = &entry.event.record;
        record.details.iter().for_each(|(_, fact)| note_ids(fact, &mut ids));
        for change in &record.changes {
            if let Change::Told { before, after, .. } = change {
                before.iter().chain(after).for_each(|fact| note_ids(fact, &mut ids));
            }
        }
    }
    let values = vec![sql::ids(backend, ids)];
    let named = sql::rows(connection, &names_statement(backend), values, person).await?;
    Ok(AuditPart { entries, named: named.into_iter().map(|person| (person.id, person.name)).collect() })
}

fn note_ids(fact: &Fact, ids: &mut BTreeSet<Uuid>) {
    match fact {
        Fact::Id(id) => {
            ids.insert(*id);
        }
        Fact::List(facts) => facts.iter().for_each(|fact| note_ids(fact, ids)),
        _ => {}
    }
}

/// The first people whom events are about, by name, each with how many there are. Somebody who is unknown counts.
pub(crate) fn subjects_statement(backend: DbBackend) -> String {
    format!(
        "SELECT w.event_seq, w.total, u.id IS NOT NULL, {PERSON_COLUMNS} FROM (\
             SELECT s.event_seq, s.user_id, count(*) OVER (PARTITION BY s.event_seq) AS total, \
                 row_number() OVER (PARTITION BY s.event_seq ORDER BY p.id IS NULL, p.sort_name, p.employee_number) AS place \
             FROM event_subjects s LEFT JOIN users p ON p.id = s.user_id WHERE {}) w \
         LEFT JOIN users u ON u.id = w.user_id WHERE w.place <= $2 ORDER BY w.event_seq, w.place",
        among_numbers(backend, "s.event_seq", 1)
    )
}

fn subject(columns: &mut Columns<'_>) -> Result<(i64, u32, Option<PersonName>), Failure> {
    let (seq, total, is_known) = (columns.take()?, columns.count()?, columns.take::<bool>()?);
    Ok((seq, total, if is_known { Some(person(columns)?) } else { None }))
}

pub(crate) fn names_statement(backend: DbBackend) -> String {
    format!("SELECT {PERSON_COLUMNS} FROM users u WHERE {}", sql::among(backend, "u.id", 1))
}

/// The events of a part, in the order of the part.
pub(crate) fn page_statement(filter: &AuditFilter, order: AuditOrder, limit: u32) -> Bound {
    let (numbers, values) = numbers_statement(filter, order, limit);
    let direction = direction(order);
    let statement = concat!(
        ") SELECT ",
        VIEW_COLUMNS,
        " FROM part p JOIN events e ON e.seq = p.seq LEFT JOIN audit_seals l ON l.event_seq = e.seq \
         LEFT JOIN users a ON a.id = e.actor_id LEFT JOIN users b ON b.id = e.on_behalf_of ORDER BY e.seq"
    );
    (format!("WITH part AS ({numbers}{statement}{direction}"), values)
}

/// How many events there are, up to `limit`.
pub(crate) fn count_statement(filter: &AuditFilter, limit: u32) -> Bound {
    let (numbers, values) = numbers_statement(filter, AuditOrder::Below(i64::MAX), limit);
    (format!("SELECT count(*) FROM ({numbers}) w"), values)
}

fn direction(order: AuditOrder) -> &'static str {
    match order {
        AuditOrder::Below(_) => " DESC",
        AuditOrder::Above(_) => "",
    }
}

/// The numbers of the events of a part. Of several kinds each is looked for by itself, because only then are they found in order.
fn numbers_statement(filter: &AuditFilter, order: AuditOrder, limit: u32) -> Bound {
    let mut values: Vec<Value> = vec![
        match order {
            AuditOrder::Below(seq) | AuditOrder::Above(seq) => seq.into(),
        },
        i64::from(limit).into(),
    ];
    let mut bind = |value: Value| {
        values.push(value);
        values.len()
    };
    let (from, seq) = match filter.subject {
        Some(_) => ("event_subjects t JOIN events e ON e.seq = t.event_seq", "t.event_seq"),
        None => ("events e", "e.seq"),
    };
    let mut conditions = vec![match order {
        AuditOrder::Below(_) => format!("{seq} < $1"),
        AuditOrder::Above(_) => format!("{seq} > $1"),
    }];
    if let Some(subject) = filter.subject {
        conditions.push(format!("t.user_id = ${}", bind(subject.uuid().into())));
    }
    match filter.actor {
        Some(ActedBy::Person(actor)) => conditions.push(format!("e.actor_id = ${}", bind(actor.uuid().into()))),
        // In the words of the index.
        Some(ActedBy::Nobody) => conditions.push("e.source IN ('job', 'command')".to_owned()),
        None => {}
    }
    // A day is more than the clocks of instances and a transaction can differ by. Whatever happened later than a day after another event
    // has the higher number, so what lies outside is passed over at once.
    if let Some(from) = filter.from {
        let (from, before) = (bind(from.into()), bind((from - Duration::days(1)).into()));
        conditions.push(format!("e.at >= ${from}"));
        conditions.push(format!(
            "{seq} > coalesce((SELECT o.seq FROM events o WHERE o.at < ${before} ORDER BY o.at DESC LIMIT 1), 0)"
        ));
    }
    if let Some(until) = filter.until {
        let (until, after) = (bind(until.into()), bind((until + Duration::days(1)).into()));
        conditions.push(format!("e.at < ${until}"));
        conditions.push(format!(
            "{seq} < coalesce((SELECT o.seq FROM events o WHERE o.at >= ${after} ORDER BY o.at LIMIT 1), {})",
            i64::MAX
        ));
    }
    let (conditions, direction) = (conditions.join(" AND "), direction(order));
    let kinds: Vec<usize> = filter.kinds.iter().map(|kind| bind((*kind).into())).collect();
    let one = |kind: &str| {
        format!("SELECT {seq} AS seq FROM {from} WHERE {conditions}{kind} ORDER BY {seq}{direction} LIMIT $2")
    };
    let statement = match kinds.as_slice() {
        [] => one(""),
        [kind] => one(&format!(" AND e.kind = ${kind}")),
        several if filter.subject.is_some() => {
            let places: Vec<String> = several.iter().map(|kind| format!("${kind}")).collect();
            one(&format!(" AND e.kind IN ({})", places.join(", ")))
        }
        several => {
            let each = several
                .iter()
                .map(|kind| format!("SELECT p{kind}.seq FROM ({}) p{kind}", one(&format!(" AND e.kind = ${kind}"))));
            let all = each.collect::<Vec<_>>().join(" UNION ALL ");
            format!("SELECT w.seq FROM ({all}) w ORDER BY w.seq{direction} LIMIT $2")
        }
    };
    (statement, values)
}
