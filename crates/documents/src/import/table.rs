//! Comma-separated values (RFC 4180), strictly: a quotation mark in the wrong place would move cells from row to row, and is refused with
//! its row. The crate `csv` reads on in such a place, and does not say on which line of the file a row begins.

use domain::import::{CELL_MAX, COLUMNS_MAX, FileRefusal, ROWS_MAX, Separator, Table, TableRow};

/// The table, and what separates its cells: what was chosen, else what a first line `sep=;` says, else what gives the first row most
/// cells.
pub(super) fn read(text: &str, chosen: Option<Separator>) -> Result<(Separator, Table), FileRefusal> {
    let (said, start) = said_separator(text);
    let separator = chosen.or(said).unwrap_or_else(|| detect(start));
    let mut rows = Rows { separator, ..start };
    let headings = rows.next_filled()?.ok_or(FileRefusal::NoRows)?.cells;
    let mut table = Table { headings, rows: Vec::new() };
    while let Some(row) = rows.next_filled()? {
        if table.rows.len() == ROWS_MAX {
            return Err(FileRefusal::TooManyRows(row.line));
        }
        table.rows.push(row);
    }
    if table.rows.is_empty() { Err(FileRefusal::NoRows) } else { Ok((separator, table)) }
}

/// The separator that a first line says, which spreadsheets read and hide; and the rows below that line.
fn said_separator(text: &str) -> (Option<Separator>, Rows<'_>) {
    let all = Rows { rest: text, line: 1, separator: Separator::Comma };
    let (first, _) = text.split_at(text.find(['\r', '\n']).unwrap_or(text.len()));
    let said = first.trim_matches('"');
    let (Some(name), Some(value)) = (said.get(..4), said.get(4..)) else { return (None, all) };
    let separator = Separator::ALL.into_iter().find(|one| value.chars().eq([one.character()]));
    match separator.filter(|_| name.eq_ignore_ascii_case("sep=")) {
        Some(separator) => {
            let mut below = Rows { rest: text.get(first.len()..).unwrap_or_default(), ..all };
            below.end_line();
            (Some(separator), below)
        }
        None => (None, all),
    }
}

/// The separator that gives the first row most cells, or the first of those.
fn detect(start: Rows<'_>) -> Separator {
    let cells = |separator: Separator| {
        let first = Rows { separator, ..start }.next_filled();
        first.ok().flatten().map_or(0, |row| row.cells.len())
    };
    // The last of several is taken, so they are asked backwards.
    Separator::ALL.into_iter().rev().max_by_key(|separator| cells(*separator)).unwrap_or(Separator::Comma)
}

/// What is still to be read.
#[derive(Clone, Copy)]
struct Rows<'a> {
    rest: &'a str,
    line: u32,
    separator: Separator,
}

impl<'a> Rows<'a> {
    /// The next row with any text.
    fn next_filled(&mut self) -> Result<Option<TableRow>, FileRefusal> {
        while !self.rest.is_empty() {
            let row = self.next_row()?;
            if row.cells.iter().any(|cell| !cell.trim().is_empty()) {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    fn next_row(&mut self) -> Result<TableRow, FileRefusal> {
        let (line, mut cells) = (self.line, Vec::new());
        loop {
            let cell = match self.rest.strip_prefix('"') {
                Some(quoted) => self.quoted(line, quoted)?,
                None => self.plain(line)?,
            };
            if cell.contains('\0') {
                return Err(FileRefusal::Nul(line));
            }
            if cell.len() > CELL_MAX && cell.chars().count() > CELL_MAX {
                return Err(FileRefusal::CellTooLong(line));
            }
            if cells.len() == COLUMNS_MAX {
                return Err(FileRefusal::TooManyColumns(line));
            }
            cells.push(cell);
            if let Some(rest) = self.rest.strip_prefix(self.separator.character()) {
                self.rest = rest;
            } else if self.end_line() {
                return Ok(TableRow { line, cells });
            } else {
                return Err(FileRefusal::StrayQuote(line));
            }
        }
    }

    fn plain(&mut self, row: u32) -> Result<String, FileRefusal> {
        let end = self.rest.find([self.separator.character(), '\r', '\n']).unwrap_or(self.rest.len());
        let (cell, rest) = self.rest.split_at(end);
        if cell.contains('"') {
            return Err(FileRefusal::StrayQuote(row));
        }
        self.rest = rest;
        Ok(cell.to_owned())
    }

    /// A cell up to the quotation mark that ends it. Two of them are one of the cell's own.
    fn quoted(&mut self, row: u32, mut rest: &'a str) -> Result<String, FileRefusal> {
        let mut cell = String::new();
        loop {
            let (part, after) = rest.split_once('"').ok_or(FileRefusal::OpenQuote(row))?;
            cell.push_str(part);
            let Some(more) = after.strip_prefix('"') else {
                self.rest = after;
                self.line += line_ends(&cell);
                return Ok(cell);
            };
            cell.push('"');
            rest = more;
        }
    }

    /// Goes to the next line, where one ends here.
    fn end_line(&mut self) -> bool {
        let next = ["\r\n", "\n", "\r"].into_iter().find_map(|end| self.rest.strip_prefix(end));
        if let Some(rest) = next {
            self.rest = rest;
            self.line += 1;
        }
        next.is_some() || self.rest.is_empty()
    }
}

/// How many lines end in a text, each with CR, LF or both.
fn line_ends(text: &str) -> u32 {
    let both = text.matches("\r\n").count();
    u32::try_from(text.matches(['\r', '\n']).count() - both).unwrap_or(u32::MAX)
}
