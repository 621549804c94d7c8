//! What operators and their tools ask: whether the process lives, whether it can serve, and its figures.
//!
//! They are no part of the API, and so not of its document.

use std::time::Duration;

use actix_web::http::header::{CONTENT_TYPE, FORWARDED, HeaderName, HeaderValue, VIA};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::error::{Code, Failure};
use crate::portal::Portal;

/// The process lives.
pub async fn healthz() -> HttpResponse {
    text("ok\n".to_owned(), "text/plain; charset=utf-8")
}

/// It can serve, and goes on to: the database is reached and takes writes, and its tables are those of this version. A 503 says why not.
pub async fn readyz(portal: Data<Portal>) -> Result<HttpResponse, Failure> {
    if portal.is_draining() {
        // Nothing is wrong that the log would have to tell of.
        return Err(Failure::saying(Code::Unavailable, "this instance is stopping").retry_after(2));
    }
    let asking = tokio::time::timeout(Duration::from_millis(2_500), (portal.ready)());
    match asking.await.unwrap_or(Err("the database does not answer")) {
        Ok(()) => Ok(text("ready\n".to_owned(), "text/plain; charset=utf-8")),
        Err(why) => Err(Failure::not_ready(why)),
    }
}

/// The figures, for this machine alone. A proxy on it forwards strangers, so a forwarded request is a stranger's.
pub async fn metrics(request: HttpRequest, portal: Data<Portal>) -> Result<HttpResponse, Failure> {
    if portal.proxies.is_local(&request) && !request.headers().keys().any(is_of_a_proxy) {
        let kind = "text/plain; version=0.0.4; charset=utf-8";
        Ok(text(portal.metrics.render(), kind))
    } else {
        Err(Failure::new(Code::NotFound))
    }
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
