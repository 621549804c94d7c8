//! What the report says.

use application::ports::{AttendanceReport, AttendanceRow};
use domain::attendance::{GOOD_PERCENT, Rating};
use domain::timesheet::Hours;

pub(super) const HEADING: &str = "Attendance Summary Report";
pub(super) const EVERYONE: &str = "All employees";
pub(super) const NOBODY: &str = "No Data Available";
pub(super) const COLUMNS: [&str; 7] = ["No.", "Employee ID", "Name", "Working days", "Present", "Rate", "Rating"];
/// Stands where there is no rate.
pub(super) const DASH: &str = "–";

/// The month, as in `November 2026`.
pub(super) fn month(report: &AttendanceReport) -> String {
    format!("{} {}", report.month.name(), report.month.year())
}

/// The title of the file.
pub(super) fn title(report: &AttendanceReport) -> String {
    format!("{HEADING}, {}", month(report))
}

/// Whose attendance it is.
pub(super) fn scope(report: &AttendanceReport) -> String {
    report.team_of.as_ref().map_or_else(|| EVERYONE.to_owned(), |name| format!("Team of {name}"))
}

/// When it was made.
pub(super) fn made_at(report: &AttendanceReport) -> String {
    report.made_at.format("Made on %-d %B %Y at %H:%M").to_string()
}

/// Where every page says where it belongs.
pub(super) fn imprint(report: &AttendanceReport) -> String {
    report
        .team_of
        .as_ref()
        .map_or_else(|| report.organisation.clone(), |_| format!("{} · {}", report.organisation, scope(report)))
}

pub(super) fn page_number(number: usize, count: usize) -> String {
    format!("Page {number} of {count}")
}

/// The figures above the table, each with what it counts.
pub(super) fn totals(report: &AttendanceReport) -> [(String, &'static str); 3] {
    let good = report.rows.iter().filter(|row| row.summary.rating() == Rating::Good).count();
    [
        (report.rows.len().to_string(), "Total Employees"),
        (good.to_string(), "Good Attendance"),
        ((report.rows.len() - good).to_string(), "Needs Attention"),
    ]
}

/// How the table is to be read.
pub(super) fn legend() -> [String; 3] {
    let half = Hours::HALF_DAY.as_f64();
    [
        "Working days: weekdays that are no holidays, from the joining date to yesterday; today counts once it has an entry."
            .to_owned(),
        format!(
            "Present: more than {half} hours on a working day count as 1 (full day), up to {half} hours as 0.5 (half day); rejected \
             entries do not count."
        ),
        format!(
            "Rate: Present out of Working days. Good is {GOOD_PERCENT} % or more, Needs Attention is less; no working days: a \
             dash, and Good."
        ),
    ]
}

/// The cells of one line of the table.
pub(super) fn cells(number: usize, row: &AttendanceRow) -> [String; 7] {
    let summary = row.summary;
    [
        number.to_string(),
        row.person.employee_id.to_string(),
        row.person.name.to_string(),
        days(summary.working_half_days),
        days(summary.present_half_days),
        summary.rate_tenths().map_or_else(|| DASH.to_owned(), |rate| format!("{}.{} %", rate / 10, rate % 10)),
        rating(summary.rating()).to_owned(),
    ]
}

/// Days from half days, as in `14` and `10.5`.
fn days(half_days: u32) -> String {
    format!("{}{}", half_days / 2, if half_days.is_multiple_of(2) { "" } else { ".5" })
}

fn rating(rating: Rating) -> &'static str {
    match rating {
        Rating::Good => "Good",
        Rating::NeedsAttention => "Needs Attention",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_days_are_written_as_days() {
        for (half_days, written) in [(0, "0"), (1, "0.5"), (2, "1"), (21, "10.5"), (28, "14"), (62, "31")] {
            assert_eq!(days(half_days), written);
        }
    }

    #[test]
    fn the_legend_has_its_numbers_from_the_rules() {
        let [_, present, rate] = legend();
        assert!(
            present.contains("more than 5 hours on a working day count as 1")
                && present.contains("up to 5 hours as 0.5")
        );
        assert!(rate.contains("Good is 80 % or more"));
    }
}
