//! What every report says, and how a cell is written on paper.

use application::ports::{Cell, Report};
use domain::sheet;
use std::borrow::Cow;

/// Stands where there are no rows.
pub(super) const NO_ROWS: &str = "No Data Available";
/// Stands where there is no value.
const DASH: &str = "–";

/// The title of the file.
pub(super) fn title(report: &Report) -> String {
    format!("{}, {}", report.heading, report.period)
}

pub(super) fn made_at(report: &Report) -> String {
    report.made_at.format("Made on %-d %B %Y at %H:%M").to_string()
}

/// Where every page says where it belongs.
pub(super) fn imprint(report: &Report) -> String {
    let notes = report.notes.iter().map(String::as_str);
    std::iter::once(report.organisation.as_str()).chain(notes).collect::<Vec<_>>().join(" · ")
}

pub(super) fn cell(cell: &Cell) -> Cow<'_, str> {
    match cell {
        Cell::Nothing => Cow::Borrowed(DASH),
        Cell::Text(text) => Cow::Borrowed(text),
        Cell::Alert(word) => Cow::Borrowed(word),
        Cell::Date(day) => day.to_string().into(),
        Cell::Count(number) => number.to_string().into(),
        Cell::Halves(halves) => days(*halves).into(),
        Cell::Percent(tenths) => format!("{} %", sheet::tenths(*tenths)).into(),
        Cell::Amount(cents) => sheet::cents(*cents).into(),
    }
}

/// Days from half days, as in `14` and `10.5`.
fn days(half_days: i32) -> String {
    let days = sheet::halves(half_days);
    days.strip_suffix(".0").map(str::to_owned).unwrap_or(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_days_are_written_as_days() {
        for (half_days, written) in [(0, "0"), (1, "0.5"), (2, "1"), (21, "10.5"), (28, "14"), (62, "31"), (-3, "-1.5")]
        {
            assert_eq!(days(half_days), written);
        }
    }

    #[test]
    fn every_cell_has_its_form_on_paper() {
        let cells = [
            (Cell::Nothing, "–"),
            (Cell::text("=1+1"), "=1+1"),
            (Cell::Alert("Needs Attention"), "Needs Attention"),
            (Cell::Date("2026-06-15".parse().unwrap()), "2026-06-15"),
            (Cell::Count(1_042), "1042"),
            (Cell::Percent(750), "75.0 %"),
            (Cell::Amount(150_000), "1500.00"),
        ];
        for (value, written) in cells {
            assert_eq!(cell(&value), written);
        }
    }
}
