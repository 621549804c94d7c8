//! Who stands in for a manager.

use actix_web::HttpRequest;
use application::ports::Party;
use application::substitutions::{self, Shown, SubstitutionWish};
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::UserId;
use domain::substitution::SubstitutionStatus as Status;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::dto::envelope::{Answer, Pagination};
use crate::dto::names::wire_names;
use crate::dto::people::{ActorRef, ManagerRef, Role};
use crate::dto::requests::PageQuery;
use crate::dto::same::same_fields;
use crate::input::query::read_query;
use crate::input::{Call, Json, Params, ask, id_in, wire};
use crate::openapi::{EndRefusals, QueryRefusals, WriteRefusals};
use crate::permission::NameSubstitutes;
use crate::reply::{Created, Made, Outcome};

wire_names! {
    /// How a substitution stands.
    pub struct SubstitutionStatus(Status);
}

/// Which substitutions.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct SubstitutionsQuery {
    /// Only those that stand like this.
    #[param(inline)]
    pub status: Option<SubstitutionStatus>,
}

read_query!(SubstitutionsQuery, pairs => {
    status: pairs.one_of("status", &Status::ALL.map(|status| (status.name(), status.into())))?,
});

/// Who is to stand in for whom, on which days, and why.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubstitutionRequest {
    /// The manager's `_id`. A Manager may leave it out; HR and administrators name one.
    #[serde(default, deserialize_with = "wire::id_or_blank")]
    #[schema(value_type = Uuid, required = false)]
    pub manager_id: Option<UserId>,
    /// The substitute's `_id`.
    #[serde(default, deserialize_with = "wire::id_or_blank")]
    #[schema(value_type = Uuid, required = true)]
    pub substitute_id: Option<UserId>,
    /// The first day, today at the earliest.
    #[serde(default, deserialize_with = "wire::date_or_blank")]
    #[schema(value_type = NaiveDate, required = true)]
    pub from: Option<NaiveDate>,
    /// The last day; 366 days in all at most.
    #[serde(default, deserialize_with = "wire::date_or_blank")]
    #[schema(value_type = NaiveDate, required = true)]
    pub to: Option<NaiveDate>,
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub reason: String,
}

same_fields! {
    SubstitutionRequest => SubstitutionWish { manager: manager_id, substitute: substitute_id, from, to, reason }
}

/// Who stands in, with their role now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubstituteRef {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub first_name: String,
    pub last_name: String,
    pub role: Role,
}

/// That somebody stands in for a manager, from the first to the last day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Substitution {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub manager: ManagerRef,
    pub substitute: SubstituteRef,
    pub from: NaiveDate,
    pub to: NaiveDate,
    pub reason: String,
    pub status: SubstitutionStatus,
    pub created_at: DateTime<Utc>,
    pub created_by: ActorRef,
    #[schema(required = true)]
    pub ended_at: Option<DateTime<Utc>>,
    /// Null also where it ended by itself, because one of the two left or got another role.
    #[schema(required = true)]
    pub ended_by: Option<ActorRef>,
}

/// One substitution under the name `substitution`.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubstitutionData {
    pub substitution: Substitution,
}

/// The running ones, then the planned ones, then the rest; of each the one with the latest first day first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Substitutions {
    pub substitutions: Vec<Substitution>,
    pub pagination: Pagination,
}

impl From<Party> for ActorRef {
    fn from(party: Party) -> Self {
        Self { first_name: party.name.first, last_name: party.name.last, role: party.role.into() }
    }
}

impl From<Shown> for Substitution {
    fn from(Shown { view, status }: Shown) -> Self {
        let Party { id, name, role } = view.substitute;
        let substitute =
            SubstituteRef { id: id.uuid(), first_name: name.first, last_name: name.last, role: role.into() };
        Self {
            id: view.id.uuid(),
            manager: (view.manager.id, view.manager.name).into(),
            substitute,
            from: view.days.from,
            to: view.days.to,
            reason: view.reason,
            status: status.into(),
            created_at: view.created_at,
            created_by: view.created_by.into(),
            ended_at: view.ended_at,
            ended_by: view.ended_by.map(Into::into),
        }
    }
}

/// Who stands in for whom: a Manager's own substitutions, in either part, and everybody's to HR and administrators.
#[utoipa::path(
    get, path = "/api/substitutions",
    params(SubstitutionsQuery, PageQuery),
    responses((status = 200, description = "A page of substitutions", body = Answer<Substitutions>), QueryRefusals),
)]
pub async fn substitutions(
    call: Call<NameSubstitutes, Params<(PageQuery, SubstitutionsQuery)>>,
) -> Outcome<Substitutions> {
    let (Params((PageQuery { page, limit }, SubstitutionsQuery { status })), call) = call.input();
    let status = status.map(|status| status.0);
    let (found, total) = ask!(call.read(substitutions::list, status, page, limit)).await?;
    let substitutions = found.into_iter().map(Into::into).collect();
    Ok(Answer::of(Substitutions { substitutions, pagination: Pagination::new(page, limit, total) }))
}

/// Names somebody to stand in for a manager.
#[utoipa::path(
    post, path = "/api/substitutions",
    request_body = SubstitutionRequest,
    responses((status = 201, description = "Named", body = Answer<SubstitutionData>), WriteRefusals),
)]
pub async fn name_substitute(call: Call<NameSubstitutes, Json<SubstitutionRequest>>) -> Made<SubstitutionData> {
    let (Json(typed), call) = call.input();
    let made = ask!(call.write(substitutions::name, typed.into())).await?;
    let data = SubstitutionData { substitution: made.into() };
    Ok(Created::new(Answer::saying("Substitute named", data)))
}

/// Ends a substitution that runs or is planned.
#[utoipa::path(
    delete, path = "/api/substitutions/{id}",
    params(("id" = String, Path, description = "The substitution's `_id`")),
    responses((status = 200, description = "Ended", body = Answer<SubstitutionData>), EndRefusals),
)]
pub async fn end_substitution(request: HttpRequest, call: Call<NameSubstitutes>) -> Outcome<SubstitutionData> {
    let id = id_in(&request);
    let ended = ask!(call.write(substitutions::end, id)).await?;
    let data = SubstitutionData { substitution: ended.into() };
    Ok(Answer::saying("Substitution ended", data))
}
