//! The audit log as a file.

use super::AuditQuery;
use crate::downloads;
use crate::events::{Change, Source};
use crate::facts::Fact;
use crate::ports::{
    AuditFilter, AuditNames, AuditOrder, AuditPart, AuditView, Cell, Column, DocumentError, Documents, Table,
};
use crate::sessions::Caller;
use crate::{Invalid, Ports, Result};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::id::{LeaveTypeId, UserId};
use domain::oversight::audit::{EXPORT_DAYS, EXPORT_DAYS_MAX, EXPORT_MAX, SUBJECTS_SHOWN};
use domain::time::{days_after, days_before};
use std::sync::Arc;

const COLUMNS: [&str; 15] = [
    "Position",
    "Time",
    "Action",
    "Source",
    "Actor",
    "Actor ID",
    "Role",
    "On behalf of",
    "About",
    "About ID",
    "Changes",
    "Details",
    "IP address",
    "Request ID",
    "Hash",
];

/// So many entries are read together.
const TOGETHER: u32 = 1_000;

/// The entries of some days, on their way into a file. They are read as the file goes out.
pub struct AuditFile {
    pub from: NaiveDate,
    pub to: NaiveDate,
    ports: Arc<Ports>,
    filter: AuditFilter,
    /// The number of the last entry that was read; `None` before the first piece.
    after: Option<i64>,
    is_over: bool,
}

/// The entries, oldest first; of the last 30 days where none are named.
pub async fn export(ports: Arc<Ports>, caller: &Caller, query: AuditQuery) -> Result<AuditFile> {
    caller.actor.require(Capability::ReadAuditLog)?;
    let to = query.to.unwrap_or_else(|| ports.moment().today);
    let from = query.from.unwrap_or_else(|| days_before(to, EXPORT_DAYS - 1));
    if days_after(from, EXPORT_DAYS_MAX) <= to {
        return Err(Invalid::message(format!("An export covers at most {EXPORT_DAYS_MAX} days")).into());
    }
    let filter = AuditQuery { from: Some(from), to: Some(to), ..query }.filter(&ports);
    if ports.reads.audit().count_audit(&filter, EXPORT_MAX + 1).await? > EXPORT_MAX {
        return Err(Invalid::message("More than 100,000 entries match. Please narrow the filters.").into());
    }
    let file = AuditFile { from, to, ports, filter, after: None, is_over: false };
    downloads::note(&file.ports, caller, &file.name(), None).await?;
    Ok(file)
}

impl AuditFile {
    pub fn name(&self) -> String {
        format!("Audit_Log_{}_{}.csv", self.from, self.to)
    }

    /// The next piece of the file; `None` after the last one.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>> {
        if self.is_over {
            return Ok(None);
        }
        let order = AuditOrder::Above(self.after.unwrap_or(0));
        let part = self.ports.reads.audit().audit_part(&self.filter, order, TOGETHER, SUBJECTS_SHOWN).await?;
        self.is_over = part.entries.len() < usize::try_from(TOGETHER).unwrap_or(usize::MAX);
        let is_first = self.after.is_none();
        self.after = Some(part.entries.last().map_or(0, |last| last.event.seq));
        let documents = self.ports.documents.as_ref();
        let piece = csv(documents, part)?;
        if is_first {
            return Ok(Some(piece));
        }
        // A table has its headings, and those of the file stand in its first piece.
        let headings = csv(documents, AuditPart::default())?;
        Ok(Some(piece.strip_prefix(headings.as_slice()).map_or_else(|| piece.clone(), <[u8]>::to_vec)))
    }
}

fn csv(documents: &dyn Documents, part: AuditPart) -> Result<Vec<u8>, DocumentError> {
    let AuditPart { entries, named } = part;
    let rows = Box::new(entries.into_iter().map(move |entry| cells(entry, &named)));
    let pieces = documents.table_csv(Table { columns: COLUMNS.map(Column::named).to_vec(), rows });
    Ok(pieces.collect::<Result<Vec<_>, _>>()?.concat())
}

fn cells(entry: AuditView, named: &AuditNames) -> Vec<Cell> {
    let maybe = |text: Option<String>| text.map_or(Cell::Nothing, Cell::text);
    let AuditView { event, seal, actor, on_behalf_of, subjects, subject_count } = entry;
    let (position, hash) = seal.unzip();
    let more = u64::from(subject_count).saturating_sub(subjects.len() as u64);
    let about = |each: Vec<String>| {
        let more = (more > 0).then(|| format!("and {more} more"));
        let all: Vec<String> = each.into_iter().chain(more).collect();
        maybe((!all.is_empty()).then(|| all.join("; ")))
    };
    let changes: Vec<String> = event.record.changes.iter().map(|change| changed(change, named)).collect();
    let details = event.record.details.iter().map(|(name, fact)| format!("{name} {}", in_words(fact, named)));
    let details: Vec<String> = details.collect();
    vec![
        maybe(position.map(|position| position.to_string())),
        Cell::text(event.at.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()),
        Cell::text(event.record.kind),
        event.source.map_or(Cell::Nothing, |source: Source| Cell::text(source.name())),
        maybe(actor.map(|name| name.to_string())),
        maybe(event.actor.map(|id| id.to_string())),
        event.role.map_or(Cell::Nothing, |role| Cell::text(role.name())),
        maybe(on_behalf_of.map(|name| name.to_string())),
        about(subjects.iter().map(|person| person.name.to_string()).collect()),
        about(subjects.iter().map(|person| person.id.to_string()).collect()),
        maybe((!changes.is_empty()).then(|| changes.join("; "))),
        maybe((!details.is_empty()).then(|| details.join("; "))),
        maybe(event.address),
        maybe(event.request_id),
        maybe(hash),
    ]
}

/// What changed, as the screen says it (oversight.md 5).
fn changed(change: &Change, named: &AuditNames) -> String {
    let value = |fact: &Option<Fact>| fact.as_ref().map_or_else(|| "–".to_owned(), |fact| in_words(fact, named));
    match change {
        Change::Masked { field } => format!("{field} changed, not shown"),
        Change::Told { field, before, after } => format!("{field} {} → {}", value(before), value(after)),
    }
}

/// A value. People and leave types are told by their present names.
fn in_words(fact: &Fact, named: &AuditNames) -> String {
    match fact {
        Fact::Text(text) => text.clone(),
        Fact::Secret(_) => String::new(),
        Fact::Number(number) => number.to_string(),
        Fact::Bool(value) => value.to_string(),
        Fact::Date(day) => day.to_string(),
        Fact::Instant(at) => at.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string(),
        Fact::Id(id) => {
            let person = named.people.get(&UserId::new(*id)).map(ToString::to_string);
            let name = person.or_else(|| named.leave_types.get(&LeaveTypeId::new(*id)).cloned());
            name.unwrap_or_else(|| id.to_string())
        }
        Fact::List(facts) => facts.iter().map(|fact| in_words(fact, named)).collect::<Vec<_>>().join(", "),
    }
}
