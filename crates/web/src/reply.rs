//! A success on its way out.

use std::io::Write;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse, Responder};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::dto::envelope::Answer;
use crate::error::Failure;

/// A shorter answer fits into one packet anyway.
const WORTH_COMPRESSING: usize = 1400;

/// What a handler returns.
pub type Outcome<T> = Result<Answer<T>, Failure>;

/// What a handler returns that makes something.
pub type Made<T> = Result<Created<T>, Failure>;

/// A success that made something new, or did not.
pub struct Created<T> {
    pub is_new: bool,
    pub answer: Answer<T>,
}

impl<T> Created<T> {
    /// Something new.
    pub fn new(answer: Answer<T>) -> Self {
        Self { is_new: true, answer }
    }
}

/// A success without the envelope around it.
pub struct Bare<T>(pub T);

impl<T: Serialize> Responder for Bare<T> {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        json(StatusCode::OK, &self.0, request)
    }
}

impl<T: Serialize> Responder for Answer<T> {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        json(StatusCode::OK, &self, request)
    }
}

impl<T: Serialize> Responder for Created<T> {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let status = if self.is_new { StatusCode::CREATED } else { StatusCode::OK };
        json(status, &self.answer, request)
    }
}

fn json<T: Serialize>(status: StatusCode, answer: &T, request: &HttpRequest) -> HttpResponse {
    let mut body = Vec::with_capacity(1024);
    if let Err(error) = serde_json::to_writer(&mut body, answer) {
        return HttpResponse::from_error(Failure::internal(error.to_string()));
    }
    let is_long = body.len() > WORTH_COMPRESSING;
    let squeezed = (is_long && accepts(request.headers(), "gzip")).then(|| gzip(&body)).flatten();
    let is_squeezed = squeezed.is_some();
    let mut response = HttpResponse::with_body(status, squeezed.unwrap_or(body)).map_into_boxed_body();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if is_long {
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if is_squeezed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// The fastest level: a month shrinks to a fifth, and more effort gains little.
fn gzip(body: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 3), Compression::fast());
    encoder.write_all(body).ok()?;
    encoder.finish().ok()
}

/// Whether the client takes this encoding.
pub(crate) fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let lines = headers.get_all(ACCEPT_ENCODING);
    lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(',')).any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let is_it = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let is_refused = parts
            .any(|part| part.strip_prefix("q=").is_some_and(|q| q.bytes().all(|digit| matches!(digit, b'0' | b'.'))));
        is_it && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_used_where_it_is_wanted() {
        let accepts = |line: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(line));
            accepts(&headers, "gzip")
        };
        assert!(accepts("gzip"));
        assert!(accepts("br, GZIP;q=0.5"));
        assert!(!accepts("gzip;q=0"));
        assert!(!accepts("gzip; q=0.000, br"));
        assert!(!accepts("br"));
        assert!(!accepts(""));
    }
}
