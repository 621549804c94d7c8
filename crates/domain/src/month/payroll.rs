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
    /// The number that the person has in another program.
    pub external_id: Option<String>,
    pub figures: Figures,
    /// The amounts; `None` where a salary is missing.
    pub pay: Option<Pay>,
}

/// Which columns the file of a revision has. It keeps the form that was the newest at its close.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayrollForm {
    Original,
    /// With the external ID behind the columns of the original one.
    WithExternalId,
}

impl PayrollForm {
    pub const NEWEST: Self = Self::WithExternalId;
    pub const ALL: [Self; 2] = [Self::Original, Self::WithExternalId];

    /// The number by which it is stored.
    pub const fn number(self) -> i32 {
        match self {
            Self::Original => 1,
            Self::WithExternalId => 2,
        }
    }

    /// The headings of the columns of which the checksum is made: all but its own.
    pub fn headings(self) -> &'static [&'static str] {
        match self {
            Self::Original => &HEADINGS[..ORIGINAL],
            Self::WithExternalId => &HEADINGS,
        }
    }
}

/// How many columns the original form has.
pub(super) const ORIGINAL: usize = 20;

const HEADINGS: [&str; ORIGINAL + 1] = [
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
    "External ID",
];

/// The heading of the last column.
pub const CHECKSUM_HEADING: &str = "Checksum";

/// The file of a revision. Its lines are by the number of the employee ID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayrollFile {
    month: Month,
    revision: u32,
    currency: String,
    form: PayrollForm,
}

impl PayrollFile {
    /// The file of this revision of the month, whose amounts are in `currency`.
    pub fn new(month: Month, revision: u32, currency: &str, form: PayrollForm) -> Self {
        Self { month, revision, currency: currency.to_owned(), form }
    }

    /// The headings of its columns, but for that of the checksum.
    pub fn headings(&self) -> &'static [&'static str] {
        self.form.headings()
    }

    /// The cells of a row under the headings, before they are quoted.
    pub fn cells(&self, row: &PayrollRow) -> Vec<String> {
        let Figures { scheduled, working, approved, pending, paid_leave, unpaid_leave, extra, approved_half_hours } =
            row.figures;
        let halves = |count: u32| halves(i32::try_from(count).unwrap_or(i32::MAX));
        let amount = |of: fn(&Pay) -> u64| {
            row.pay.as_ref().map(|pay| cents(i64::try_from(of(pay)).unwrap_or(i64::MAX))).unwrap_or_default()
        };
        let mut cells = vec![
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
            inert(row.external_id.as_deref().unwrap_or_default()).into_owned(),
        ];
        cells.truncate(self.headings().len());
        cells
    }

    /// The line of a row of which the checksum is made.
    pub fn line(&self, row: &PayrollRow) -> String {
        line(self.cells(row).iter().map(String::as_str)) + LINE_END
    }

    /// The beginning of the checksum, for the lines of all rows to follow.
    pub fn digest(&self) -> PayrollDigest {
        let mut digest = PayrollDigest(Sha256::new());
        digest.add(&(line(self.headings().iter().copied()) + LINE_END));
        digest
    }

    /// How the file begins that is handed out.
    pub fn exported_header(&self) -> String {
        format!("{BYTE_ORDER_MARK}{},{CHECKSUM_HEADING}{LINE_END}", line(self.headings().iter().copied()))
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

pub(crate) fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::with_capacity(64), |mut digits, byte| {
        // A string takes whatever is written to it.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}
