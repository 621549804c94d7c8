//! A file becomes a plan: it is read, and each row is asked what it would do. Nothing but the plan is written.

use super::holidays::Holidays;
use super::kinds::{FileKind, with_kind};
use super::rows::planned;
use super::{Counts, Import, ImportRow, ImportState, ImportedFile, Progress, events, told_to};
use crate::people::Author;
use crate::ports::{DocumentError, FileRead};
use crate::{Invalid, Ports, Result};
use chrono::{Datelike, NaiveDate};
use domain::access::Capability;
use domain::holiday::countries::countries;
use domain::id::ImportId;
use domain::import::holidays::of_country;
use domain::import::{Choices, Encoding, FileRefusal, ImportKind, PLAN_KEPT, Reading, Separator, fingerprint};
use std::sync::Arc;

/// How many rows of a plan are saved in one transaction. As JSON they take several times their own memory.
const SAVED_TOGETHER: usize = 250;

/// A file as it came, with what is said of it.
#[derive(Debug, Clone)]
pub struct SentFile {
    pub kind: ImportKind,
    pub name: String,
    /// Whether it is a calendar rather than a table.
    pub is_calendar: bool,
    pub bytes: Arc<[u8]>,
    /// `None`: as detected.
    pub encoding: Option<Encoding>,
    /// `None`: as detected.
    pub separator: Option<Separator>,
    pub choices: Choices,
    pub records_from: Option<NaiveDate>,
}

/// Plans a file.
pub(super) async fn plan_file(ports: &Ports, author: &Author, file: SentFile) -> Result<Import> {
    author.actor.require(Capability::MoveData)?;
    with_kind!(file.kind, |kind| plan_sent(ports, author, kind, file).await)
}

/// Which holidays of the table of countries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfCountry {
    pub country: String,
    pub region: Option<String>,
    pub years: Vec<i32>,
}

/// Plans the holidays of a country.
pub(super) async fn plan_country(ports: &Ports, author: &Author, wanted: OfCountry) -> Result<Import> {
    author.actor.require(Capability::MoveData)?;
    let OfCountry { country, region, years } = wanted;
    let found = countries().holidays(&country, region.as_deref(), &years, ports.moment().today.year());
    let found = found.map_err(|why| Invalid::field(why.field(), why.sentence()))?;
    let file = ReadFile {
        name: countries().name(&country, region.as_deref()),
        sha256: None,
        encoding: None,
        separator: None,
        choices: Choices::default(),
        records_from: None,
        reading: of_country(found),
    };
    make(ports, author, Holidays, file).await
}

/// A file as it was read.
pub(super) struct ReadFile<R> {
    pub(super) name: String,
    pub(super) sha256: Option<String>,
    pub(super) encoding: Option<Encoding>,
    pub(super) separator: Option<Separator>,
    pub(super) choices: Choices,
    pub(super) records_from: Option<NaiveDate>,
    pub(super) reading: Reading<R>,
}

pub(super) async fn plan_sent<K: FileKind>(ports: &Ports, author: &Author, kind: K, file: SentFile) -> Result<Import> {
    let (reader, year) = (Arc::clone(&ports.import_reader), ports.moment().today.year());
    let read = move || -> Result<ReadFile<K::Row>> {
        let (encoding, separator, reading) = if file.is_calendar {
            let read = K::read_calendar(reader.as_ref(), &file.bytes, year);
            let read = read.ok_or_else(|| Invalid::message("Only holidays can be imported from a calendar"))?;
            (Some(Encoding::Utf8), None, read.map_err(|why| refused(&why))?)
        } else {
            let read = reader.read_csv(&file.bytes, file.encoding, file.separator).map_err(|why| refused(&why))?;
            let FileRead { encoding, separator, table } = read;
            (Some(encoding), Some(separator), K::read(table, file.choices).map_err(|why| refused(&why))?)
        };
        Ok(ReadFile {
            sha256: Some(fingerprint(&file.bytes)),
            name: file.name,
            encoding,
            separator,
            choices: file.choices,
            records_from: file.records_from,
            reading,
        })
    };
    let read = ports.workers.compute(read).await.ok_or_else(unreadable)??;
    make(ports, author, kind, read).await
}

fn refused(why: &FileRefusal) -> Invalid {
    Invalid::message(why.sentence())
}

fn unreadable() -> DocumentError {
    DocumentError::Failed("the reading of a file panicked".to_owned())
}

/// Makes a plan of what was read, and saves it.
pub(super) async fn make<K: FileKind>(
    ports: &Ports,
    author: &Author,
    kind: K,
    file: ReadFile<K::Row>,
) -> Result<Import> {
    let Reading { dates, decimal, questions, ignored_columns, headings, mut rows } = file.reading;
    // An event of a calendar may be several holidays, and no two rows of a plan have the same line.
    let mut last = 0;
    for row in &mut rows {
        row.line = row.line.max(last + 1);
        last = row.line;
    }
    let state = if questions.is_empty() { ImportState::Ready } else { ImportState::Asking };
    let rows = match state {
        ImportState::Asking => Vec::new(),
        _ => planned(ports, author, kind, file.records_from, rows).await?,
    };
    let imported = ImportedFile {
        name: file.name,
        sha256: file.sha256,
        encoding: file.encoding,
        separator: file.separator,
        dates,
        decimal,
        choices: file.choices,
        questions: questions.into_iter().map(Into::into).collect(),
        ignored_columns,
        headings,
    };
    let now = ports.clock.now();
    let import = Import {
        id: ImportId::new(ports.ids.next()),
        kind: K::KIND,
        owner: author.origin.actor.map(|(user, _)| user),
        file: imported,
        records_from: file.records_from,
        counts: Counts::of(rows.iter().map(|row| &row.planned)),
        created_at: now,
        expires_at: now + PLAN_KEPT,
        state,
        mode: None,
        invite: None,
        progress: Progress::default(),
        applied_at: None,
        reason: None,
    };
    save(ports, author, import, &rows).await
}

/// Saves a plan of the same file with these rows.
pub(super) async fn make_anew(ports: &Ports, author: &Author, before: &Import, rows: &[ImportRow]) -> Result<Import> {
    let now = ports.clock.now();
    let import = Import {
        id: ImportId::new(ports.ids.next()),
        counts: Counts::of(rows.iter().map(|row| &row.planned)),
        created_at: now,
        expires_at: now + PLAN_KEPT,
        state: ImportState::Ready,
        mode: None,
        invite: None,
        progress: Progress::default(),
        ..before.clone()
    };
    save(ports, author, import, rows).await
}

/// A piece a transaction. Nobody finds the plan before the last one.
async fn save(ports: &Ports, author: &Author, import: Import, rows: &[ImportRow]) -> Result<Import> {
    let moment = ports.moment();
    let mut work = ports.begin(&moment, author.origin).await?;
    work.imports().add(&import).await?;
    for (n, some) in rows.chunks(SAVED_TOGETHER).enumerate() {
        if n > 0 {
            work.commit().await?;
            work = ports.begin(&moment, author.origin).await?;
        }
        work.imports().add_rows(import.id, some).await?;
    }
    work.imports().complete(import.id).await?;
    work.record(events::import_planned(&import), told_to(import.owner)).await?;
    work.commit().await?;
    Ok(import)
}
