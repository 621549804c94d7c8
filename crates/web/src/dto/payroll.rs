//! What payroll gets of a month, what changed from one revision to the next, and what an employee reads (months.md 3).

use application::months as used;
use application::ports;
use chrono::{DateTime, NaiveDate, Utc};
use domain::month as rules;
use domain::person::{EmployeeId, Salary};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::envelope::Pagination;
use super::months::{Month, Revision};
use super::names::wire_names;
use super::timesheets::hours;
use crate::input::wire::display;

/// What a person's month comes to, in days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// The working days of the whole month, in service or not.
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub scheduled_days: f64,
    /// Those of them in service.
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub working_days: f64,
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub approved_days: f64,
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub pending_days: f64,
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub paid_leave: f64,
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub unpaid_leave: f64,
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub absent_days: f64,
    /// Approved work and paid leave.
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub payable_days: f64,
    /// Approved work on other days, which is not payable.
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub extra_days: f64,
    /// The hours of all approved entries of the month.
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub approved_hours: f64,
}

/// One person's row of a revision. Amounts are before tax.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayrollRow {
    pub user_id: Uuid,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    /// As it was at the close.
    pub name: String,
    /// As it was at the close.
    #[schema(required = true)]
    pub department: Option<String>,
    #[serde(flatten)]
    pub figures: Figures,
    #[schema(required = true)]
    pub annual_salary: Option<f64>,
    /// The day from which it holds, where another one held on an earlier working day.
    #[schema(required = true)]
    pub salary_since: Option<NaiveDate>,
    /// What a whole month pays.
    #[schema(required = true)]
    pub monthly_base: Option<f64>,
    /// What this month pays.
    #[schema(required = true)]
    pub gross_pay: Option<f64>,
    /// Whether a day has no salary, so that there are no amounts.
    pub salary_missing: bool,
}

/// The totals of a revision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayrollTotals {
    pub employees: u32,
    /// Of everybody.
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub payable_days: f64,
    /// Of those who have amounts.
    pub monthly_base: f64,
    /// Of those who have amounts.
    pub gross_pay: f64,
    /// How many have none.
    pub missing_salary: u32,
}

/// A page of a revision.
#[derive(Debug, Serialize, ToSchema)]
pub struct Payroll {
    pub month: Month,
    pub revision: Revision,
    /// By employee ID.
    pub rows: Vec<PayrollRow>,
    /// Of the whole revision.
    pub totals: PayrollTotals,
    pub pagination: Pagination,
}

wire_names! {
    /// Whether somebody's row came, went or changed.
    pub struct DifferenceKind(rules::DifferenceKind);
}

/// A cell that changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldChange {
    /// The heading of its column.
    pub field: String,
    pub from: String,
    pub to: String,
}

/// What changed of a person's row.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    pub name: String,
    pub kind: DifferenceKind,
    /// None unless it changed.
    pub fields: Vec<FieldChange>,
}

/// The totals of both revisions.
#[derive(Debug, Serialize, ToSchema)]
pub struct TotalsOfTwo {
    pub from: PayrollTotals,
    pub to: PayrollTotals,
}

/// A page of what changed from one revision to another.
#[derive(Debug, Serialize, ToSchema)]
pub struct Differences {
    /// By employee ID.
    pub differences: Vec<Difference>,
    pub added: u32,
    pub removed: u32,
    pub changed: u32,
    pub unchanged: u32,
    pub totals: TotalsOfTwo,
    pub pagination: Pagination,
}

wire_names! {
    /// What a checksum or a file is.
    pub struct CheckResult(rules::CheckResult);
}

/// Of which revision a checksum or a file is.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckedChecksum {
    pub result: CheckResult,
    /// `YYYY-MM`; null where it is unknown.
    #[schema(required = true)]
    pub month: Option<String>,
    #[schema(required = true)]
    pub revision: Option<u32>,
}

/// What an employee reads of a closed month: no amount.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    /// `YYYY-MM`
    #[serde(serialize_with = "display")]
    #[schema(value_type = String, pattern = r"^\d{4}-\d{2}$")]
    pub month: domain::time::Month,
    pub revision: u32,
    pub closed_at: DateTime<Utc>,
    /// Of the month.
    pub checksum: String,
    #[serde(flatten)]
    pub figures: Figures,
}

/// A page of the caller's statements.
#[derive(Debug, Serialize, ToSchema)]
pub struct Statements {
    /// The newest month first.
    pub statements: Vec<Statement>,
    pub pagination: Pagination,
}

#[expect(clippy::cast_precision_loss, reason = "exact up to ninety million million")]
fn amount(cents: u64) -> f64 {
    cents as f64 / 100.0
}

impl From<rules::Figures> for Figures {
    fn from(of: rules::Figures) -> Self {
        // A half day is to a day what a half hour is to an hour.
        let days = hours;
        Self {
            scheduled_days: days(of.scheduled),
            working_days: days(of.working),
            approved_days: days(of.approved),
            pending_days: days(of.pending),
            paid_leave: days(of.paid_leave),
            unpaid_leave: days(of.unpaid_leave),
            absent_days: days(of.absent()),
            payable_days: days(of.payable()),
            extra_days: days(of.extra),
            approved_hours: hours(of.approved_half_hours),
        }
    }
}

impl From<rules::PayrollRow> for PayrollRow {
    fn from(row: rules::PayrollRow) -> Self {
        let rules::PayrollRow { user, employee_id, name, department, figures, pay, .. } = row;
        Self {
            user_id: user.uuid(),
            employee_id,
            name: name.to_string(),
            department,
            figures: figures.into(),
            annual_salary: pay.map(|pay| Salary::as_f64(pay.annual)),
            salary_since: pay.and_then(|pay| pay.since),
            monthly_base: pay.map(|pay| amount(pay.monthly_base)),
            gross_pay: pay.map(|pay| amount(pay.gross)),
            salary_missing: pay.is_none(),
        }
    }
}

impl From<ports::PayrollTotals> for PayrollTotals {
    #[expect(clippy::cast_precision_loss, reason = "31 days of some thousand people")]
    fn from(of: ports::PayrollTotals) -> Self {
        Self {
            employees: of.employees,
            payable_days: of.payable as f64 / 2.0,
            monthly_base: amount(of.monthly_base),
            gross_pay: amount(of.gross),
            missing_salary: of.missing_salary,
        }
    }
}

impl Payroll {
    pub fn new(found: used::PayrollPage, page: u32, limit: u32) -> Self {
        Self {
            month: found.line.into(),
            revision: found.revision.into(),
            rows: found.rows.into_iter().map(PayrollRow::from).collect(),
            totals: found.totals.into(),
            pagination: Pagination::new(page, limit, found.total),
        }
    }
}

impl From<rules::Difference> for Difference {
    fn from(found: rules::Difference) -> Self {
        Self {
            employee_id: found.employee_id,
            name: found.name,
            kind: found.kind.into(),
            fields: found
                .fields
                .into_iter()
                .map(|cell| FieldChange { field: cell.field.to_owned(), from: cell.from, to: cell.to })
                .collect(),
        }
    }
}

impl Differences {
    pub fn new(found: used::DifferencesPage, page: u32, limit: u32) -> Self {
        Self {
            pagination: Pagination::new(page, limit, found.total()),
            differences: found.differences.into_iter().map(Difference::from).collect(),
            added: found.added,
            removed: found.removed,
            changed: found.changed,
            unchanged: found.unchanged,
            totals: TotalsOfTwo { from: found.from.into(), to: found.to.into() },
        }
    }
}

impl From<used::Checked> for CheckedChecksum {
    fn from(used::Checked { result, found }: used::Checked) -> Self {
        let (month, revision) = found.map(|(month, revision)| (month.to_string(), revision)).unzip();
        Self { result: result.into(), month, revision }
    }
}

impl From<ports::OwnRow> for Statement {
    fn from(of: ports::OwnRow) -> Self {
        let ports::OwnRow { month, revision, closed_at, checksum, row, .. } = of;
        Self { month, revision, closed_at, checksum, figures: row.figures.into() }
    }
}
