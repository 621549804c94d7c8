//! Leave types.

use actix_web::HttpRequest;
use application::leave_types as types;

use crate::dto::envelope::Answer;
use crate::dto::leave_types::{LeaveTypeData, LeaveTypeRequest, LeaveTypes, NewLeaveTypeRequest};
use crate::input::{Call, Json, ask, id_in};
use crate::openapi::{PlainRefusals, WriteRefusals};
use crate::permission::{KeepLeaveTypes, ReadLeaveTypes};
use crate::reply::{Created, Made, Outcome};

/// The kinds of leave: all of them for HR and administrators, the active ones for everybody else.
#[utoipa::path(
    get, path = "/api/leave/types",
    responses((status = 200, description = "The types", body = Answer<LeaveTypes>), PlainRefusals),
)]
pub async fn leave_types(call: Call<ReadLeaveTypes>) -> Outcome<LeaveTypes> {
    let found = ask!(call.read(types::list)).await?;
    Ok(Answer::of(LeaveTypes { types: found.into_iter().map(Into::into).collect() }))
}

/// Adds a kind of leave, whose days hold in every leave year.
#[utoipa::path(
    post, path = "/api/leave/types",
    request_body = NewLeaveTypeRequest,
    responses((status = 201, description = "Added", body = Answer<LeaveTypeData>), WriteRefusals),
)]
pub async fn add_leave_type(call: Call<KeepLeaveTypes, Json<NewLeaveTypeRequest>>) -> Made<LeaveTypeData> {
    let (Json(typed), call) = call.input();
    let added = ask!(call.write(types::add, typed.into())).await?;
    let data = LeaveTypeData { leave_type: added.into() };
    Ok(Created::new(Answer::saying("Leave type added successfully!", data)))
}

/// Changes a kind of leave. Days and month that differ from those of `fromYear` hold from that leave year on, in every later one
/// too.
#[utoipa::path(
    put, path = "/api/leave/types/{id}",
    params(("id" = String, Path, description = "The type's `_id`")),
    request_body = LeaveTypeRequest,
    responses((status = 200, description = "The type as it is now", body = Answer<LeaveTypeData>), WriteRefusals),
)]
pub async fn change_leave_type(
    request: HttpRequest,
    call: Call<KeepLeaveTypes, Json<LeaveTypeRequest>>,
) -> Outcome<LeaveTypeData> {
    let id = id_in(&request);
    let (Json(wanted), call) = call.input();
    let changed = ask!(call.write(types::change, id, wanted.into())).await?;
    Ok(Answer::saying("Leave type updated successfully!", LeaveTypeData { leave_type: changed.into() }))
}
