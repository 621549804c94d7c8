//! Parts of the audit log: events by whatever they are looked for, with their seals and with the names that people have now.
//!
//! A part takes three statements, however long it is: the events, whom they are about, and who else is named in them. Each filter has an
//! index that gives the events in the order of their numbers, so that a part costs as much on page one as far back; submissions, which
//! are most of all events, are met on the way. Events that nobody can read are passed over, and a verification names them; others are
//! looked for in their place.

use std::collections::{BTreeMap, BTreeSet};

use application::events::Change;
use application::facts::Fact;
use application::ports::{
    ActedBy, AuditFilter, AuditNames, AuditOrder, AuditPart, AuditView, PersonName, RecordedEvent,
};
use chrono::{DateTime, Utc};
use constcat::concat;
use domain::Instant;
use domain::id::{LeaveTypeId, UserId};
use domain::person::FullName;
use sea_orm::{ConnectionTrait, DbBackend, Value};
use uuid::Uuid;

use super::{among_numbers, numbers};
use crate::events::reads::{EVENT_COLUMNS, without_subjects};
use crate::fault::Failure;
use crate::people::{PERSON_COLUMNS, person};
use crate::row::{Columns, row};
use crate::sql::{self, Bound};

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

/// The number of an event, and the event where it can be read.
fn numbered(columns: &mut Columns<'_>) -> Result<(i64, Option<Found>), Failure> {
    Ok((columns.take()?, found(columns).ok()))
}

/// The events of a part, in its order.
async fn readable<C: ConnectionTrait>(
    connection: &C,
    filter: &AuditFilter,
    mut order: AuditOrder,
    limit: u32,
) -> Result<Vec<Found>, Failure> {
    let (backend, mut room, mut readable) = (connection.get_database_backend(), limit, Vec::new());
    loop {
        let (statement, values) = page_statement(backend, filter, order, room);
        let rows = sql::rows(connection, &statement, values, numbered).await?;
        let looked_at = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        let last = rows.last().map(|(seq, _)| *seq);
        let before = readable.len();
        readable.extend(rows.into_iter().filter_map(|(_, found)| found));
        let added = u32::try_from(readable.len() - before).unwrap_or(u32::MAX);
        let Some(last) = last.filter(|_| looked_at == room && added < room) else { return Ok(readable) };
        room -= added;
        order = match order {
            AuditOrder::Below(_) => AuditOrder::Below(last),
            AuditOrder::Above(_) => AuditOrder::Above(last),
        };
    }
}

/// A part of the log.
pub(super) async fn read<C: ConnectionTrait>(
    connection: &C,
    filter: &AuditFilter,
    order: AuditOrder,
    limit: u32,
    most_subjects: u32,
) -> Result<AuditPart, Failure> {
    let backend = connection.get_database_backend();
    let found = readable(connection, filter, order, limit).await?;
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
    let mut named = AuditNames::default();
    for (id, is_person, name) in sql::rows(connection, &names_statement(backend), values, name).await? {
        if is_person {
            named.people.insert(UserId::new(id), name);
        } else {
            named.leave_types.insert(LeaveTypeId::new(id), name.first);
        }
    }
    Ok(AuditPart { entries, named })
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

/// What people and leave types are called, of which one is asked for by the same ids as the other.
pub(crate) fn names_statement(backend: DbBackend) -> String {
    format!(
        "SELECT u.id, TRUE, u.first_name, u.last_name FROM users u WHERE {} \
         UNION ALL SELECT t.id, FALSE, t.name, '' FROM leave_types t WHERE {}",
        sql::among(backend, "u.id", 1),
        sql::among(backend, "t.id", 1)
    )
}

fn name(columns: &mut Columns<'_>) -> Result<(Uuid, bool, FullName), Failure> {
    Ok((columns.take()?, columns.take()?, columns.name()?))
}

/// The numbers and the events of a part, in the order of the part.
pub(crate) fn page_statement(backend: DbBackend, filter: &AuditFilter, order: AuditOrder, limit: u32) -> Bound {
    let (days, numbers, values) = numbers_statement(backend, filter, order, limit);
    let direction = direction(order);
    let statement = concat!(
        ") SELECT p.seq, ",
        VIEW_COLUMNS,
        " FROM part p JOIN events e ON e.seq = p.seq LEFT JOIN audit_seals l ON l.event_seq = e.seq \
         LEFT JOIN users a ON a.id = e.actor_id LEFT JOIN users b ON b.id = e.on_behalf_of ORDER BY e.seq"
    );
    (format!("WITH RECURSIVE {days}part AS ({numbers}{statement}{direction}"), values)
}

/// How many events there are, up to `limit`.
pub(crate) fn count_statement(backend: DbBackend, filter: &AuditFilter, limit: u32) -> Bound {
    let (days, numbers, values) = numbers_statement(backend, filter, AuditOrder::Below(i64::MAX), limit);
    (format!("WITH RECURSIVE {days}part AS ({numbers}) SELECT count(*) FROM part p"), values)
}

fn direction(order: AuditOrder) -> &'static str {
    match order {
        AuditOrder::Below(_) => " DESC",
        AuditOrder::Above(_) => "",
    }
}

/// Nothing happens later. SQLite compares moments as texts, in which a year of five digits comes before all others.
const END_OF_TIME: Instant = match DateTime::from_timestamp(253_402_300_799, 0) {
    Some(at) => at,
    None => DateTime::<Utc>::MAX_UTC,
};

/// The day of a moment in UTC, in the words of the index.
pub(crate) fn day_of(backend: DbBackend, at: &str) -> String {
    if backend == DbBackend::Postgres {
        format!("({at} AT TIME ZONE 'UTC')::date")
    } else {
        format!("substr({at}, 1, 10)")
    }
}

/// The lowest numbers of the days from one parameter to the other, or the highest, as a part of a statement. It goes from day to day
/// along the index, so it costs two looks a day however much happened. Numbers and moments need not grow together: clocks are set back.
fn ends_of_days(backend: DbBackend, days: [Option<usize>; 2], is_first: bool) -> String {
    let day = day_of(backend, "o.at");
    let [from, until] = days.map(|place| place.map(|place| format!("${place}")));
    let (name, direction) = if is_first { ("firsts", "") } else { ("lasts", " DESC") };
    // A day after the one before needs no other beginning: of two, SQLite may begin to look from the wrong one.
    let before = format!("(SELECT {} FROM events b WHERE b.seq = d.seq)", day_of(backend, "b.at"));
    let next = if is_first { [Some(before), until.clone()] } else { [from.clone(), Some(before)] };
    let end = |[from, until]: [Option<String>; 2], [after, up_to]: [&str; 2]| {
        let from = from.map(|from| format!("{day} {after} {from}"));
        let until = until.map(|until| format!("{day} {up_to} {until}"));
        let conditions: Vec<String> = from.into_iter().chain(until).collect();
        let conditions = conditions.join(" AND ");
        format!("SELECT o.seq FROM events o WHERE {conditions} ORDER BY {day}{direction}, o.seq{direction} LIMIT 1")
    };
    let (first, next) = (end([from, until], [">=", "<="]), end(next, if is_first { [">", "<="] } else { [">=", "<"] }));
    format!(
        "{name} (seq) AS (SELECT p.seq FROM ({first}) p UNION ALL SELECT ({next}) FROM {name} d WHERE d.seq IS NOT NULL), "
    )
}

/// That an event `e` is of this kind. Most events are submissions: they are met on the way through all events, and the index of kinds
/// has the others, for which a statement has to say that it asks for none of them.
fn of_kind((place, kind): (usize, &str)) -> String {
    let is_rarer = if kind == "day-submitted" { "" } else { " AND e.kind <> 'day-submitted'" };
    format!(" AND e.kind = ${place}{is_rarer}")
}

/// The bound that all of these come to, in one expression: of two bounds, SQLite may begin to look from the wrong one.
fn one_of(function: &str, bounds: &[String]) -> Option<String> {
    match bounds {
        [] => None,
        [bound] => Some(bound.clone()),
        several => Some(format!("{function}({})", several.join(", "))),
    }
}

/// The numbers of the events of a part, with what stands before them in the statement, and the parameters of both. Of several kinds each
/// is looked for by itself, because only then are they found in order.
fn numbers_statement(
    backend: DbBackend,
    filter: &AuditFilter,
    order: AuditOrder,
    limit: u32,
) -> (String, String, Vec<Value>) {
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
    let (mut above, mut below) = match order {
        AuditOrder::Below(_) => (vec![], vec!["$1".to_owned()]),
        AuditOrder::Above(_) => (vec!["$1".to_owned()], vec![]),
    };
    let mut conditions = Vec::new();
    if let Some(subject) = filter.subject {
        conditions.push(format!("t.user_id = ${}", bind(subject.uuid().into())));
    }
    match filter.actor {
        Some(ActedBy::Person(actor)) => conditions.push(format!("e.actor_id = ${}", bind(actor.uuid().into()))),
        // In the words of the index.
        Some(ActedBy::Nobody) => conditions.push("e.source IN ('job', 'command')".to_owned()),
        None => {}
    }
    if !filter.except.is_empty() {
        let places: Vec<String> = filter.except.iter().map(|kind| format!("${}", bind((*kind).into()))).collect();
        conditions.push(format!("e.kind NOT IN ({})", places.join(", ")));
    }
    // What lies outside of the numbers that the days have is passed over at once.
    let (mut first_day, mut last_day) = (None, None);
    if let Some(from) = filter.from.map(|from| from.min(END_OF_TIME)) {
        conditions.push(format!("e.at >= ${}", bind(from.into())));
        first_day = Some(bind(from.date_naive().into()));
    }
    if let Some(until) = filter.until.map(|until| until.min(END_OF_TIME)) {
        conditions.push(format!("e.at < ${}", bind(until.into())));
        last_day = Some(bind(until.date_naive().into()));
    }
    let mut before = String::new();
    if filter.from.is_some() {
        before += &ends_of_days(backend, [first_day, last_day], true);
        above.push(format!("coalesce((SELECT min(d.seq) FROM firsts d) - 1, {})", i64::MAX));
    }
    if filter.until.is_some() {
        before += &ends_of_days(backend, [first_day, last_day], false);
        below.push("coalesce((SELECT max(d.seq) FROM lasts d) + 1, 0)".to_owned());
    }
    let (most, least) = if backend == DbBackend::Postgres { ("greatest", "least") } else { ("max", "min") };
    conditions.extend(one_of(most, &above).map(|bound| format!("{seq} > {bound}")));
    conditions.extend(one_of(least, &below).map(|bound| format!("{seq} < {bound}")));
    let (conditions, direction) = (conditions.join(" AND "), direction(order));
    let kinds: Vec<(usize, &str)> = filter.kinds.iter().map(|kind| (bind((*kind).into()), *kind)).collect();
    let one = |kind: &str| {
        format!("SELECT {seq} AS seq FROM {from} WHERE {conditions}{kind} ORDER BY {seq}{direction} LIMIT $2")
    };
    let statement = match kinds.as_slice() {
        [] => one(""),
        [kind] => one(&of_kind(*kind)),
        several if filter.subject.is_some() => {
            let places: Vec<String> = several.iter().map(|(place, _)| format!("${place}")).collect();
            one(&format!(" AND e.kind IN ({})", places.join(", ")))
        }
        several => {
            let each =
                several.iter().map(|kind| format!("SELECT p{0}.seq FROM ({1}) p{0}", kind.0, one(&of_kind(*kind))));
            let all = each.collect::<Vec<_>>().join(" UNION ALL ");
            format!("SELECT w.seq FROM ({all}) w ORDER BY w.seq{direction} LIMIT $2")
        }
    };
    (before, statement, values)
}
