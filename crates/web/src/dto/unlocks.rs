//! Unlocks and requests for them, on the wire.

use application::ports::DecisionView;
use application::unlocks::{self as used, Offer, Request, Unlocked};
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::UserId;
use domain::person::FullName;
use domain::unlock;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::envelope::Pagination;
use super::names::wire_names;
use super::people::{PersonName, PersonRef, Role};
use super::same::same_fields;
use super::timesheets::TimesheetStatus;
use crate::input::query::read_query;
use crate::input::wire;

/// For whom.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct UnlockWindowQuery {
    /// The employee's `_id`.
    #[param(value_type = Uuid)]
    pub employee_id: UserId,
}

read_query!(UnlockWindowQuery, pairs => { employee_id: pairs.needed("employeeId", pairs.id("employeeId")?)? });

/// Which date is to be opened, for whom, and why.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectUnlockRequest {
    /// The employee's `_id`.
    #[serde(default, deserialize_with = "wire::id_or_empty")]
    #[schema(value_type = Uuid, required = true)]
    pub employee_id: Option<UserId>,
    #[serde(default, deserialize_with = "wire::date_or_empty")]
    #[schema(value_type = NaiveDate, required = true)]
    pub requested_date: Option<NaiveDate>,
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub reason: String,
}

/// Which of the caller's own dates is to be opened, and why.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskForUnlockRequest {
    #[serde(default, deserialize_with = "wire::date_or_empty")]
    #[schema(value_type = NaiveDate, required = true)]
    pub requested_date: Option<NaiveDate>,
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub reason: String,
}

same_fields! {
    DirectUnlockRequest => used::DirectUnlockRequest { employee: employee_id, date: requested_date, reason }
    AskForUnlockRequest => used::AskForUnlock { date: requested_date, reason }
}

/// Why a request is declined.
#[derive(Clone, Deserialize, ToSchema)]
pub struct DeclineUnlockRequest {
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub comment: String,
}

wire_names! {
    /// Where a request stands. An unlock that nobody asked for is approved from the beginning.
    pub struct UnlockStatus(unlock::RequestStatus);
    /// Who is to decide on a request.
    pub struct WaitsFor(unlock::WaitsFor);
}

/// Who asked for a date, or opened it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnlockCreator {
    pub first_name: String,
    pub last_name: String,
    pub role: Role,
}

/// Who decided on a request, or opened a date that nobody had asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnlockDecider {
    pub first_name: String,
    pub last_name: String,
    pub role: Role,
    /// The manager for whom they stood in.
    #[schema(required = true)]
    pub on_behalf_of: Option<PersonName>,
}

/// A request to open a date for one entry, or a date that was opened without one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnlockRequest {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub requested_date: NaiveDate,
    pub reason: String,
    #[schema(inline)]
    pub status: UnlockStatus,
    /// Whether the employee asked for it.
    pub is_asked: bool,
    /// Whether the entry has been made.
    pub is_used: bool,
    /// Who is to decide, while it waits for somebody.
    #[schema(required = true)]
    pub waits_for: Option<WaitsFor>,
    /// The last day on which it can be decided, while it waits.
    #[schema(required = true)]
    pub expires_on: Option<NaiveDate>,
    pub created_at: DateTime<Utc>,
    /// Who asked, or who unlocked.
    pub created_by: UnlockCreator,
    #[schema(required = true)]
    pub decided_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub decided_by: Option<UnlockDecider>,
    #[schema(required = true)]
    pub decision_comment: Option<String>,
}

/// One request under the name `unlockRequest`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnlockRequestData {
    pub unlock_request: UnlockRequest,
}

/// The caller's requests and unlocks, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnlockRequests {
    pub unlock_requests: Vec<UnlockRequest>,
}

/// A manager by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForManager {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub first_name: String,
    pub last_name: String,
}

/// A request that waits for the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingRequest {
    #[serde(flatten)]
    pub request: UnlockRequest,
    pub employee: PersonRef,
    /// The employee's manager, where the caller stands in for that one.
    #[schema(required = true)]
    pub for_manager: Option<ForManager>,
    /// What stands on the date.
    #[schema(required = true)]
    pub entry_status: Option<TimesheetStatus>,
}

/// A page of the requests that wait for the caller, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingRequests {
    pub requests: Vec<WaitingRequest>,
    pub pagination: Pagination,
}

/// Which dates of an employee the caller may open today.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnlockWindow {
    pub earliest: NaiveDate,
    pub latest: NaiveDate,
    /// Why not further: a sentence for the form.
    pub reason: String,
    /// Older days that may be opened too, because their entry is rejected. Oldest first, at most 100.
    pub rejected_dates: Vec<NaiveDate>,
    /// The closed months (`YYYY-MM`) from the earliest of these days to the latest, in order. None of their days can be opened.
    pub closed_months: Vec<String>,
}

/// For whom a date was opened.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnlockedEmployee {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
}

/// A date that is open now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectUnlock {
    pub employee: UnlockedEmployee,
    pub unlock_request: UnlockRequest,
}

impl From<DecisionView> for UnlockDecider {
    fn from(decision: DecisionView) -> Self {
        let FullName { first, last } = decision.by;
        let on_behalf_of = decision.on_behalf_of.map(PersonName::from);
        Self { first_name: first, last_name: last, role: decision.role.into(), on_behalf_of }
    }
}

impl From<Request> for UnlockRequest {
    fn from(Request { view, waits_for, expires_on }: Request) -> Self {
        let FullName { first, last } = view.creator;
        Self {
            id: view.id.uuid(),
            requested_date: view.date,
            reason: view.reason,
            status: view.status.into(),
            is_asked: view.is_asked,
            is_used: view.is_used,
            waits_for: waits_for.map(WaitsFor::from),
            expires_on,
            created_at: view.created_at,
            created_by: UnlockCreator { first_name: first, last_name: last, role: view.creator_role.into() },
            decided_at: view.decision.as_ref().map(|decision| decision.at),
            decided_by: view.decision.map(UnlockDecider::from),
            decision_comment: view.comment,
        }
    }
}

impl From<(UserId, FullName)> for ForManager {
    fn from((id, FullName { first, last }): (UserId, FullName)) -> Self {
        Self { id: id.uuid(), first_name: first, last_name: last }
    }
}

impl From<used::WaitingRequest> for WaitingRequest {
    fn from(waiting: used::WaitingRequest) -> Self {
        Self {
            entry_status: waiting.request.view.entry.map(TimesheetStatus::from),
            request: waiting.request.into(),
            employee: waiting.employee.into(),
            for_manager: waiting.for_manager.map(ForManager::from),
        }
    }
}

impl From<Offer> for UnlockWindow {
    fn from(offer: Offer) -> Self {
        let Offer { window, reason, rejected, closed_months } = offer;
        let closed_months = closed_months.iter().map(ToString::to_string).collect();
        Self { earliest: window.earliest, latest: window.latest, reason, rejected_dates: rejected, closed_months }
    }
}

impl From<Unlocked> for DirectUnlock {
    fn from(done: Unlocked) -> Self {
        Self {
            employee: UnlockedEmployee { id: done.employee.uuid(), name: done.name.to_string() },
            unlock_request: done.unlock.into(),
        }
    }
}
