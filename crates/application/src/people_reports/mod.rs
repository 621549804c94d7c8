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
pub use kept::Counted;
pub use missing::{missing_days, missing_days_csv};
pub use team::{TeamReport, TeamRow, TeamSums, team, team_csv};

use chrono::NaiveDate;
use domain::time::Month;
use kept::Lately;

/// What an instance has counted lately.
#[derive(Default)]
pub struct Kept {
    departments: Lately<Month, Vec<Department>>,
    boss: Lately<NaiveDate, BossDashboard>,
}

#[cfg(test)]
mod tests;
