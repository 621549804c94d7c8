//! What an employee gets of a closed month on paper: figures and days, and no amount.

use super::paper::moment_in_words;
use crate::ports::{Align, Cell, Column, OwnEntry, OwnRow, Report, Table};
use domain::id::UserId;
use domain::month::Figures;
use domain::timesheet::Status;

/// Somebody's receipt of a closed month, ready to be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptReport {
    /// The row, and of which revision it is.
    pub own: OwnRow,
    /// The entries of the month, oldest first.
    pub entries: Vec<OwnEntry>,
    pub asked_by: UserId,
}

const COLUMNS: [Column; 3] = [
    Column::new("Date", Align::Left, 60),
    Column::new("Hours", Align::Units, 30),
    Column::new("Status", Align::Left, 92),
];

impl From<ReceiptReport> for Report {
    fn from(report: ReceiptReport) -> Self {
        let ReceiptReport { own, entries, asked_by } = report;
        let closed_at = own.imprint.on_the_clock(own.closed_at);
        let department = own.row.department.map(|department| format!(", {department}")).unwrap_or_default();
        Self {
            organisation: own.imprint.organisation,
            heading: format!("Receipt of {} {}", own.month.name(), own.month.year()).into(),
            period: format!("Revision {}", own.revision),
            subtitles: vec![
                own.row.name.to_string(),
                format!("{}{department}", own.row.employee_id),
                format!("Closed on {}", moment_in_words(closed_at)),
            ],
            made_at: closed_at,
            figures: figures(&own.row.figures),
            legend: Vec::new(),
            table: Table { columns: COLUMNS.to_vec(), rows: Box::new(entries.into_iter().map(|entry| cells(&entry))) },
            totals: Vec::new(),
            notes: vec![format!("Checksum {}", own.checksum)],
            asked_by,
        }
    }
}

/// The ten figures of a statement.
fn figures(of: &Figures) -> Vec<(String, &'static str)> {
    [
        (of.scheduled, "Scheduled Days"),
        (of.working, "Working Days"),
        (of.approved, "Approved Days"),
        (of.pending, "Pending Days"),
        (of.paid_leave, "Paid Leave"),
        (of.unpaid_leave, "Unpaid Leave"),
        (of.absent(), "Absent Days"),
        (of.payable(), "Payable Days"),
        (of.extra, "Extra Days"),
        (of.approved_half_hours, "Approved Hours"),
    ]
    .map(|(halves, name)| ((f64::from(halves) / 2.0).to_string(), name))
    .to_vec()
}

fn cells(entry: &OwnEntry) -> Vec<Cell> {
    let status = match entry.status {
        Status::Approved => "Approved",
        Status::Pending => "Pending",
        Status::Rejected => "Rejected",
    };
    vec![Cell::Date(entry.date), Cell::Halves(entry.hours.half_hours().into()), Cell::text(status)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::Imprint;
    use crate::testing::{at, change, day, entry, hours, user};
    use domain::month::{Pay, PayrollRow};
    use domain::person::{EmployeeId, FullName, Salary};
    use domain::time::Month;

    #[test]
    fn a_receipt_has_figures_and_days_and_no_amount() {
        let figures = Figures {
            scheduled: 42,
            working: 28,
            approved: 21,
            pending: 2,
            unpaid_leave: 1,
            approved_half_hours: 190,
            ..Figures::default()
        };
        let annual = Salary::from_cents(3_600_000).unwrap();
        let row = PayrollRow {
            user: user(1),
            employee_id: EmployeeId::new(1003),
            name: FullName { first: "Ann".into(), last: "Berg".into() },
            department: Some("Works".into()),
            external_id: None,
            figures,
            pay: Some(Pay { annual, since: None, monthly_base: 300_000, gross: 150_000 }),
        };
        let own = OwnRow {
            month: Month::new(2026, 6).unwrap(),
            revision: 2,
            closed_at: at("2026-07-02T07:05:00Z"),
            checksum: "ab".repeat(32),
            imprint: Imprint { organisation: "Northwind".into(), minutes_ahead: 120 },
            row,
        };
        let entries = [("2026-06-10", 9.0, Status::Approved), ("2026-06-11", 7.5, Status::Rejected)]
            .map(|(date, of, status)| change(entry(1, 1, day(date), status), |stored| stored.hours = hours(of)).into());
        let closed_at = "2026-07-02T09:05:00".parse().unwrap();
        let report = Report::from(ReceiptReport { own, entries: entries.into(), asked_by: user(1) });
        assert_eq!(report.organisation, "Northwind");
        assert_eq!((&*report.heading, report.period.as_str()), ("Receipt of June 2026", "Revision 2"));
        let said = ["Ann Berg", "EMP1003, Works", "Closed on 2 July 2026 at 09:05"];
        assert_eq!((report.subtitles, report.made_at), (said.map(str::to_owned).to_vec(), closed_at));
        let figures: Vec<String> = report.figures.iter().map(|(figure, of)| format!("{of} {figure}")).collect();
        let expected = [
            "Scheduled Days 21",
            "Working Days 14",
            "Approved Days 10.5",
            "Pending Days 1",
            "Paid Leave 0",
            "Unpaid Leave 0.5",
            "Absent Days 2",
            "Payable Days 10.5",
            "Extra Days 0",
            "Approved Hours 95",
        ];
        assert_eq!(figures, expected);
        let rows = [
            vec![Cell::Date(day("2026-06-10")), Cell::Halves(18), Cell::text("Approved")],
            vec![Cell::Date(day("2026-06-11")), Cell::Halves(15), Cell::text("Rejected")],
        ];
        assert_eq!(report.table.rows.collect::<Vec<_>>(), rows);
        assert_eq!(report.notes, [format!("Checksum {}", "ab".repeat(32))]);
    }
}
