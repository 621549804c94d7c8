//! Receiving a body: its type, its size, and the time it takes.

use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, TRANSFER_ENCODING};
use actix_web::{HttpMessage, HttpRequest};
use application::sign_in::require_passwords;
use bytes::{Bytes, BytesMut};
use domain::import::FILE_MAX;
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};

use super::call::portal_of;
use super::query::{Pairs, Query};
use super::shape;
use crate::error::{Code, Failure};

/// What comes in with a request. It is received before the caller's role is looked at, and understood after it.
pub trait Input: Sized + 'static {
    type Raw;
    /// Whether more may come than most calls take: then it is not kept for a caller whose role has no use for it.
    const IS_LARGE: bool = false;

    /// Takes it off the wire.
    fn receive(request: &HttpRequest, payload: Payload) -> impl Future<Output = Result<Self::Raw, Failure>>;

    /// Understands it.
    fn parse(raw: Self::Raw, request: &HttpRequest) -> Result<Self, Failure>;
}

/// Nothing is understood.
impl Input for () {
    type Raw = ();

    async fn receive(request: &HttpRequest, payload: Payload) -> Result<(), Failure> {
        ignore(request, payload).await
    }

    fn parse((): (), _: &HttpRequest) -> Result<Self, Failure> {
        Ok(())
    }
}

/// What a call takes.
struct Accepted {
    /// The types of its body.
    types: &'static [&'static str],
    /// The largest one, in bytes.
    largest: usize,
    /// What is said of a larger one.
    too_large: &'static str,
    /// What is said of one of another type.
    unsupported: &'static str,
    /// How long it may take to arrive. The framework itself would wait for ever.
    patience: Duration,
}

const JSON: &str = "application/json";
/// What most calls take.
const USUAL: Accepted = Accepted {
    types: &[JSON],
    largest: 64 * 1024,
    too_large: Code::PayloadTooLarge.sentence(),
    unsupported: Code::UnsupportedMediaType.sentence(),
    patience: Duration::from_secs(10),
};
/// What a provider of sign-in sends.
const FORM: Accepted = Accepted {
    types: &["application/x-www-form-urlencoded"],
    unsupported: "The request body must be a form (application/x-www-form-urlencoded)",
    ..USUAL
};
/// What a call takes in which 500 people can be named, each with all days of a month.
const LIST: Accepted =
    Accepted { largest: 512 * 1024, too_large: "The request is too large. At most 512 KiB are accepted.", ..USUAL };
/// What a call takes that a file can be sent to.
const FILE: Accepted = Accepted {
    types: &[JSON, "text/csv"],
    largest: 8 * 1024 * 1024,
    too_large: "The request is too large. At most 8 MiB are accepted.",
    unsupported: "The request body must be plain JSON (application/json) or CSV (text/csv)",
    ..USUAL
};
const CALENDAR: &str = "text/calendar";
/// What a call takes that imports a file. A slow line has a minute for it.
const IMPORT: Accepted = Accepted {
    types: &["text/csv", CALENDAR],
    largest: FILE_MAX,
    too_large: "The file is larger than 16 MiB",
    unsupported: "The request body must be CSV (text/csv) or a calendar (text/calendar)",
    patience: Duration::from_mins(1),
};
/// How much more than is accepted of a body that is refused is read all the same, so that the client comes to read the answer instead
/// of finding its connection reset.
const COURTESY: usize = 2 * 1024 * 1024;
const COURTESY_TIME: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned + 'static> Input for Json<T> {
    type Raw = Bytes;

    async fn receive(request: &HttpRequest, payload: Payload) -> Result<Bytes, Failure> {
        USUAL.receive(request, payload).await
    }

    fn parse(raw: Bytes, _: &HttpRequest) -> Result<Self, Failure> {
        Ok(Self(shape::read(&raw)?))
    }
}

/// The JSON body of a call by a password: refused before it is understood where no password opens an account.
#[derive(Debug)]
pub struct PasswordJson<T>(pub T);

impl<T: DeserializeOwned + 'static> Input for PasswordJson<T> {
    type Raw = Bytes;

    async fn receive(request: &HttpRequest, payload: Payload) -> Result<Bytes, Failure> {
        Json::<T>::receive(request, payload).await
    }

    fn parse(raw: Bytes, request: &HttpRequest) -> Result<Self, Failure> {
        require_passwords(&portal_of(request)?.ports)?;
        Ok(Self(shape::read(&raw)?))
    }
}

/// The text of a form, as a provider of sign-in sends it.
#[derive(Debug)]
pub struct Form(pub String);

impl Input for Form {
    type Raw = Bytes;

    async fn receive(request: &HttpRequest, payload: Payload) -> Result<Bytes, Failure> {
        FORM.receive(request, payload).await.map_err(|failure| match failure.code() {
            // A provider is told one thing, whatever is wrong with its call (OpenID Connect Back-Channel Logout 1.0, section 2.8).
            Code::UnsupportedMediaType => Failure::saying(Code::InvalidRequest, FORM.unsupported),
            _ => failure,
        })
    }

    fn parse(raw: Bytes, _: &HttpRequest) -> Result<Self, Failure> {
        let text = String::from_utf8(raw.into());
        text.map(Self).map_err(|_| Failure::saying(Code::InvalidRequest, FORM.unsupported))
    }
}

/// A JSON body with a list that may be long.
#[derive(Debug)]
pub struct JsonList<T>(pub T);

impl<T: DeserializeOwned + 'static> Input for JsonList<T> {
    type Raw = Bytes;
    const IS_LARGE: bool = true;

    async fn receive(request: &HttpRequest, payload: Payload) -> Result<Bytes, Failure> {
        LIST.receive(request, payload).await
    }

    fn parse(raw: Bytes, _: &HttpRequest) -> Result<Self, Failure> {
        Ok(Self(shape::read(&raw)?))
    }
}

/// A JSON body, or a CSV file as it came.
#[derive(Debug)]
pub enum JsonOrCsv<T> {
    Json(T),
    Csv(Bytes),
}

impl<T: DeserializeOwned + 'static> Input for JsonOrCsv<T> {
    type Raw = Bytes;
    const IS_LARGE: bool = true;

    async fn receive(request: &HttpRequest, payload: Payload) -> Result<Bytes, Failure> {
        FILE.receive(request, payload).await
    }

    fn parse(raw: Bytes, request: &HttpRequest) -> Result<Self, Failure> {
        Ok(if is_of(JSON, request) { Self::Json(shape::read(&raw)?) } else { Self::Csv(raw) })
    }
}

/// A file that is to be imported, with its query.
#[derive(Debug)]
pub struct ImportFile<Q> {
    pub bytes: Bytes,
    /// Whether it is a calendar rather than a table.
    pub is_calendar: bool,
    pub query: Q,
}

impl<Q: Query + 'static> Input for ImportFile<Q> {
    type Raw = Bytes;
    const IS_LARGE: bool = true;

    async fn receive(request: &HttpRequest, payload: Payload) -> Result<Bytes, Failure> {
        IMPORT.receive(request, payload).await
    }

    fn parse(bytes: Bytes, request: &HttpRequest) -> Result<Self, Failure> {
        let query = Q::read(&Pairs::parse(request.query_string()))?;
        Ok(Self { bytes, is_calendar: is_of(CALENDAR, request), query })
    }
}

/// A call that reads no body is sent none that is too large either.
pub(super) async fn ignore(request: &HttpRequest, mut payload: Payload) -> Result<(), Failure> {
    let checked = USUAL.check_length(request);
    if checked.is_err() {
        drain(&mut payload, COURTESY).await;
    }
    checked
}

/// Whether more may come than most calls take.
pub(super) fn may_be_long(request: &HttpRequest) -> bool {
    request.headers().contains_key(TRANSFER_ENCODING) || USUAL.check_length(request).is_err()
}

/// Reads on without keeping anything, so that the client comes to read the answer.
pub(super) async fn skip(mut payload: Payload) {
    drain(&mut payload, COURTESY).await;
}

fn is_of(content_type: &str, request: &HttpRequest) -> bool {
    request.content_type().eq_ignore_ascii_case(content_type)
}

impl Accepted {
    async fn receive(&self, request: &HttpRequest, mut payload: Payload) -> Result<Bytes, Failure> {
        let received = match self.check(request) {
            Ok(()) => self.collect(&mut payload).await,
            Err(failure) => Err(failure),
        };
        if received.is_err() {
            drain(&mut payload, self.largest + COURTESY).await;
        }
        received
    }

    fn too_large(&self) -> Failure {
        Failure::saying(Code::PayloadTooLarge, self.too_large)
    }

    fn check_length(&self, request: &HttpRequest) -> Result<(), Failure> {
        let length = request.headers().get(CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > self.largest as u64) {
            return Err(self.too_large());
        }
        Ok(())
    }

    /// What the headers say.
    fn check(&self, request: &HttpRequest) -> Result<(), Failure> {
        self.check_length(request)?;
        // A compressed body would have to be inflated to learn its size. No client of ours sends one.
        let mut encodings = request.headers().get_all(CONTENT_ENCODING);
        let is_plain = encodings.all(|encoding| encoding.as_bytes().eq_ignore_ascii_case(b"identity"));
        let is_accepted = self.types.iter().any(|accepted| is_of(accepted, request));
        if is_accepted && is_plain {
            Ok(())
        } else {
            Err(Failure::saying(Code::UnsupportedMediaType, self.unsupported))
        }
    }

    async fn collect(&self, payload: &mut Payload) -> Result<Bytes, Failure> {
        let deadline = Instant::now() + self.patience;
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
            if first.len() + body.len() + chunk.len() > self.largest {
                return Err(self.too_large());
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
}

async fn drain(payload: &mut Payload, mut left: usize) {
    let deadline = Instant::now() + COURTESY_TIME;
    while let Ok(Some(Ok(chunk))) = timeout_at(deadline, payload.next()).await {
        let Some(rest) = left.checked_sub(chunk.len()) else {
            return;
        };
        left = rest;
    }
}
