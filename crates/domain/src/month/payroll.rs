//! What payroll gets of a month: a row for each person, and the file that they make (months.md 1.6, 1.9).
//!
//! The same revision is the same file for ever, byte for byte: what is written here never changes.

use super::{Figures, Pay};
use crate::id::UserId;
use crate::person::{EmployeeId, FullName};
use crate::sheet::{BYTE_ORDER_MARK, LINE_END, cents, halves, inert, quoted};
use crate::time::Month;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// One person's row of a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayrollRow {
    pub user: UserId,
    pub employee_id: EmployeeId,
    pub name: FullName,
    pub department: Option<String>,
    pub figures: Figures,
    /// The amounts; `None` where a salary is missing.
    pub pay: Option<Pay>,
}

/// How many columns the checksum is made of: all but its own.
pub const COLUMNS: usize = 20;

pub const HEADINGS: [&str; COLUMNS] = [
    "Month",
    "Revision",
    "Employee ID",
    "Name",
    "Department",
    "Scheduled Days",
    "Working Days",
    "Approved Days",
    "Paid Leave",
    "Unpaid Leave",
    "Absent Days",
    "Pending Days",
    "Payable Days",
    "Extra Days",
    "Approved Hours",
    "Currency",
    "Annual Salary",
    "Salary Since",
    "Monthly Base",
    "Gross Pay",
];

/// The heading of the last column.
pub const CHECKSUM_HEADING: &str = "Checksum";

/// The file of a revision. Its lines are by the number of the employee ID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayrollFile {
    month: Month,
    revision: u32,
    currency: String,
}

impl PayrollFile {
    /// The file of this revision of the month, whose amounts are in `currency`.
    pub fn new(month: Month, revision: u32, currency: &str) -> Self {
        Self { month, revision, currency: currency.to_owned() }
    }

    /// The cells of a row under [`HEADINGS`], before they are quoted.
    pub fn cells(&self, row: &PayrollRow) -> [String; COLUMNS] {
        let Figures { scheduled, working, approved, pending, paid_leave, unpaid_leave, extra, approved_half_hours } =
            row.figures;
        let halves = |count: u32| halves(i32::try_from(count).unwrap_or(i32::MAX));
        let amount = |of: fn(&Pay) -> u64| {
            row.pay.as_ref().map(|pay| cents(i64::try_from(of(pay)).unwrap_or(i64::MAX))).unwrap_or_default()
        };
        [
            self.month.to_string(),
            self.revision.to_string(),
            row.employee_id.to_string(),
            inert(&row.name.to_string()).into_owned(),
            inert(row.department.as_deref().unwrap_or_default()).into_owned(),
            halves(scheduled),
            halves(working),
            halves(approved),
            halves(paid_leave),
            halves(unpaid_leave),
            halves(row.figures.absent()),
            halves(pending),
            halves(row.figures.payable()),
            halves(extra),
            halves(approved_half_hours),
            self.currency.clone(),
            amount(|pay| pay.annual.cents()),
            row.pay.and_then(|pay| pay.since).map(|since| since.to_string()).unwrap_or_default(),
            amount(|pay| pay.monthly_base),
            amount(|pay| pay.gross),
        ]
    }

    /// The line of a row of which the checksum is made.
    pub fn line(&self, row: &PayrollRow) -> String {
        line(self.cells(row).iter().map(String::as_str)) + LINE_END
    }

    /// The beginning of the checksum, for the lines of all rows to follow.
    pub fn digest(&self) -> PayrollDigest {
        let mut digest = PayrollDigest(Sha256::new());
        digest.add(&(line(HEADINGS) + LINE_END));
        digest
    }

    /// How the file begins that is handed out.
    pub fn exported_header() -> String {
        format!("{BYTE_ORDER_MARK}{},{CHECKSUM_HEADING}{LINE_END}", line(HEADINGS))
    }

    /// The line of a row in the file, with the checksum of its revision.
    pub fn exported_line(&self, row: &PayrollRow, checksum: &str) -> String {
        let cells = self.cells(row);
        line(cells.iter().map(String::as_str).chain([checksum])) + LINE_END
    }
}

fn line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    cells.into_iter().enumerate().fold(String::new(), |mut line, (at, cell)| {
        if at > 0 {
            line.push(',');
        }
        line.push_str(&quoted(cell));
        line
    })
}

/// The checksum of a file on its way.
#[derive(Debug, Clone)]
pub struct PayrollDigest(Sha256);

impl PayrollDigest {
    pub fn add(&mut self, line: &str) {
        self.0.update(line);
    }

    /// The checksum of the lines so far: 64 lower-case hexadecimal digits.
    pub fn checksum(self) -> String {
        hexadecimal(self.0)
    }
}

pub(super) fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::with_capacity(64), |mut digits, byte| {
        // A string takes whatever is written to it.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}
