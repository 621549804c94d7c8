//! Files of commas, and rows of a kind, planned and applied over a store in memory by HR.

use super::{Action, DueRow, FileRow, Kind, Options, Outcome, PlannedRow};
use crate::people::Author;
use crate::ports::{FileRead, ImportReader};
use crate::testing::{Fakes, caller};
use domain::import::holidays::HolidayRow;
use domain::import::{Encoding, FileRefusal, Reading, Separator, Table, TableRow};
use domain::person::Role;

/// Reads cells between commas.
pub(super) struct Lines;

impl ImportReader for Lines {
    fn read_csv(&self, bytes: &[u8], _: Option<Encoding>, _: Option<Separator>) -> Result<FileRead, FileRefusal> {
        let text = std::str::from_utf8(bytes).unwrap();
        let mut lines = (1..)
            .zip(text.lines())
            .map(|(line, text)| TableRow { line, cells: text.split(',').map(str::to_owned).collect() });
        let headings = lines.next().ok_or(FileRefusal::NoRows)?.cells;
        let table = Table { headings, rows: lines.collect() };
        Ok(FileRead { encoding: Encoding::Utf8, separator: Separator::Comma, table })
    }

    fn read_calendar(&self, _: &[u8], _: i32) -> Result<Reading<HolidayRow>, FileRefusal> {
        Err(FileRefusal::NotACalendar)
    }
}

pub(super) fn hr() -> Author {
    Author::from(&caller(5, Role::Hr))
}

/// The rows of a file, from line 2 on.
pub(super) async fn planned<K: Kind<Row: Clone>>(kind: &K, fakes: &Fakes, rows: &[K::Row]) -> Vec<PlannedRow> {
    let rows: Vec<_> = (2..).zip(rows).map(|(line, value)| FileRow { line, value: value.clone() }).collect();
    kind.plan(&fakes.ports(), &hr(), &Options::default(), &rows).await.unwrap()
}

/// What each row would do, or the column and the sentence for which it is refused.
pub(super) async fn told<K: Kind<Row: Clone>>(kind: &K, fakes: &Fakes, rows: &[K::Row]) -> Vec<String> {
    let told = |row: PlannedRow| match row.problem {
        Some(problem) => format!("{} {}: {}", problem.column, problem.value, problem.sentence),
        None => row.action.name().to_owned(),
    };
    planned(kind, fakes, rows).await.into_iter().map(told).collect()
}

/// The fields that a row changes, before and after.
pub(super) fn changes(row: &PlannedRow) -> Vec<String> {
    let shown = |text: &Option<String>| text.clone().unwrap_or_default();
    row.changes.iter().map(|of| format!("{} {} > {}", of.field, shown(&of.before), shown(&of.after))).collect()
}

/// Applies the rows of a plan that do something, in one unit of work.
pub(super) async fn apply<K: Kind<Row: Clone>>(
    kind: &K,
    fakes: &Fakes,
    plan: &[PlannedRow],
    rows: &[K::Row],
) -> Vec<Outcome> {
    let does = |(row, value): (&PlannedRow, &K::Row)| {
        let due = DueRow { line: row.line, action: row.action, seen: row.seen.clone(), value: value.clone() };
        matches!(row.action, Action::Create | Action::Change).then_some(due)
    };
    let due: Vec<DueRow<K::Row>> = plan.iter().zip(rows).filter_map(does).collect();
    let (ports, author) = (fakes.ports(), hr());
    let moment = ports.moment();
    let work = ports.begin(&moment, author.origin).await.unwrap();
    let outcomes = kind.apply(&work, &author, &Options::default(), 0, &due).await.unwrap();
    kind.finish(&work, &author).await.unwrap();
    work.commit().await.unwrap();
    outcomes
}
