//! The figures of a role's first screen.

use crate::dto::dashboard::ManagerDashboard;
use crate::dto::envelope::Answer;
use crate::input::Call;
use crate::openapi::PlainRefusals;
use crate::permission::SeeTeamDashboard;
use crate::reply::Outcome;
use application::dashboards;

/// The manager's tiles, and the weeks that wait for approval, oldest first.
#[utoipa::path(
    get,
    path = "/api/dashboard",
    operation_id = "dashboard",
    tag = "dashboard",
    responses((status = 200, description = "The figures", body = Answer<ManagerDashboard>), PlainRefusals),
    security(("bearer" = [])),
)]
pub async fn dashboard(call: Call<SeeTeamDashboard>) -> Outcome<ManagerDashboard> {
    let figures =
        call.read(|ports, caller| async move { dashboards::manager_dashboard(&ports, &caller).await }).await?;
    Ok(Answer::of(figures.into()))
}
