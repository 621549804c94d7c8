//! What operators and their tools ask: whether the process lives, whether it can serve, and its figures.
//!
//! They are no part of the API, and so not of its document.

use std::time::Duration;

use actix_web::http::header::{CONTENT_TYPE, FORWARDED, HeaderName, HeaderValue, VIA};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::future::BoxFuture;

use crate::edge::is_local;
use crate::error::{Code, Failure};
use crate::portal::Portal;

/// Writes the metrics of the portal's state, given whether it can serve, in the text format of Prometheus. It never fails:
/// unreadable figures are left out.
pub type StateFigures = dyn Fn(Result<(), &'static str>) -> BoxFuture<'static, String> + Send + Sync;

/// The reason, in a few words, if it cannot serve and no better one is known.
pub const NO_ANSWER: &str = "the database does not answer";

const STOPPING: &str = "this instance is stopping";

const EXPOSITION: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The process lives.
pub async fn healthz() -> HttpResponse {
    text("ok\n".to_owned(), "text/plain; charset=utf-8")
}

/// It can serve, and is not stopping: the database is reached and takes writes, and has the schema of this version. A 503 says why
/// not.
pub async fn readyz(portal: Data<Portal>) -> Result<HttpResponse, Failure> {
    if portal.is_draining() {
        // Nothing is wrong, so there is nothing to log.
        return Err(Failure::saying(Code::Unavailable, STOPPING).retry_after(2));
    }
    match readiness(&portal).await {
        Ok(()) => Ok(text("ready\n".to_owned(), "text/plain; charset=utf-8")),
        Err(why) => Err(Failure::not_ready(why)),
    }
}

async fn readiness(portal: &Portal) -> Result<(), &'static str> {
    if portal.is_draining() {
        return Err(STOPPING);
    }
    let asking = tokio::time::timeout(Duration::from_millis(2_500), (portal.ready)());
    asking.await.unwrap_or(Err(NO_ANSWER))
}

/// The figures, for this machine alone. A proxy on it forwards strangers, so a forwarded request is a stranger's, and so is any request over
/// the Unix socket, which is the proxy's.
pub async fn metrics(request: HttpRequest, portal: Data<Portal>) -> Result<HttpResponse, Failure> {
    if is_local(&request) && !request.headers().keys().any(is_of_a_proxy) {
        Ok(text(portal.metrics.render(), EXPOSITION))
    } else {
        Err(Failure::new(Code::NotFound))
    }
}

/// The same metrics and those of the state, on a separate address, for everybody who can reach it.
pub async fn all_metrics(portal: Data<Portal>, state: Data<StateFigures>) -> HttpResponse {
    let mut figures = portal.metrics.render();
    figures.push_str(&state(readiness(&portal).await).await);
    text(figures, EXPOSITION)
}

/// Whether a proxy adds this header to what it forwards.
fn is_of_a_proxy(name: &HeaderName) -> bool {
    *name == FORWARDED || *name == VIA || name.as_str() == "x-real-ip" || name.as_str().starts_with("x-forwarded-")
}

fn text(body: String, kind: &'static str) -> HttpResponse {
    let mut response = HttpResponse::Ok().body(body);
    let kind = HeaderValue::from_static(kind);
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}
