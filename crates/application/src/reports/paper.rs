//! The attendance of a month as a report on paper: its words, and its table.

use super::AttendanceRow;
use crate::ports::{Align, Cell, Column, Report, Table};
use chrono::NaiveDateTime;
use domain::attendance::Rating;
use domain::id::UserId;
use domain::time::Month;
use domain::timesheet::Hours;
use std::collections::BTreeSet;

/// The attendance of a month, ready to be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttendanceReport {
    pub organisation: String,
    /// Whose attendance it is: the whole organisation's, or the team of a manager with this name.
    pub team_of: Option<String>,
    pub month: Month,
    /// The lines, by name.
    pub rows: Vec<AttendanceRow>,
    /// The rate, in per cent, from which attendance counts as good.
    pub good_percent: u32,
    /// How long half a day is, by the work patterns of the people in the lines.
    pub half_days: BTreeSet<Hours>,
    /// The revision that it was drawn from, and its checksum, where the month is closed.
    pub closed: Option<(u32, String)>,
    /// When it was made, on the organisation's clock.
    pub made_at: NaiveDateTime,
    /// Who asked for it. They are not named in it.
    pub asked_by: UserId,
}

const COLUMNS: [Column; 8] = [
    Column::new("No.", Align::Right, 14),
    Column::new("Employee ID", Align::Left, 24),
    Column::new("Name", Align::Left, 36),
    Column::new("Working days", Align::Units, 25),
    Column::new("Leave Days", Align::Units, 20),
    Column::new("Present", Align::Units, 15),
    Column::new("Rate", Align::Right, 16),
    Column::new("Rating", Align::Left, 32),
];

impl From<AttendanceReport> for Report {
    fn from(report: AttendanceReport) -> Self {
        let team = report.team_of.map(|name| format!("Team of {name}"));
        Self {
            organisation: report.organisation,
            heading: "Attendance Summary Report".into(),
            period: format!("{} {}", report.month.name(), report.month.year()),
            subtitles: vec![team.clone().unwrap_or_else(|| "All employees".to_owned())],
            made_at: report.made_at,
            figures: figures(&report.rows),
            legend: legend(&report.half_days, report.good_percent),
            table: Table {
                columns: COLUMNS.to_vec(),
                rows: Box::new(report.rows.into_iter().zip(1..).map(|(row, number)| cells(number, &row))),
            },
            totals: Vec::new(),
            notes: team.into_iter().chain(report.closed.map(closed)).collect(),
            asked_by: report.asked_by,
        }
    }
}

fn closed((revision, checksum): (u32, String)) -> String {
    format!("Closed, revision {revision}. Checksum {checksum}")
}

fn figures(rows: &[AttendanceRow]) -> Vec<(String, &'static str)> {
    let good = rows.iter().filter(|row| row.rating() == Rating::Good).count();
    vec![
        (rows.len().to_string(), "Total Employees"),
        (good.to_string(), "Good Attendance"),
        ((rows.len() - good).to_string(), "Needs Attention"),
    ]
}

fn legend(half_days: &BTreeSet<Hours>, good_percent: u32) -> Vec<String> {
    let half = match half_days.iter().map(|hours| hours.as_f64()).collect::<Vec<_>>().as_slice() {
        [hours] => format!("{hours} hours"),
        _ => "the half-day hours of the work pattern".to_owned(),
    };
    vec![
        "Working days: days of the work pattern that are not holidays, from the first day in service to yesterday; today counts once it has an entry."
            .to_owned(),
        "Leave Days: approved leave on these days, half a day as 0.5; not included in Working days.".to_owned(),
        format!(
            "Present: more than {half} on a working day count as 1 (full day), up to that as 0.5 (half day); with half a day \
             of leave, at most 0.5 counts; rejected entries do not count."
        ),
        format!(
            "Rate: Present as a percentage of Working days. {good_percent}% or more is Good, less is Needs Attention; without working \
             days, the rate is a dash and the rating is Good."
        ),
    ]
}

fn cells(number: u32, row: &AttendanceRow) -> Vec<Cell> {
    let (summary, rating) = (row.summary, row.rating());
    vec![
        Cell::Count(number.into()),
        Cell::text(row.person.employee_id.to_string()),
        Cell::text(row.person.name.to_string()),
        Cell::Halves(summary.working_half_days.cast_signed()),
        Cell::Halves(summary.leave_half_days.cast_signed()),
        Cell::Halves(summary.present_half_days.cast_signed()),
        summary.rate_tenths().map_or(Cell::Nothing, Cell::Percent),
        match rating {
            Rating::Good => Cell::text(rating.label()),
            Rating::NeedsAttention => Cell::Alert(rating.label()),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_legend_has_its_numbers_from_the_rules() {
        let of = |half_days: &[u8]| legend(&half_days.iter().copied().map(Hours::whole).collect(), 65).concat();
        let legend = of(&[4]);
        assert!(legend.contains("more than 4 hours on a working day count as 1"));
        assert!(of(&[4, 5]).contains("more than the half-day hours of the work pattern on a working day count as 1"));
        assert!(legend.contains("65% or more is Good"));
    }
}
