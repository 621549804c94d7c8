//! What a person sees of their imports.

use super::rows::gathered;
use super::{Action, Import, ImportRow, own};
use crate::downloads::{self, Spreadsheet};
use crate::people::Author;
use crate::ports::Pieces;
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::access::Capability;
use domain::id::ImportId;
use domain::import::refused_file;
use domain::sheet::{BYTE_ORDER_MARK, LINE_END, inert, quoted};

/// How many lines of a file are made together.
const LINES_TOGETHER: usize = 100;
/// The heading of the last column of refused rows.
const PROBLEM: &str = "Problem";

/// A plan of the caller's.
pub async fn plan(ports: &Ports, caller: &Caller, id: ImportId) -> Result<Import> {
    caller.actor.require(Capability::MoveData)?;
    own(ports, &Author::from(caller), id).await
}

/// Its rows, of this action alone if there is one, in the order of the file, and how many there are.
pub async fn rows(
    ports: &Ports,
    caller: &Caller,
    id: ImportId,
    action: Option<Action>,
    page: u32,
    limit: u32,
) -> Result<(Vec<ImportRow>, u32)> {
    let import = plan(ports, caller, id).await?;
    Ok(ports.reads.imports().import_page(import.id, action, page, limit).await?)
}

/// The refused rows with the columns of their file and the reason.
pub async fn refused(ports: &Ports, caller: &Caller, id: ImportId) -> Result<Spreadsheet> {
    let import = plan(ports, caller, id).await?;
    let rows = gathered(ports, import.id, Some(Action::Refuse)).await?;
    let name = refused_file(&downloads::file_safe(&import.file.name));
    downloads::note(ports, caller, &name, None).await?;
    Ok(Spreadsheet { name, pieces: pieces(&import.file.headings, rows) })
}

/// The file, each piece made when it is asked for.
fn pieces(headings: &[String], rows: Vec<ImportRow>) -> Pieces {
    let width = headings.len();
    let header = line(headings.iter().map(String::as_str).chain([PROBLEM]));
    let mut rows = rows.into_iter();
    let lines = std::iter::from_fn(move || {
        let some: String = rows.by_ref().take(LINES_TOGETHER).map(|row| refused_line(&row, width)).collect();
        (!some.is_empty()).then(|| Ok(some.into_bytes()))
    });
    Box::new(std::iter::once(Ok(format!("{BYTE_ORDER_MARK}{header}").into_bytes())).chain(lines))
}

fn refused_line(row: &ImportRow, width: usize) -> String {
    let cells = row.cells.iter().map(String::as_str).chain(std::iter::repeat("")).take(width);
    let problem = row.planned.problem.as_ref().map_or_else(String::new, |problem| match problem.column.as_ref() {
        "" => problem.sentence.clone(),
        column => format!("{column}: {}", problem.sentence),
    });
    line(cells.chain([problem.as_str()]))
}

fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<String> = cells.map(|cell| quoted(&inert(cell)).into_owned()).collect();
    cells.join(",") + LINE_END
}
