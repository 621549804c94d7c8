//! What operators and their tools ask: whether the process lives, whether it can serve, and its figures.
//!
//! They are no part of the API, and so not of its document.

use std::time::Duration;

use actix_web::http::header::{CONTENT_TYPE, FORWARDED, HeaderName, HeaderValue, VIA};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::future::BoxFuture;

use crate::error::{Code, Failure};
use crate::portal::Portal;

/// Writes the figures of the portal's state, given whether it can serve, in the text form that Prometheus reads. It never fails: what
/// cannot be read is left out.
pub type StateFigures = dyn Fn(Result<(), &'static str>) -> BoxFuture<'static, String> + Send + Sync;

/// Why it cannot serve where nobody knows more, in a few words.
pub const NO_ANSWER: &str = "the database does not answer";

const STOPPING: &str = "this instance is stopping";

const EXPOSITION: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The process lives.
pub async fn healthz() -> HttpResponse {
    text("ok\n".to_owned(), "text/plain; charset=utf-8")
}

/// It can serve, and goes on to: the database is reached and takes writes, and its tables are those of this version. A 503 says why not.
pub async fn readyz(portal: Data<Portal>) -> Result<HttpResponse, Failure> {
    if portal.is_draining() {
        // Nothing is wrong that the log would have to tell of.
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

/// The figures, for this machine alone. A proxy on it forwards strangers, so a forwarded request is a stranger's.
pub async fn metrics(request: HttpRequest, portal: Data<Portal>) -> Result<HttpResponse, Failure> {
    if portal.proxies.is_local(&request) && !request.headers().keys().any(is_of_a_proxy) {
        Ok(text(portal.metrics.render(), EXPOSITION))
    } else {
        Err(Failure::new(Code::NotFound))
    }
}

/// The same figures and those of the state, on an address of their own, for everybody who reaches it.
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
