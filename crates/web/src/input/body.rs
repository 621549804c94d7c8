//! Receiving a JSON body: its type, its size, and the time it takes.

use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use actix_web::{HttpMessage, HttpRequest};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};

use super::call::Input;
use super::shape;
use crate::error::{Code, Failure};

/// The largest body.
const LARGEST: usize = 64 * 1024;
/// How long a body may take to arrive. The framework itself would wait for ever.
const PATIENCE: Duration = Duration::from_secs(10);
/// How much of a body that is refused is read all the same, so that the client comes to read the answer instead of
/// finding its connection reset.
const COURTESY: usize = 2 * 1024 * 1024;
const COURTESY_TIME: Duration = Duration::from_secs(1);

/// A JSON body.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned + 'static> Input for Json<T> {
    type Raw = Bytes;

    async fn receive(request: &HttpRequest, mut payload: Payload) -> Result<Bytes, Failure> {
        let received = match check(request) {
            Ok(()) => collect(&mut payload).await,
            Err(failure) => Err(failure),
        };
        if received.is_err() {
            drain(&mut payload).await;
        }
        received
    }

    fn parse(raw: Bytes, _: &HttpRequest) -> Result<Self, Failure> {
        Ok(Self(shape::read(&raw)?))
    }
}

/// A call that reads no body is sent none that is too large either.
pub(super) async fn ignore(request: &HttpRequest, mut payload: Payload) -> Result<(), Failure> {
    let checked = check_length(request);
    if checked.is_err() {
        drain(&mut payload).await;
    }
    checked
}

fn check_length(request: &HttpRequest) -> Result<(), Failure> {
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > LARGEST as u64) {
        return Err(Failure::new(Code::PayloadTooLarge));
    }
    Ok(())
}

/// What the headers say.
fn check(request: &HttpRequest) -> Result<(), Failure> {
    check_length(request)?;
    let headers = request.headers();
    let is_json = request.content_type().eq_ignore_ascii_case("application/json");
    // A compressed body would have to be inflated to learn its size. No client of ours sends one.
    let mut encodings = headers.get_all(CONTENT_ENCODING);
    let is_plain = encodings.all(|encoding| encoding.as_bytes().eq_ignore_ascii_case(b"identity"));
    if is_json && is_plain { Ok(()) } else { Err(Failure::new(Code::UnsupportedMediaType)) }
}

async fn collect(payload: &mut Payload) -> Result<Bytes, Failure> {
    let deadline = Instant::now() + PATIENCE;
    let mut first = Bytes::new();
    let mut body = BytesMut::new();
    loop {
        let chunk = match timeout_at(deadline, payload.next()).await {
            Err(_) => return Err(Failure::new(Code::RequestTimeout)),
            Ok(Some(Err(_))) => {
                return Err(Failure::saying(Code::InvalidRequest, "The request body ends too early"));
            }
            Ok(Some(Ok(chunk))) => chunk,
            Ok(None) if body.is_empty() => return Ok(first),
            Ok(None) => return Ok(body.freeze()),
        };
        if first.len() + body.len() + chunk.len() > LARGEST {
            return Err(Failure::new(Code::PayloadTooLarge));
        }
        // Nearly every body comes in one piece, and is not copied.
        if first.is_empty() && body.is_empty() {
            first = chunk;
        } else {
            body.extend_from_slice(&std::mem::take(&mut first));
            body.extend_from_slice(&chunk);
        }
    }
}

async fn drain(payload: &mut Payload) {
    let deadline = Instant::now() + COURTESY_TIME;
    let mut left = COURTESY;
    while let Ok(Some(Ok(chunk))) = timeout_at(deadline, payload.next()).await {
        let Some(rest) = left.checked_sub(chunk.len()) else {
            return;
        };
        left = rest;
    }
}
