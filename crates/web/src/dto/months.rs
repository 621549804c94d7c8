//! Months, their revisions, and what an employee reads of them (months.md 3).

use application::months as used;
use application::ports::{self, MonthView};
use chrono::{DateTime, NaiveDate, Utc};
use domain::month as rules;
use domain::person::EmployeeId;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::envelope::Pagination;
use super::names::wire_names;
use super::people::ManagerRef;
use super::same::same_fields;
use crate::input::wire::display;

wire_names! {
    /// Where a month stands.
    pub struct MonthState(rules::MonthState);
}

/// A month as it stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Month {
    /// `YYYY-MM`
    #[serde(serialize_with = "display")]
    #[schema(value_type = String, pattern = r"^\d{4}-\d{2}$")]
    pub month: domain::time::Month,
    pub state: MonthState,
    /// Whether its last day is over.
    pub is_over: bool,
    /// The first day on which it can be closed.
    pub closable_from: NaiveDate,
    /// Its newest revision; 0 where there is none.
    pub revision: u32,
    #[schema(required = true)]
    pub newest: Option<Revision>,
    /// What the newest check of it found, while it is closed.
    #[schema(required = true)]
    pub check: Option<MonthCheck>,
}

/// What a close stored, and what became of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Revision {
    /// From 1.
    pub revision: u32,
    pub closed_at: DateTime<Utc>,
    pub closed_by: ManagerRef,
    /// Why it was forced, where it was.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// How many people are in it.
    pub employees: u32,
    /// How many of them were not ready.
    pub blocked: u32,
    /// The currency of its amounts.
    pub currency: String,
    /// 64 lower-case hexadecimal digits.
    #[schema(min_length = 64, max_length = 64)]
    pub checksum: String,
    /// The first export.
    #[schema(required = true)]
    pub exported_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub exported_by: Option<ManagerRef>,
    #[schema(required = true)]
    pub reopened_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub reopened_by: Option<ManagerRef>,
    #[schema(required = true)]
    pub reopen_reason: Option<String>,
}

/// What the check of a night found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthCheck {
    pub checked_at: DateTime<Utc>,
    /// How many rows differ from what they would be now.
    pub differences: u32,
    /// Whether the rows still have the checksum.
    pub checksum_holds: bool,
    #[schema(max_items = 50)]
    pub samples: Vec<CheckSample>,
}

/// One difference that the check found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckSample {
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    pub name: String,
    /// The heading of the column.
    pub field: String,
    /// What the revision says.
    pub closed: String,
    /// What it would be now.
    pub now: String,
}

/// One month under the name `month`.
#[derive(Debug, Serialize, ToSchema)]
pub struct MonthData {
    pub month: Month,
}

/// The months of a year.
#[derive(Debug, Serialize, ToSchema)]
pub struct MonthList {
    /// The newest first, up to the present one.
    pub months: Vec<Month>,
    /// The years that can be asked for, the newest first.
    pub years: Vec<i32>,
}

/// A month with everything that there is of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct MonthPage {
    pub month: Month,
    /// The newest first.
    pub revisions: Vec<Revision>,
    /// Null while it is closed.
    #[schema(required = true)]
    pub readiness: Option<Readiness>,
}

/// How far a month is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Readiness {
    /// People.
    pub employees: u32,
    /// People whom nothing blocks.
    pub ready: u32,
    /// The others.
    pub blocked: u32,
    /// Entries.
    pub pending_entries: u32,
    /// Entries that are not accepted as absent.
    pub rejected_entries: u32,
    /// Days that are not accepted as absent.
    pub frozen_days: u32,
    /// Requests.
    pub pending_leave: u32,
    /// People.
    pub nobody_can_decide: u32,
    /// Days.
    pub missing_days: u32,
    /// People.
    pub missing_salary: u32,
}

/// Who was reminded about an employee today.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemindedToday {
    pub manager: bool,
    pub employee: bool,
}

/// Somebody in a month, and what blocks them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadinessRow {
    pub user_id: Uuid,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    pub name: String,
    #[schema(required = true)]
    pub department: Option<String>,
    #[schema(required = true)]
    pub manager: Option<ManagerRef>,
    pub is_ready: bool,
    pub pending_entries: u32,
    /// Without accepted ones.
    pub rejected_dates: Vec<NaiveDate>,
    /// Without accepted ones.
    pub frozen_dates: Vec<NaiveDate>,
    pub pending_leave: u32,
    pub nobody_can_decide: bool,
    pub missing_days: u32,
    pub reminded_today: RemindedToday,
}

/// A page of the people of a month.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadinessPage {
    /// Who is not ready first, then by name.
    pub rows: Vec<ReadinessRow>,
    pub pagination: Pagination,
}

/// What came of a reminder.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reminded {
    /// People who were told now.
    pub reminded: u32,
    /// People who were told earlier today.
    pub already_today: u32,
    /// Employees for whom nobody can be told.
    pub unreachable: u32,
}

/// How many days were accepted as absent.
#[derive(Debug, Serialize, ToSchema)]
pub struct AcceptedDays {
    /// Those that were not before.
    pub accepted: u32,
}

impl From<used::MonthLine> for Month {
    fn from(used::MonthLine { view, is_over, closable_from }: used::MonthLine) -> Self {
        let MonthView { month, state, newest, check } = view;
        Self {
            month,
            state: state.into(),
            is_over,
            closable_from,
            revision: newest.as_ref().map_or(0, |newest| newest.revision),
            newest: newest.map(Revision::from),
            check: check.map(MonthCheck::from),
        }
    }
}

impl From<ports::Revision> for Revision {
    fn from(revision: ports::Revision) -> Self {
        let (exported_at, exported_by) = revision.exported.map(|(at, who)| (at, ManagerRef::from(who))).unzip();
        let (reopened_at, (reopened_by, reopen_reason)) = match revision.reopened {
            Some((at, who, reason)) => (Some(at), (Some(ManagerRef::from(who)), Some(reason))),
            None => (None, (None, None)),
        };
        Self {
            revision: revision.revision,
            closed_at: revision.closed_at,
            closed_by: revision.closed_by.into(),
            reason: revision.reason,
            employees: revision.employees,
            blocked: revision.blocked,
            currency: revision.currency,
            checksum: revision.checksum,
            exported_at,
            exported_by,
            reopened_at,
            reopened_by,
            reopen_reason,
        }
    }
}

impl From<ports::MonthCheck> for MonthCheck {
    fn from(check: ports::MonthCheck) -> Self {
        Self {
            checked_at: check.checked_at,
            differences: check.differences,
            checksum_holds: check.checksum_holds,
            samples: check.samples.into_iter().map(CheckSample::from).collect(),
        }
    }
}

same_fields! { ports::Sample => CheckSample { employee_id, name, field, closed, now } }

impl From<used::MonthList> for MonthList {
    fn from(used::MonthList { months, years }: used::MonthList) -> Self {
        Self { months: months.into_iter().map(Month::from).collect(), years }
    }
}

impl From<used::MonthPage> for MonthPage {
    fn from(used::MonthPage { line, revisions, readiness }: used::MonthPage) -> Self {
        Self {
            month: line.into(),
            revisions: revisions.into_iter().map(Revision::from).collect(),
            readiness: readiness.map(Readiness::from),
        }
    }
}

same_fields! {
    used::Readiness => Readiness {
        employees, ready, blocked, pending_entries, rejected_entries, frozen_days, pending_leave, nobody_can_decide,
        missing_days, missing_salary,
    }
}

impl From<used::ReadinessRow> for ReadinessRow {
    fn from(row: used::ReadinessRow) -> Self {
        let used::ReadinessRow { person, department, manager, blockers, reminded_today } = row;
        Self {
            user_id: person.id.uuid(),
            employee_id: person.employee_id,
            name: person.name.to_string(),
            department,
            manager: manager.map(ManagerRef::from),
            is_ready: blockers.is_ready(),
            pending_entries: blockers.pending,
            nobody_can_decide: blockers.nobody_can_decide,
            rejected_dates: blockers.rejected,
            frozen_dates: blockers.frozen,
            pending_leave: blockers.pending_leave,
            missing_days: blockers.missing,
            reminded_today: RemindedToday { manager: reminded_today.manager, employee: reminded_today.employee },
        }
    }
}

same_fields! { used::Reminded => Reminded { reminded, already_today, unreachable } }
