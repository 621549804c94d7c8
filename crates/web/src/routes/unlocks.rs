//! Locked dates that are opened.

use application::ports::UnlockView;
use application::unlocks::{self, Offer, Unlocked};
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::UserId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::dto::envelope::Answer;
use crate::dto::people::Role;
use crate::error::Failure;
use crate::input::query::{Pairs, Query};
use crate::input::{Call, Json, Params};
use crate::input::{Refused, wire};
use crate::openapi::{PlainRefusals, QueryRefusals, WriteRefusals};
use crate::permission::{RecordDays, UnlockDates};
use crate::reply::{Created, Outcome};

/// For whom.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct UnlockWindowQuery {
    /// The employee's `_id`.
    #[param(value_type = Uuid)]
    pub employee_id: UserId,
}

impl Query for UnlockWindowQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        Ok(Self { employee_id: pairs.needed("employeeId", pairs.id("employeeId")?)? })
    }
}

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

impl From<DirectUnlockRequest> for unlocks::DirectUnlockRequest {
    fn from(typed: DirectUnlockRequest) -> Self {
        Self { employee: typed.employee_id, date: typed.requested_date, reason: typed.reason }
    }
}

/// Where an unlock stands: it is made approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum UnlockStatus {
    Approved,
}

/// Who opened a date.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnlockCreator {
    pub first_name: String,
    pub last_name: String,
    pub role: Role,
}

/// A date that was opened, for one entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnlockRequest {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub requested_date: NaiveDate,
    pub reason: String,
    #[schema(inline)]
    pub status: UnlockStatus,
    /// Whether the entry has been made.
    pub is_used: bool,
    pub created_at: DateTime<Utc>,
    pub created_by: UnlockCreator,
}

/// The caller's unlocks, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnlockRequests {
    pub unlock_requests: Vec<UnlockRequest>,
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

impl From<UnlockView> for UnlockRequest {
    fn from(view: UnlockView) -> Self {
        Self {
            id: view.id.uuid(),
            requested_date: view.date,
            reason: view.reason,
            status: UnlockStatus::Approved,
            is_used: view.is_used,
            created_at: view.created_at,
            created_by: UnlockCreator {
                first_name: view.creator.first,
                last_name: view.creator.last,
                role: view.creator_role.into(),
            },
        }
    }
}

impl From<Offer> for UnlockWindow {
    fn from(offer: Offer) -> Self {
        let Offer { window, reason, rejected } = offer;
        Self { earliest: window.earliest, latest: window.latest, reason, rejected_dates: rejected }
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

/// The dates that were opened for the caller, newest first.
#[utoipa::path(
    get,
    path = "/api/timesheet-unlock/my-requests",
    operation_id = "myUnlockRequests",
    tag = "unlock",
    responses((status = 200, description = "At most 200 unlocks", body = Answer<UnlockRequests>), PlainRefusals),
    security(("bearer" = [])),
)]
pub async fn my_requests(call: Call<RecordDays>) -> Outcome<UnlockRequests> {
    let found = call.read(|ports, caller| async move { unlocks::my_requests(&ports, &caller).await }).await?;
    let unlock_requests = found.into_iter().map(UnlockRequest::from).collect();
    Ok(Answer::of(UnlockRequests { unlock_requests }))
}

/// Which dates of an employee the caller may open today, and why not others.
#[utoipa::path(
    get,
    path = "/api/timesheet-unlock/window",
    operation_id = "unlockWindow",
    tag = "unlock",
    params(UnlockWindowQuery),
    responses((status = 200, description = "The dates", body = Answer<UnlockWindow>), QueryRefusals),
    security(("bearer" = [])),
)]
pub async fn window(call: Call<UnlockDates, Params<UnlockWindowQuery>>) -> Outcome<UnlockWindow> {
    let (Params(UnlockWindowQuery { employee_id }), call) = call.input();
    let offer =
        call.read(move |ports, caller| async move { unlocks::window(&ports, &caller, employee_id).await }).await?;
    Ok(Answer::of(offer.into()))
}

/// Opens a date for one entry.
#[utoipa::path(
    post,
    path = "/api/timesheet-unlock/direct-unlock",
    operation_id = "directUnlock",
    tag = "unlock",
    request_body = DirectUnlockRequest,
    responses((status = 201, description = "Open", body = Answer<DirectUnlock>), WriteRefusals),
    security(("bearer" = [])),
)]
pub async fn direct_unlock(
    call: Call<UnlockDates, Json<DirectUnlockRequest>>,
) -> Result<Created<DirectUnlock>, Failure> {
    let (Json(typed), call) = call.input();
    let done = call.write(|ports, caller| async move { unlocks::unlock(&ports, &caller, typed.into()).await }).await?;
    Ok(Created { is_new: true, answer: Answer::of(done.into()) })
}
