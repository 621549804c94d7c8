//! The upgrade to the session's socket.

use std::sync::Arc;

use actix_web::web::{Data, Payload};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use application::Error;
use application::events::Request;
use application::sessions::authenticate;
use domain::session::SessionEnd;

use crate::error::{Code, Failure};
use crate::hub::{self, Live};
use crate::input::query::Pairs;
use crate::input::signed_in;
use crate::openapi::SocketRefusals;
use crate::portal::Portal;
use crate::runner::Deadline;

/// Opens the session's socket. The server sends `ServerMessage`, the client `ClientMessage`.
#[utoipa::path(
    get, path = "/ws/session",
    params(("token" = String, Query, description = "The session token")),
    responses((status = 101, description = "The socket is open"), SocketRefusals),
    security(()),
)]
pub async fn session_socket(
    request: HttpRequest,
    payload: Payload,
    portal: Data<Portal>,
) -> Result<HttpResponse, Failure> {
    if !portal.origins.admit(&request, &portal.proxies) {
        let foreign = "The socket can only be opened by the portal's own pages";
        return Err(Failure::saying(Code::Forbidden, foreign));
    }
    let token = token(&request)?;
    let deadline = Deadline::usual();
    let caller = signed_in(&portal, &request, token.clone(), deadline).await?;
    let place = portal.hub.join(caller.session, &caller.actor)?;
    let no_socket = |_| Failure::saying(Code::InvalidRequest, "This address opens a WebSocket");
    let payload = Payload::from_request(&request, &mut hub::metered(payload.into_inner())).await.map_err(no_socket)?;
    let (response, session, messages) = actix_ws::handle(&request, payload).map_err(no_socket)?;
    let live = Live {
        place,
        expires_in: (caller.expires_at - portal.ports.clock.now()).to_std().unwrap_or_default(),
        ended: ended(&portal, token, caller.request, deadline).await?,
    };
    actix_web::rt::spawn(hub::run(live, session, messages));
    Ok(response)
}

fn token(request: &HttpRequest) -> Result<String, Failure> {
    let query = Pairs::parse(request.query_string());
    let token = query.text("token")?.map(str::to_owned);
    token.ok_or_else(|| Failure::new(Code::Unauthenticated))
}

/// Asks a second time, now that the socket has its place in the hub: a session that ended in between ended when
/// nobody could be told.
async fn ended(
    portal: &Portal,
    token: String,
    request: Request,
    deadline: Deadline,
) -> Result<Option<SessionEnd>, Failure> {
    let ports = Arc::clone(&portal.ports);
    let asking = async move {
        match authenticate(&ports, &token, request).await {
            Ok(_) => Ok(None),
            Err(Error::SessionEnded(end)) => Ok(Some(end)),
            Err(other) => Err(other),
        }
    };
    portal.runner.read(deadline, asking).await
}
