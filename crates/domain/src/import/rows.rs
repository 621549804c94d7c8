//! The rows of a table, cell by cell: all that is wrong in a row is told at once, each at its column.

use super::columns::{Content, Places};
use super::dates::{self, Written};
use super::decision::Decision;
use super::keys::{EMAIL, KEYS};
use super::numbers;
use super::{
    Choices, Column, DateForm, DecimalSign, FileRefusal, Given, Question, ReadRow, Reading, RowProblem, Table, TableRow,
};
use crate::person::EmailError;
use crate::sheet;
use crate::text;
use chrono::NaiveDate;

/// What a cell says.
enum Cell<'a> {
    Empty,
    /// A `-`: the value is taken away.
    Dash,
    Text(&'a str),
}

impl<'a> Cell<'a> {
    fn of(row: &'a TableRow, place: Option<usize>) -> Self {
        let cell = place.and_then(|place| row.cells.get(place)).map_or("", |cell| cell.trim());
        match cell {
            "" => Self::Empty,
            "-" => Self::Dash,
            text => Self::Text(sheet::typed(text).trim()),
        }
    }
}

/// How the columns of a table are written.
#[derive(Default)]
struct Forms {
    dates: Vec<(&'static str, Written)>,
    numbers: Vec<(&'static str, DecimalSign)>,
    questions: Vec<Question>,
    /// What the cells, or the choice, left no doubt of.
    certain_dates: Vec<DateForm>,
    certain_signs: Vec<DecimalSign>,
}

impl Forms {
    fn of(table: &Table, columns: &[Column], places: &Places, choices: Choices) -> Result<Self, FileRefusal> {
        let mut forms = Self::default();
        for column in columns {
            let Some(place) = places.of(column.name) else { continue };
            let cells = table.rows.iter().filter_map(|row| match Cell::of(row, Some(place)) {
                Cell::Text(text) => Some((row.line, text)),
                Cell::Empty | Cell::Dash => None,
            });
            match column.content {
                Content::Text => {}
                Content::Date => forms.add_dates(column.name, dates::form_of(cells, choices.dates))?,
                Content::Number => forms.add_numbers(column.name, numbers::sign_of(cells, choices.decimal))?,
            }
        }
        Ok(forms)
    }

    fn add_dates(&mut self, column: &'static str, decision: Decision<Written>) -> Result<(), FileRefusal> {
        match decision {
            Decision::Only(form) => {
                self.certain_dates.push(form.form());
                self.dates.push((column, form));
            }
            Decision::Alike(form) => self.dates.push((column, form)),
            Decision::Open { forms, samples } => {
                let choices = forms.into_iter().map(|form| form.form().name()).collect();
                self.questions.push(Question { column, samples, choices });
            }
            Decision::Mixed(cells) => return Err(FileRefusal::Mixed { column, cells }),
        }
        Ok(())
    }

    fn add_numbers(&mut self, column: &'static str, decision: Decision<DecimalSign>) -> Result<(), FileRefusal> {
        match decision {
            Decision::Only(sign) => {
                self.certain_signs.push(sign);
                self.numbers.push((column, sign));
            }
            Decision::Alike(sign) => self.numbers.push((column, sign)),
            Decision::Open { forms, samples } => {
                let choices = forms.into_iter().map(DecimalSign::name).collect();
                self.questions.push(Question { column, samples, choices });
            }
            Decision::Mixed(cells) => return Err(FileRefusal::Mixed { column, cells }),
        }
        Ok(())
    }
}

/// The one value of all, where they are the same.
fn common<T: Copy + PartialEq>(values: &[T]) -> Option<T> {
    values.first().copied().filter(|first| values.iter().all(|value| value == first))
}

/// Reads the rows of a table that has these columns at these places. `who` says whom or what a row is about; `read` returns nothing
/// where it has told a problem.
pub(super) fn read<R>(
    table: Table,
    columns: &[Column],
    places: Places,
    choices: Choices,
    who: impl Fn(&Cells<'_>) -> String,
    read: impl Fn(&mut Cells<'_>) -> Option<R>,
) -> Result<Reading<R>, FileRefusal> {
    let forms = Forms::of(&table, columns, &places, choices)?;
    let Table { headings, rows } = table;
    let rows = if forms.questions.is_empty() { rows } else { Vec::new() };
    let read_row = |row: TableRow| {
        let mut cells = Cells { row: &row, places: &places, forms: &forms, problems: Vec::new() };
        if row.cells.iter().skip(headings.len()).any(|cell| !cell.trim().is_empty()) {
            cells.problem(
                "Columns",
                row.cells.len().to_string(),
                "The row has more cells than the first row has names",
            );
        }
        let (who, value) = (who(&cells), read(&mut cells));
        let value = match (value, cells.problems) {
            (Some(value), problems) if problems.is_empty() => Ok(value),
            (_, problems) => Err(problems),
        };
        ReadRow { line: row.line, cells: row.cells, who, value }
    };
    let rows = rows.into_iter().map(read_row).collect();
    let (dates, decimal) = (common(&forms.certain_dates), common(&forms.certain_signs));
    Ok(Reading { dates, decimal, questions: forms.questions, ignored_columns: places.ignored, headings, rows })
}

/// The cells of a row, and what is wrong with them.
pub(super) struct Cells<'a> {
    row: &'a TableRow,
    places: &'a Places,
    forms: &'a Forms,
    problems: Vec<RowProblem>,
}

impl<'a> Cells<'a> {
    pub(super) fn problem(&mut self, column: &'static str, value: impl Into<String>, sentence: impl Into<String>) {
        self.problems.push(RowProblem { column, value: value.into(), sentence: sentence.into() });
    }

    fn cell(&self, column: Column) -> Cell<'a> {
        Cell::of(self.row, self.places.of(column.name))
    }

    fn parsed<T>(&mut self, column: Column, text: &str, parse: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        parse(text).map_err(|sentence| self.problem(column.name, text, sentence)).ok()
    }

    /// A value that can be cleared.
    pub(super) fn optional<T>(&mut self, column: Column, parse: impl FnOnce(&str) -> Result<T, String>) -> Given<T> {
        match self.cell(column) {
            Cell::Empty => Given::Absent,
            Cell::Dash => Given::Cleared,
            Cell::Text(text) => self.parsed(column, text, parse).map_or(Given::Absent, Given::Value),
        }
    }

    /// A value that cannot be cleared.
    pub(super) fn value<T>(&mut self, column: Column, parse: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        match self.cell(column) {
            Cell::Empty => None,
            Cell::Dash => {
                self.problem(column.name, "-", format!("{} cannot be cleared", column.name));
                None
            }
            Cell::Text(text) => self.parsed(column, text, parse),
        }
    }

    /// A value that every row has.
    pub(super) fn required<T>(&mut self, column: Column, parse: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        if matches!(self.cell(column), Cell::Empty) {
            self.problem(column.name, "", format!("{} is required", column.name));
        }
        self.value(column, parse)
    }

    /// The cells of these columns that can be shown, one after the other.
    pub(super) fn shown(&self, columns: &[Column], between: &str) -> String {
        let shown = columns.iter().filter_map(|column| match self.cell(*column) {
            Cell::Text(text) => text::line(text, usize::MAX).ok(),
            Cell::Empty | Cell::Dash => None,
        });
        shown.collect::<Vec<_>>().join(between)
    }

    /// Tells a problem where no column names the person.
    pub(super) fn require_key(&mut self) {
        if KEYS.iter().all(|column| matches!(self.cell(*column), Cell::Empty | Cell::Dash)) {
            self.problem(EMAIL.name, "", EmailError::Blank.sentence());
        }
    }

    /// How a date of this column is read.
    pub(super) fn date(&self, column: Column) -> impl Fn(&str) -> Result<NaiveDate, String> + use<> {
        let form =
            self.forms.dates.iter().find(|(name, _)| *name == column.name).map_or(Written::Hyphens, |(_, form)| *form);
        move |text| dates::day(text, form)
    }

    /// How a number of this column is read: so many times the number, which is a whole one, or else this sentence.
    pub(super) fn number(
        &self,
        column: Column,
        factor: i64,
        sentence: &'static str,
    ) -> impl Fn(&str) -> Result<i64, String> + use<> {
        let signs = &self.forms.numbers;
        let sign = signs.iter().find(|(name, _)| *name == column.name).map_or(DecimalSign::Point, |(_, sign)| *sign);
        move |text| numbers::number(text, sign)?.times(factor).ok_or_else(|| sentence.to_owned())
    }
}

/// The cell by which a row names its person.
pub(super) fn key(cells: &Cells<'_>) -> String {
    KEYS.iter().map(|column| cells.shown(&[*column], "")).find(|key| !key.is_empty()).unwrap_or_default()
}

/// How one line of text is read. Its length is a matter of its field.
pub(super) fn line(column: Column) -> impl Fn(&str) -> Result<String, String> {
    move |text| text::line(text, usize::MAX).map_err(|why| why.sentence(column.name))
}

/// The same of prose, which may have line breaks.
pub(super) fn prose(column: Column) -> impl Fn(&str) -> Result<String, String> {
    move |text| text::prose(text, usize::MAX).map_err(|why| why.sentence(column.name))
}
