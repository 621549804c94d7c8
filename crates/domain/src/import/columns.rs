//! Columns by their names, whatever their order, case and punctuation.

use super::{FileRefusal, Table};
use crate::text::folded;

/// A column that a kind of file may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name in the portal's own files and templates, in problems and questions.
    pub name: &'static str,
    /// Other names that it may have.
    pub aliases: &'static [&'static str],
    pub(super) content: Content,
}

/// What the cells of a column are read as. The form of dates and numbers is decided for the whole column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Text,
    Date,
    Number,
}

impl Column {
    pub(super) const fn text(name: &'static str, aliases: &'static [&'static str]) -> Self {
        Self { name, aliases, content: Content::Text }
    }

    pub(super) const fn date(name: &'static str, aliases: &'static [&'static str]) -> Self {
        Self { name, aliases, content: Content::Date }
    }

    pub(super) const fn number(name: &'static str, aliases: &'static [&'static str]) -> Self {
        Self { name, aliases, content: Content::Number }
    }

    fn is_called(&self, heading: &str) -> bool {
        std::iter::once(&self.name).chain(self.aliases).any(|name| key(name) == heading)
    }
}

/// A name without what says nothing about the column: case, blanks, hyphens and underscores.
fn key(name: &str) -> String {
    folded(name).chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_')).collect()
}

/// Where the columns of a kind stand in a table.
pub(super) struct Places {
    found: Vec<(&'static str, usize)>,
    /// The headings of other columns. One without a heading is ignored in silence only where it has no cells either.
    pub(super) ignored: Vec<String>,
}

impl Places {
    /// Finds each of `columns`, at most once.
    pub(super) fn new(columns: &[Column], table: &Table) -> Result<Self, FileRefusal> {
        let mut places = Self { found: Vec::new(), ignored: Vec::new() };
        for (place, heading) in table.headings.iter().enumerate() {
            let called = key(heading);
            let column = columns.iter().find(|column| column.is_called(&called));
            match column.map(|column| column.name) {
                Some(name) if places.of(name).is_some() => return Err(FileRefusal::DoubledColumn(name)),
                Some(name) => places.found.push((name, place)),
                None if !called.is_empty() => places.ignored.push(heading.trim().to_owned()),
                None if has_text(table, place) => places.ignored.push(format!("Column {}", place + 1)),
                None => {}
            }
        }
        Ok(places)
    }

    pub(super) fn of(&self, name: &str) -> Option<usize> {
        self.found.iter().find(|(found, _)| *found == name).map(|(_, place)| *place)
    }

    /// Refuses a table without one of these columns.
    pub(super) fn require(&self, columns: &[Column]) -> Result<(), FileRefusal> {
        let missing = columns.iter().find(|column| self.of(column.name).is_none());
        missing.map_or(Ok(()), |column| Err(FileRefusal::MissingColumn(column.name)))
    }

    /// Refuses a table without any of these columns, each of which names a person.
    pub(super) fn require_key(&self, columns: &[Column]) -> Result<(), FileRefusal> {
        let has_key = columns.iter().any(|column| self.of(column.name).is_some());
        if has_key { Ok(()) } else { Err(FileRefusal::MissingKey) }
    }
}

fn has_text(table: &Table, place: usize) -> bool {
    table.rows.iter().any(|row| row.cells.get(place).is_some_and(|cell| !cell.trim().is_empty()))
}
