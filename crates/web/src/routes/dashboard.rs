//! The figures of a role's first screen.

use crate::dto::dashboard::{Dashboard, OpenPositions, OpenPositionsRequest};
use crate::dto::envelope::Answer;
use crate::input::{Call, Json};
use crate::openapi::{PlainRefusals, WriteRefusals};
use crate::permission::{KeepFigures, OwnPassword};
use crate::reply::Outcome;
use application::{dashboards, people};
use domain::access::Capability;

/// The figures of the caller's role: a manager's team and the weeks that wait for approval, oldest first; all people to
/// HR and administrators.
#[utoipa::path(
    get,
    path = "/api/dashboard",
    operation_id = "dashboard",
    tag = "dashboard",
    responses((status = 200, description = "The figures", body = Answer<Dashboard>), PlainRefusals),
    security(("bearer" = [])),
)]
pub async fn dashboard(call: Call<OwnPassword>) -> Outcome<Dashboard> {
    let has_team = call.caller().actor.require(Capability::SeeTeamDashboard).is_ok();
    let figures = if has_team {
        Dashboard::Manager(
            call.read(|ports, caller| async move { dashboards::manager_dashboard(&ports, &caller).await })
                .await?
                .into(),
        )
    } else {
        Dashboard::People(
            call.read(|ports, caller| async move { people::people_dashboard(&ports, &caller).await }).await?.into(),
        )
    };
    Ok(Answer::of(figures))
}

/// Sets how many positions are open.
#[utoipa::path(
    put,
    path = "/api/settings/open-positions",
    operation_id = "setOpenPositions",
    tag = "dashboard",
    request_body = OpenPositionsRequest,
    responses((status = 200, description = "The number as it is now", body = Answer<OpenPositions>), WriteRefusals),
    security(("bearer" = [])),
)]
pub async fn set_open_positions(call: Call<KeepFigures, Json<OpenPositionsRequest>>) -> Outcome<OpenPositions> {
    let (Json(OpenPositionsRequest { value }), call) = call.input();
    let value = call
        .write(move |ports, caller| async move { people::set_open_positions(&ports, &caller, value).await })
        .await?;
    Ok(Answer::of(OpenPositions { value }))
}
