//! The outermost middleware: what is true of every answer, whatever became of the request.
//!
//! It gives the request its id, catches a panic, turns a failure into the envelope, adds the security headers, counts,
//! and writes one line into the access log. It is one middleware and not six because each of them would box the
//! future once more on every request.

mod address;
mod headers;
mod id;

use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv4Addr};
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::{ConnectionType, StatusCode};
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse, ResponseError};
use application::events::Request;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use uuid::Uuid;

pub(crate) use address::is_local;
pub use address::{Proxies, is_https};
pub use headers::{Hsts, Lag, Security};
pub use id::RequestId;

use crate::error::Failure;
use crate::metrics::Metrics;

/// What is known of a request from its first moment.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// Its id, which every answer carries.
    pub id: RequestId,
    /// Who sent it, as far as the proxies can be believed.
    pub address: Option<IpAddr>,
    pub at: Instant,
}

impl Arrival {
    pub fn of(request: &HttpRequest) -> Self {
        let known = request.extensions().get::<Self>().copied();
        known.unwrap_or_else(|| Self {
            id: RequestId::next(),
            address: request.peer_addr().map(|peer| peer.ip()),
            at: Instant::now(),
        })
    }

    /// The request as use cases know it.
    pub fn request(&self) -> Request {
        Request { id: self.id.known(), address: self.client() }
    }

    /// The address that attempts are counted under. Only a request that came through no network has none of its own.
    fn client(&self) -> IpAddr {
        self.address.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
    }
}

/// Who was found to be calling: noted for the log.
#[derive(Clone, Copy, Debug)]
pub struct CalledBy {
    pub user: Uuid,
    pub session: Uuid,
}

/// The middleware.
#[derive(Clone)]
pub struct Edge {
    pub security: Security,
    pub proxies: Arc<Proxies>,
    pub metrics: Arc<Metrics>,
    /// Whether the portal is about to stop.
    pub draining: Arc<AtomicBool>,
}

impl<S, B> Transform<S, ServiceRequest> for Edge
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<EitherBody<B>>;
    type Error = Error;
    type Transform = EdgeService<S>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, ()>>;

    fn new_transform(&self, service: S) -> Self::Future {
        ready(Ok(EdgeService { service, edge: Rc::new(self.clone()) }))
    }
}

/// The middleware around the application of one worker.
pub struct EdgeService<S> {
    service: S,
    edge: Rc<Edge>,
}

impl<S, B> Service<ServiceRequest> for EdgeService<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<EitherBody<B>>;
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self::Response, Error>>;

    forward_ready!(service);

    fn call(&self, request: ServiceRequest) -> Self::Future {
        let edge = Rc::clone(&self.edge);
        let arrival = Arrival { id: RequestId::next(), address: edge.proxies.client(&request), at: Instant::now() };
        request.extensions_mut().insert(arrival);
        let zone = headers::Zone::of(request.path());
        let answering = self.service.call(request);
        async move {
            match AssertUnwindSafe(answering).catch_unwind().await {
                Ok(Ok(response)) => Ok(edge.finish(response, arrival, zone)),
                Ok(Err(error)) => Err(edge.abandoned(&error.to_string(), arrival, zone)),
                Err(_) => Err(edge.abandoned("a handler panicked", arrival, zone)),
            }
        }
        .boxed_local()
    }
}

impl Edge {
    fn finish<B>(
        &self,
        response: ServiceResponse<B>,
        arrival: Arrival,
        zone: headers::Zone,
    ) -> ServiceResponse<EitherBody<B>> {
        let mut response = match refusal(response.response(), arrival) {
            Some(envelope) => response.into_response(envelope).map_into_right_body(),
            None => response.map_into_left_body(),
        };
        self.security.apply(response.headers_mut(), arrival.id, zone);
        if self.draining.load(Ordering::Relaxed) && response.status() != StatusCode::SWITCHING_PROTOCOLS {
            response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
        }
        let lag = response.request().extensions().get::<Lag>().copied();
        if let Some(lag) = lag.filter(|_| response.status().is_success()) {
            lag.apply(response.headers_mut());
        }
        self.record(response.request(), response.status(), arrival);
        response
    }

    /// The request is gone with the panic, so neither its route nor its caller can be named.
    fn abandoned(&self, cause: &str, arrival: Arrival, zone: headers::Zone) -> Error {
        let failure = Failure::internal(cause);
        log_cause(&failure, arrival);
        self.metrics.abandoned();
        Abandoned { failure, arrival, zone, security: self.security }.into()
    }

    fn record(&self, request: &HttpRequest, status: StatusCode, arrival: Arrival) {
        let took = arrival.at.elapsed();
        let pattern = request.match_pattern();
        let route = pattern.as_deref().unwrap_or("other");
        self.metrics.request(request.method().as_str(), route, status.as_u16(), took);
        let caller = request.extensions().get::<CalledBy>().copied();
        arrival.id.with(|id| {
            let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
            tracing::info!(
                target: "daybook::access",
                request_id = id,
                method = request.method().as_str(),
                route,
                status = status.as_u16(),
                micros,
                user = caller.map(|caller| tracing::field::display(caller.user)),
                session = caller.map(|caller| session_prefix(caller.session)).as_deref(),
                ip = arrival.address.map(tracing::field::display),
            );
        });
    }
}

/// The last eight digits of a session's id: enough to follow it through the log, and the random part of it.
fn session_prefix(session: Uuid) -> String {
    let text = session.simple().to_string();
    text.get(24..).unwrap_or_default().to_owned()
}

/// The envelope to send in place of an answer that is a failure.
fn refusal<B>(response: &HttpResponse<B>, arrival: Arrival) -> Option<HttpResponse<BoxBody>> {
    let status = response.status();
    let render = |failure: &Failure| {
        log_cause(failure, arrival);
        arrival.id.with(|id| failure.render(id))
    };
    match response.error().map(|error| error.as_error::<Failure>()) {
        Some(Some(failure)) => Some(render(failure)),
        // The framework's own failures have a status, and words that are not for people.
        Some(None) => Some(render(&Failure::from_status(status))),
        None if status.is_client_error() || status.is_server_error() => Some(render(&Failure::from_status(status))),
        None => None,
    }
}

/// Writes what is behind a failure into the log, where something is.
pub(crate) fn log_cause(failure: &Failure, arrival: Arrival) {
    let Some(cause) = failure.cause() else { return };
    let code = failure.code();
    arrival.id.with(|id| {
        if code.status().is_server_error() {
            tracing::error!(target: "daybook::failure", request_id = id, ?code, cause);
        } else {
            // A stranger can bring this about at will, so nobody is woken up by it.
            tracing::warn!(target: "daybook::failure", request_id = id, ?code, cause);
        }
    });
}

/// An answer that has to be built without its request.
#[derive(Debug)]
struct Abandoned {
    failure: Failure,
    arrival: Arrival,
    zone: headers::Zone,
    security: Security,
}

impl std::fmt::Display for Abandoned {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.failure.fmt(out)
    }
}

impl ResponseError for Abandoned {
    fn status_code(&self) -> StatusCode {
        self.failure.status_code()
    }

    fn error_response(&self) -> HttpResponse<BoxBody> {
        let mut response = self.arrival.id.with(|id| self.failure.render(id));
        self.security.apply(response.headers_mut(), self.arrival.id, self.zone);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::body::to_bytes;
    use actix_web::test::{TestRequest, init_service, try_call_service};
    use actix_web::{App, web};
    use serde_json::Value;

    async fn broken() -> HttpResponse {
        panic!("the printer is on fire")
    }

    #[actix_web::test]
    async fn a_panic_is_an_answer_like_any_other() {
        let metrics = Arc::new(Metrics::default());
        let edge = Edge {
            security: Security { hsts: None },
            proxies: Arc::new(Proxies::default()),
            metrics: Arc::clone(&metrics),
            draining: Arc::default(),
        };
        let app = App::new()
            .wrap(edge)
            .route("/api/broken", web::get().to(broken))
            .route("/api/whole", web::get().to(HttpResponse::Ok));
        let app = init_service(app).await;
        let request = TestRequest::get().uri("/api/broken").to_request();
        let response = match try_call_service(&app, request).await {
            Ok(response) => response.into_parts().1.map_into_boxed_body(),
            Err(error) => error.error_response(),
        };
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(response.headers().contains_key("content-security-policy"));
        let id = response.headers().get("x-request-id").cloned().unwrap();
        let body = to_bytes(response.into_body()).await.unwrap();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["message"], "Something went wrong. Please try again.");
        assert_eq!(body["requestId"], id.to_str().unwrap());
        assert!(!body.to_string().contains("printer"));
        assert!(metrics.render().contains("daybook_http_panics_total 1"));

        let request = TestRequest::get().uri("/api/whole").to_request();
        let whole = try_call_service(&app, request).await.unwrap();
        assert_eq!(whole.status(), StatusCode::OK);
    }
}
