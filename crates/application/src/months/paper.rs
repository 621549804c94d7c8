//! The payroll of a month on paper.
//!
//! What it says was kept at the close, its date included, so that the same revision is the same bytes.

use crate::ports::{Align, Cell, Column, PayrollTotals, Report, Revision, Table};
use chrono::NaiveDateTime;
use domain::id::UserId;
use domain::month::PayrollRow;
use domain::sheet;
use domain::time::Month;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayrollReport {
    pub month: Month,
    pub revision: Revision,
    /// Its rows, by employee ID.
    pub rows: Vec<PayrollRow>,
    pub totals: PayrollTotals,
    /// Who asked for it. They are not named in it.
    pub asked_by: UserId,
}

/// Tenths of a millimetre, of 182: so that no heading and no total of ten thousand people is broken.
const COLUMNS: [Column; 10] = [
    Column::new("Employee ID", Align::Left, 198),
    Column::new("Name", Align::Left, 222),
    Column::new("Department", Align::Left, 214),
    Column::new("Working", Align::Units, 162),
    Column::new("Payable", Align::Units, 153),
    Column::new("Paid Leave", Align::Units, 124),
    Column::new("Unpaid Leave", Align::Units, 144),
    Column::new("Absent", Align::Units, 140),
    Column::new("Base", Align::Right, 232),
    Column::new("Gross", Align::Right, 232),
];

impl From<PayrollReport> for Report {
    fn from(report: PayrollReport) -> Self {
        let PayrollReport { month, revision, rows, totals, asked_by } = report;
        let (_, closed_by) = &revision.closed_by;
        let closed_at = revision.imprint.on_the_clock(revision.closed_at);
        Self {
            organisation: revision.imprint.organisation,
            heading: format!("Payroll of {} {}", month.name(), month.year()).into(),
            period: format!("Revision {}", revision.revision),
            subtitles: vec![
                format!("Closed on {} by {closed_by}", moment_in_words(closed_at)),
                format!("Amounts before tax, for information, in {}", revision.currency),
            ],
            made_at: closed_at,
            figures: vec![
                (totals.employees.to_string(), "Employees"),
                (sheet::cents(signed(totals.monthly_base)), "Total Base"),
                (sheet::cents(signed(totals.gross)), "Total Gross"),
                (totals.missing_salary.to_string(), "Missing Salary"),
            ],
            legend: Vec::new(),
            table: Table { columns: COLUMNS.to_vec(), rows: Box::new(rows.into_iter().map(cells)) },
            totals: vec![total(totals)],
            notes: vec![format!("Checksum {}", revision.checksum)],
            asked_by,
        }
    }
}

/// The time of a close as a report has it: `2 July 2026 at 09:05`.
pub(super) fn moment_in_words(closed_at: NaiveDateTime) -> String {
    closed_at.format("%-d %B %Y at %H:%M").to_string()
}

fn cells(row: PayrollRow) -> Vec<Cell> {
    let figures = row.figures;
    let amount = |cents: Option<u64>| cents.map_or(Cell::Nothing, |cents| Cell::Amount(signed(cents)));
    vec![
        Cell::text(row.employee_id.to_string()),
        Cell::text(row.name.to_string()),
        row.department.map_or(Cell::Nothing, Cell::text),
        halves(figures.working.into()),
        halves(figures.payable().into()),
        halves(figures.paid_leave.into()),
        halves(figures.unpaid_leave.into()),
        halves(figures.absent().into()),
        amount(row.pay.map(|pay| pay.monthly_base)),
        amount(row.pay.map(|pay| pay.gross)),
    ]
}

fn total(totals: PayrollTotals) -> Vec<Cell> {
    let blank = || Cell::text("");
    let amounts = [totals.monthly_base, totals.gross].map(|cents| Cell::Amount(signed(cents)));
    let days = [blank(), halves(totals.payable), blank(), blank(), blank()];
    [blank(), Cell::text("Total"), blank()].into_iter().chain(days).chain(amounts).collect()
}

fn halves(count: u64) -> Cell {
    Cell::Halves(i32::try_from(count).unwrap_or(i32::MAX))
}

fn signed(cents: u64) -> i64 {
    i64::try_from(cents).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::Imprint;
    use crate::testing::{at, user};
    use domain::month::{Figures, Pay, PayrollForm};
    use domain::person::{EmployeeId, FullName, Salary};

    fn row(pay: Option<Pay>) -> PayrollRow {
        PayrollRow {
            user: user(1),
            employee_id: EmployeeId::new(1003),
            name: FullName { first: "Ann".into(), last: "Berg".into() },
            department: None,
            external_id: None,
            figures: Figures {
                scheduled: 42,
                working: 28,
                approved: 20,
                paid_leave: 1,
                unpaid_leave: 3,
                ..Figures::default()
            },
            pay,
        }
    }

    #[test]
    fn the_paper_says_of_which_revision_it_is_and_when_that_was_closed() {
        let pay =
            Pay { annual: Salary::from_cents(3_600_000).unwrap(), since: None, monthly_base: 300_000, gross: 150_000 };
        let closed_at = "2026-07-02T09:05:00".parse().unwrap();
        let report = Report::from(PayrollReport {
            month: Month::new(2026, 6).unwrap(),
            revision: Revision {
                revision: 2,
                closed_at: at("2026-07-02T07:05:00Z"),
                closed_by: (user(9), FullName { first: "Ada".into(), last: "Admin".into() }),
                reason: None,
                employees: 2,
                blocked: 0,
                currency: "EUR".into(),
                good_percent: 80,
                checksum: "ab".repeat(32),
                imprint: Imprint { organisation: "Northwind".into(), minutes_ahead: 120 },
                form: PayrollForm::NEWEST,
                exported: None,
                reopened: None,
            },
            rows: vec![row(Some(pay)), row(None)],
            totals: PayrollTotals {
                employees: 2,
                payable: 42,
                monthly_base: 300_000,
                gross: 150_000,
                missing_salary: 1,
            },
            asked_by: user(9),
        });
        assert_eq!(report.organisation, "Northwind");
        assert_eq!((&*report.heading, report.period.as_str()), ("Payroll of June 2026", "Revision 2"));
        let said = ["Closed on 2 July 2026 at 09:05 by Ada Admin", "Amounts before tax, for information, in EUR"];
        assert_eq!((report.subtitles, report.made_at), (said.map(str::to_owned).to_vec(), closed_at));
        let figures =
            [("2", "Employees"), ("3000.00", "Total Base"), ("1500.00", "Total Gross"), ("1", "Missing Salary")];
        assert_eq!(report.figures, figures.map(|(figure, of)| (figure.to_owned(), of)));
        assert_eq!(report.notes, [format!("Checksum {}", "ab".repeat(32))]);
        let id = || vec![Cell::text("EMP1003"), Cell::text("Ann Berg"), Cell::Nothing];
        let days = [28, 21, 1, 3, 4].map(Cell::Halves);
        let with = |amounts: [Cell; 2]| id().into_iter().chain(days.clone()).chain(amounts).collect::<Vec<_>>();
        let rows = [with([Cell::Amount(300_000), Cell::Amount(150_000)]), with([Cell::Nothing, Cell::Nothing])];
        assert_eq!(report.table.rows.collect::<Vec<_>>(), rows);
        let [total] = report.totals.as_slice() else { panic!("{:?}", report.totals) };
        assert_eq!(total.len(), COLUMNS.len());
        assert_eq!((&total[1], &total[4]), (&Cell::text("Total"), &Cell::Halves(42)));
        assert_eq!(total[8..], [Cell::Amount(300_000), Cell::Amount(150_000)]);
    }
}
