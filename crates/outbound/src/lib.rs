//! Calls to other servers, over HTTP/1.1 and the machine's certificates. One connection for each call: they are few, and so nothing
//! is held open between two, and nothing is found dead at the next.

mod connection;
mod headers;

use application::facts::Confidential;
use application::ports::{BasicLogin, Outbound, OutboundAnswer, OutboundFault};
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use connection::Trust;
use domain::sign_in::Endpoint;
use futures_util::future::{Either, select};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::client::conn::http1;
use hyper::header::{ACCEPT, AUTHORIZATION, CONNECTION, CONTENT_TYPE, HOST, HeaderValue, USER_AGENT};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use std::pin::pin;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use url::Url;

/// How long and how large a call may be.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Until the connection is there, encrypted.
    pub connect: Duration,
    /// In all, with a second try.
    pub whole: Duration,
    /// In bytes.
    pub body: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connect: Duration::from_secs(5), whole: Duration::from_secs(10), body: 1 << 20 }
    }
}

/// How long the head of an answer may be, in bytes.
const HEAD: usize = 64 * 1_024;
/// How many calls are made at once. Others wait, within their time: strangers can bring about calls, and must not use up the sockets.
const AT_ONCE: usize = 64;

/// Calls other servers.
pub struct HttpOutbound {
    limits: Limits,
    trust: Trust,
    turns: Semaphore,
}

impl Default for HttpOutbound {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

/// Why a try brought no answer.
enum Failure {
    /// Another try may bring one.
    Broken(String),
    /// The answer is not taken.
    Refused(String),
}

impl HttpOutbound {
    pub fn new(limits: Limits) -> Self {
        Self { limits, trust: Trust::default(), turns: Semaphore::new(AT_ONCE) }
    }

    /// The same, trusting these certificates (PEM) too: for a server whose certificate the machine does not know.
    #[must_use]
    pub fn trusting(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.trust.add(pem.into());
        self
    }

    /// Ends a call in time, and names its server in what went wrong.
    async fn in_time(
        &self,
        server: &Endpoint,
        call: impl Future<Output = Result<OutboundAnswer, Failure>>,
    ) -> Result<OutboundAnswer, OutboundFault> {
        let whole = self.limits.whole;
        let in_turn = async {
            let _turn = self.turns.acquire().await.map_err(|closed| Failure::Refused(closed.to_string()))?;
            call.await
        };
        let why = match timeout(whole, in_turn).await {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(Failure::Broken(why) | Failure::Refused(why))) => why,
            Err(_) => format!("no whole answer within {} seconds", whole.as_secs_f32()),
        };
        // A query may hold more than an operator should read in a log.
        let address = server.as_str().split('?').next().unwrap_or_default();
        Err(OutboundFault(format!("{address}: {why}")))
    }

    async fn call(&self, server: &Endpoint, request: Call) -> Result<OutboundAnswer, Failure> {
        let url = Url::parse(server.as_str()).map_err(|error| Failure::Refused(error.to_string()))?;
        let request = request.to(&url).map_err(|error| Failure::Refused(error.to_string()))?;
        let connect = self.limits.connect;
        let stream = timeout(connect, self.trust.connect(&url))
            .await
            .map_err(|_| Failure::Broken(format!("no connection within {} seconds", connect.as_secs_f32())))??;
        let broken = |error: hyper::Error| Failure::Broken(words(&error));
        let (mut sender, connection) =
            http1::Builder::new().max_buf_size(HEAD).handshake(TokioIo::new(stream)).await.map_err(broken)?;
        let exchange = async {
            let answer = sender.send_request(request).await.map_err(broken)?;
            self.read(answer).await
        };
        // The connection is dropped with the call, whatever the server does with it.
        match select(pin!(exchange), pin!(connection)).await {
            Either::Left((answer, _)) => answer,
            Either::Right((_, exchange)) => exchange.await,
        }
    }

    async fn read(&self, answer: Response<hyper::body::Incoming>) -> Result<OutboundAnswer, Failure> {
        let (head, body) = answer.into_parts();
        let collected = Limited::new(body, self.limits.body).collect().await.map_err(|error| {
            if error.is::<LengthLimitError>() {
                Failure::Refused(format!("the answer has more than {} bytes", self.limits.body))
            } else {
                Failure::Broken(words(error.as_ref()))
            }
        })?;
        Ok(OutboundAnswer {
            status: head.status.as_u16(),
            date: headers::date(&head.headers),
            keep_for: headers::keep_for(&head.headers),
            body: collected.to_bytes().into(),
        })
    }
}

#[async_trait]
impl Outbound for HttpOutbound {
    async fn get(&self, from: &Endpoint, bearer: Option<&Confidential>) -> Result<OutboundAnswer, OutboundFault> {
        let call = Call { authorization: bearer.map(|Confidential(token)| format!("Bearer {token}")), form: None };
        let twice = async {
            match self.call(from, call.clone()).await {
                Err(Failure::Broken(_)) => self.call(from, call).await,
                answered => answered,
            }
        };
        self.in_time(from, twice).await
    }

    async fn post_form(
        &self,
        to: &Endpoint,
        fields: &[(&str, &str)],
        login: Option<BasicLogin<'_>>,
    ) -> Result<OutboundAnswer, OutboundFault> {
        let authorization = login.map(|BasicLogin { user, password }| {
            // Both are encoded as in a form first (RFC 6749, 2.3.1), or a colon in one of them would divide it.
            let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
            format!("Basic {}", STANDARD.encode(format!("{}:{}", encoded(user), encoded(password))))
        });
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.in_time(to, self.call(to, Call { authorization, form: Some(form) })).await
    }
}

/// What is sent, but for the address.
#[derive(Clone)]
struct Call {
    authorization: Option<String>,
    form: Option<String>,
}

impl Call {
    fn to(self, url: &Url) -> Result<Request<Full<Bytes>>, hyper::http::Error> {
        let target = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
        let host = url.host_str().unwrap_or_default();
        let host = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        let mut request = Request::builder()
            .method(if self.form.is_some() { Method::POST } else { Method::GET })
            .uri(target)
            .header(HOST, host)
            .header(ACCEPT, "application/json")
            .header(USER_AGENT, "Daybook")
            .header(CONNECTION, "close");
        if let Some(authorization) = self.authorization {
            let mut value = HeaderValue::try_from(authorization)?;
            value.set_sensitive(true);
            request = request.header(AUTHORIZATION, value);
        }
        if self.form.is_some() {
            request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        request.body(Full::from(self.form.unwrap_or_default()))
    }
}

/// An error with what is behind it.
fn words(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut behind = error.source();
    while let Some(source) = behind {
        words = format!("{words}: {source}");
        behind = source.source();
    }
    words
}
