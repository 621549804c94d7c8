//! Balances of leave, and the ledger that they come of.

use application::leave_ledger::{NewAdjustment, TypeBalance};
use application::ports::LedgerRowView;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{LeaveRequestId, LeaveTypeId, UserId};
use domain::leave::{self, LeaveDays, RowKind, TypedAdjustment};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::leave_types::LeaveTypeRef;
use super::names::wire_names;
use super::people::PersonName;
use crate::input::query::read_query;
use crate::input::wire;

/// What somebody has of a leave type in a leave year, in days. What was given, less what was used, is planned, waits, lapsed and went into
/// the next year, is what is left.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveBalance {
    pub leave_type: LeaveTypeRef,
    pub year: i32,
    /// Whether a year gives a limited number of days.
    pub is_limited: bool,
    /// What the type gives.
    pub allocated: f64,
    /// What HR and administrators added, or took off.
    pub adjusted: f64,
    /// What came from the year before.
    pub carried_in: f64,
    /// Approved leave up to today.
    pub used: f64,
    /// Approved leave after today.
    pub planned: f64,
    /// What waits for a decider.
    pub pending: f64,
    /// What lapsed.
    pub expired: f64,
    /// What went into the next year.
    pub carried_out: f64,
    /// None without a limit. It may be below zero.
    #[schema(required = true)]
    pub left: Option<f64>,
    /// What is about to lapse.
    #[schema(required = true)]
    pub expiring: Option<Expiring>,
}

/// Carried days that no live request uses.
#[derive(Debug, Serialize, ToSchema)]
pub struct Expiring {
    pub days: f64,
    /// The last day for them.
    pub on: NaiveDate,
}

/// One balance under the name `balance`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BalanceData {
    pub balance: LeaveBalance,
}

wire_names! {
    /// What a row of the ledger stands for.
    pub struct LedgerRowKind(RowKind);
}

/// A row of the ledger. It never changes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerRow {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub leave_type: LeaveTypeRef,
    pub year: i32,
    pub kind: LedgerRowKind,
    /// What it adds to the balance, or takes off.
    pub days: f64,
    /// The day on which it was entered, or for what lapses and is carried over the day on which that was due.
    pub date: NaiveDate,
    #[schema(required = true)]
    pub note: Option<String>,
    /// The `_id` of the request that takes the days, or gives them back.
    #[schema(required = true)]
    pub request_id: Option<Uuid>,
    /// None where the portal entered it.
    #[schema(required = true)]
    pub by: Option<PersonName>,
    pub created_at: DateTime<Utc>,
}

/// The rows, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ledger {
    pub rows: Vec<LedgerRow>,
}

/// Whose ledger, of which leave year and type.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct LedgerQuery {
    /// This one where none is given.
    #[param(minimum = 1900, maximum = 2200)]
    pub year: Option<i32>,
    /// Somebody else's `_id`.
    #[param(value_type = Option<Uuid>)]
    pub user_id: Option<UserId>,
    /// Only rows of this type; its `_id`.
    #[param(value_type = Option<Uuid>)]
    pub leave_type_id: Option<LeaveTypeId>,
}

read_query!(LedgerQuery, pairs => {
    user_id: pairs.id("userId")?,
    leave_type_id: pairs.id("leaveTypeId")?,
    year: pairs.year("year")?,
});

/// Of which leave year a file has the opening balances.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct ExportedYear {
    /// This one where none is given.
    #[param(minimum = 1900, maximum = 2200)]
    pub year: Option<i32>,
}

read_query!(ExportedYear, pairs => { year: pairs.year("year")? });

/// Which leave year.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct LeaveYearQuery {
    #[param(minimum = 1900, maximum = 2200)]
    pub year: i32,
}

read_query!(LeaveYearQuery, pairs => { year: pairs.needed("year", pairs.year("year")?)? });

/// What is to be added to a balance, or taken off.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdjustmentRequest {
    /// The Employee's `_id`.
    #[serde(deserialize_with = "wire::id")]
    #[schema(value_type = Uuid)]
    pub user_id: UserId,
    /// The `_id` of a type with a limit.
    #[serde(deserialize_with = "wire::id")]
    #[schema(value_type = Uuid)]
    pub leave_type_id: LeaveTypeId,
    /// The last, this or the next leave year.
    pub year: i32,
    /// Not 0.
    #[schema(minimum = -366, maximum = 366, multiple_of = 0.5)]
    pub days: f64,
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub note: String,
}

impl From<AdjustmentRequest> for NewAdjustment {
    fn from(wanted: AdjustmentRequest) -> Self {
        let AdjustmentRequest { user_id, leave_type_id, year, days, note } = wanted;
        Self { user: user_id, leave_type: leave_type_id, typed: TypedAdjustment { year, days, note } }
    }
}

impl From<TypeBalance> for LeaveBalance {
    fn from(TypeBalance { leave_type, year, balance }: TypeBalance) -> Self {
        Self {
            is_limited: leave_type.is_limited(),
            leave_type: LeaveTypeRef { id: leave_type.id.uuid(), name: leave_type.name },
            year,
            allocated: balance.allocated.as_f64(),
            adjusted: balance.adjusted.as_f64(),
            carried_in: balance.carried_in.as_f64(),
            used: balance.used.as_f64(),
            planned: balance.planned.as_f64(),
            pending: balance.pending.as_f64(),
            expired: balance.expired.as_f64(),
            carried_out: balance.carried_out.as_f64(),
            left: balance.left.map(LeaveDays::as_f64),
            expiring: balance.expiring.map(Expiring::from),
        }
    }
}

impl From<leave::Expiring> for Expiring {
    fn from(leave::Expiring { days, on }: leave::Expiring) -> Self {
        Self { days: days.as_f64(), on }
    }
}

impl From<LedgerRowView> for LedgerRow {
    fn from(view: LedgerRowView) -> Self {
        let leave::LedgerRow { year, kind, days, date } = view.row;
        Self {
            id: view.id.uuid(),
            leave_type: LeaveTypeRef { id: view.leave_type.uuid(), name: view.type_name },
            year,
            kind: kind.into(),
            days: days.as_f64(),
            date,
            note: view.note,
            request_id: view.request.map(LeaveRequestId::uuid),
            by: view.by.map(PersonName::from),
            created_at: view.created_at,
        }
    }
}
