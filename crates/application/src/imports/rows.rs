//! The rows of a plan: how they are planned, and how they are read again.

use super::kinds::FileKind;
use super::{Action, FileRow, Import, ImportRow, Options, PlannedRow, Problem};
use crate::people::Author;
use crate::ports::DocumentError;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::id::ImportId;
use domain::import::{FileRefusal, ReadRow, Table, TableRow};
use std::collections::{BTreeMap, BTreeSet};

/// How many rows of a plan are read together.
const READ_TOGETHER: u32 = 250;

/// Plans rows that were read.
pub(super) async fn planned<K: FileKind>(
    ports: &Ports,
    author: &Author,
    kind: K,
    records_from: Option<NaiveDate>,
    read: Vec<ReadRow<K::Row>>,
) -> Result<Vec<ImportRow>> {
    let (mut readable, mut rows) = (Vec::new(), Vec::new());
    for ReadRow { line, cells, who, value } in read {
        let is_readable = value.is_ok();
        let problem = match value {
            Ok(value) => {
                readable.push(FileRow { line, value });
                None
            }
            Err(problems) => problems.into_iter().next().map(Into::into),
        };
        rows.push(ImportRow {
            planned: PlannedRow::refused(line, who, problem.unwrap_or_else(unknown)),
            cells,
            is_readable,
        });
    }
    let now = plan_now(ports, author, kind, records_from, &readable).await?;
    replan(&mut rows, now);
    Ok(rows)
}

fn unknown() -> Problem {
    Problem { column: "".into(), value: String::new(), sentence: "This row cannot be read".to_owned() }
}

/// What the readable rows of a file would do now, by their lines.
pub(super) async fn plan_now<K: FileKind>(
    ports: &Ports,
    author: &Author,
    kind: K,
    records_from: Option<NaiveDate>,
    readable: &[FileRow<K::Row>],
) -> Result<BTreeMap<u32, PlannedRow>> {
    let options = Options { records_from, invite: None };
    let planned = kind.plan(ports, author, &options, readable).await?;
    Ok(planned.into_iter().map(|row| (row.line, row)).collect())
}

/// Has the rows do what was planned now.
pub(super) fn replan(rows: &mut [ImportRow], mut now: BTreeMap<u32, PlannedRow>) {
    for row in rows {
        if let Some(planned) = now.remove(&row.planned.line) {
            row.planned = planned;
        }
    }
}

/// Reads all rows of a plan, of this action alone if there is one, in the order of the file, no more than a page of them at a time.
pub(super) async fn for_all_rows(
    ports: &Ports,
    id: ImportId,
    action: Option<Action>,
    mut each: impl FnMut(ImportRow),
) -> Result<()> {
    let mut after = 0;
    loop {
        let some = ports.reads.imports().import_rows(id, action, after, READ_TOGETHER).await?;
        let is_last = some.len() < READ_TOGETHER as usize;
        for row in some {
            after = row.planned.line;
            each(row);
        }
        if is_last {
            return Ok(());
        }
    }
}

/// All rows of a plan, as [`for_all_rows`].
pub(super) async fn gathered(ports: &Ports, id: ImportId, action: Option<Action>) -> Result<Vec<ImportRow>> {
    let mut rows: Vec<ImportRow> = Vec::new();
    for_all_rows(ports, id, action, |row| rows.push(row)).await?;
    Ok(rows)
}

/// The rows of a plan as they were read from its file, but for those that could not be.
pub(super) async fn read_again<K: FileKind>(ports: &Ports, import: &Import) -> Result<Vec<FileRow<K::Row>>> {
    let (mut rows, mut readable) = (Vec::new(), BTreeSet::new());
    let taken = |row: ImportRow| {
        let line = row.planned.line;
        if row.is_readable {
            readable.insert(line);
        }
        rows.push(TableRow { line, cells: row.cells });
    };
    for_all_rows(ports, import.id, None, taken).await?;
    // All of them, because the form of a column is decided by all of its cells.
    let table = Table { headings: import.file.headings.clone(), rows };
    let choices = import.file.choices;
    let read = ports.workers.compute(move || K::read(table, choices)).await;
    let read = read.unwrap_or(Err(FileRefusal::NoRows)).map_err(|why| DocumentError::Failed(why.sentence()))?;
    let again = read.rows.into_iter().filter(|row| readable.contains(&row.line));
    Ok(again.filter_map(|row| Some(FileRow { line: row.line, value: row.value.ok()? })).collect())
}
