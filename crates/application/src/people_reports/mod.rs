//! The reports about people and their days, and the dashboard of a Boss (oversight.md 1.5).

mod boss;
pub(crate) mod decided;
mod departments;
mod headcount;
mod kept;
mod missing;
mod team;

pub use boss::{AttendanceOfMonth, BossDashboard, PresentFigures, boss_dashboard};
pub use departments::{Department, departments, departments_csv};
pub use headcount::{HeadcountOfMonth, headcount, headcount_csv};
pub use kept::{Counted, Kept};
pub use missing::{missing_days, missing_days_csv};
pub use team::{TeamReport, TeamRow, TeamSums, team, team_csv};

use crate::ports::{Cell, Column, Pieces, Table};
use crate::sessions::Caller;
use crate::{Error, Ports};
use domain::time::Month;

/// A report on its way into a file.
pub struct ReportFile {
    pub name: String,
    pub pieces: Pieces,
}

/// The name of a file about a month.
pub(crate) fn named(report: &str, month: Month) -> String {
    format!("{report}_{}_{}.csv", month.number(), month.year())
}

/// A table as a file. That it was taken along is noted before its first byte (oversight.md 1.2).
pub(crate) async fn file<const N: usize>(
    ports: &Ports,
    caller: &Caller,
    name: String,
    columns: [&'static str; N],
    rows: impl Iterator<Item = [Cell; N]> + Send + 'static,
) -> Result<ReportFile, Error> {
    let table = Table { columns: columns.map(Column::named).to_vec(), rows: Box::new(rows.map(Vec::from)) };
    let pieces = ports.documents.table_csv(table);
    crate::downloads::note(ports, caller, &name, None).await?;
    Ok(ReportFile { name, pieces })
}

#[cfg(test)]
mod tests;
