//! Failures, from whatever layer, as the one envelope.
//!
//! A handler fails with a [`Failure`]. It becomes a body only at the outermost middleware, where the request's id is
//! known; the cause of a 5xx is logged there too, once, and never sent.

mod code;
mod mapping;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};

pub use code::Code;

use crate::dto::envelope::ErrorEnvelope;
use crate::dto::imports::ImportPlanData;

/// Why a request was not answered as asked.
#[derive(Debug)]
pub struct Failure(Box<Inner>);

#[derive(Debug)]
struct Inner {
    code: Code,
    message: Cow<'static, str>,
    errors: BTreeMap<&'static str, String>,
    requires_unlock: bool,
    retry_after: Option<u32>,
    allow: Option<String>,
    data: Option<ImportPlanData>,
    cause: Option<String>,
}

impl Failure {
    /// A failure with the code's own sentence.
    pub fn new(code: Code) -> Self {
        Self::saying(code, code.sentence())
    }

    /// A failure with a sentence of its own.
    pub fn saying(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Inner {
            code,
            message: message.into(),
            errors: BTreeMap::new(),
            requires_unlock: false,
            retry_after: None,
            allow: None,
            data: None,
            cause: None,
        }))
    }

    /// Something broke. The cause is for the log alone.
    pub fn internal(cause: impl Into<String>) -> Self {
        Self::new(Code::InternalError).caused_by(cause)
    }

    /// The portal cannot answer now, but may in a moment.
    pub fn unavailable(cause: impl Into<String>) -> Self {
        Self::new(Code::Unavailable).retry_after(2).caused_by(cause)
    }

    /// The same to the operator's tools, which are told why.
    pub fn not_ready(why: &'static str) -> Self {
        Self::saying(Code::Unavailable, why).retry_after(2).caused_by(why)
    }

    /// No handler takes this method here.
    pub fn method_not_allowed(allow: impl Into<String>) -> Self {
        let mut failure = Self::new(Code::MethodNotAllowed);
        failure.0.allow = Some(allow.into());
        failure
    }

    /// The failure of an answer that did not come from a handler of ours.
    pub fn from_status(status: StatusCode) -> Self {
        Self::new(Code::of_status(status))
    }

    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Self {
        self.0.retry_after = Some(seconds);
        self
    }

    /// The same, with one field to blame for all of it.
    fn about(mut self, field: &'static str) -> Self {
        self.0.errors = [(field, self.0.message.to_string())].into_iter().collect();
        self
    }

    /// The same, with what the log says.
    pub(crate) fn caused_by(mut self, cause: impl Into<String>) -> Self {
        self.0.cause = Some(cause.into());
        self
    }

    pub fn code(&self) -> Code {
        self.0.code
    }

    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What the log says beside the request's id.
    pub fn cause(&self) -> Option<&str> {
        self.0.cause.as_deref()
    }

    /// The answer, for the request with this id.
    pub fn render(&self, request_id: &str) -> HttpResponse<BoxBody> {
        let inner = &self.0;
        let envelope = ErrorEnvelope {
            success: false,
            message: &inner.message,
            code: inner.code,
            errors: &inner.errors,
            requires_unlock: inner.requires_unlock,
            data: inner.data.as_ref(),
            request_id,
        };
        let body = serde_json::to_vec(&envelope).unwrap_or_default();
        let mut response = HttpResponse::with_body(inner.code.status(), body).map_into_boxed_body();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(seconds) = inner.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        let allow = inner.allow.as_deref().map(HeaderValue::from_str);
        if let Some(Ok(allow)) = allow {
            headers.insert(ALLOW, allow);
        }
        response
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?}: {}", self.0.code, self.0.message)
    }
}

impl ResponseError for Failure {
    fn status_code(&self) -> StatusCode {
        self.0.code.status()
    }

    /// Only a marker: the outermost middleware puts the envelope in its place.
    fn error_response(&self) -> HttpResponse<BoxBody> {
        HttpResponse::new(self.status_code())
    }
}
