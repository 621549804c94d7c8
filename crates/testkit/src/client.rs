//! An HTTP client small enough to be sure of what it sends: one connection a request, every byte in the test's hand.

use std::fmt::Write as _;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// No answer takes longer in a test.
const PATIENCE: Duration = Duration::from_mins(2);

/// Sends requests, in somebody's name or in nobody's.
#[derive(Clone, Debug)]
pub struct Client {
    address: SocketAddr,
    token: Option<String>,
    headers: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
pub struct Response {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Client {
    pub fn anonymous(address: SocketAddr) -> Self {
        Self { address, token: None, headers: Vec::new() }
    }

    /// The same client, signed in with this token.
    pub fn with_token(&self, token: impl Into<String>) -> Self {
        Self { token: Some(token.into()), ..self.clone() }
    }

    /// The same client, with one more header on every request.
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub async fn get(&self, path: &str) -> Response {
        self.send("GET", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Response {
        self.send("POST", path, Some(body.to_string().as_bytes())).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Response {
        self.send("PUT", path, Some(body.to_string().as_bytes())).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Response {
        self.send("PATCH", path, Some(body.to_string().as_bytes())).await
    }

    pub async fn delete(&self, path: &str) -> Response {
        self.send("DELETE", path, None).await
    }

    /// Any request; a body is sent as JSON unless a header says otherwise.
    pub async fn send(&self, method: &str, path: &str, body: Option<&[u8]>) -> Response {
        let head = self.head(method, path, body.map(<[u8]>::len));
        let mut request = head.into_bytes();
        request.extend_from_slice(body.unwrap_or_default());
        self.raw(&request).await
    }

    /// The head of a request as this client would send it.
    pub fn head(&self, method: &str, path: &str, length: Option<usize>) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        if let Some(token) = &self.token {
            let _ = write!(head, "Authorization: Bearer {token}\r\n");
        }
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if let Some(length) = length {
            if !self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
                head.push_str("Content-Type: application/json\r\n");
            }
            let _ = write!(head, "Content-Length: {length}\r\n");
        }
        head.push_str("\r\n");
        head
    }

    /// Sends these bytes, and reads one answer.
    pub async fn raw(&self, request: &[u8]) -> Response {
        self.try_raw(request).await.unwrap_or_else(|error| panic!("no answer: {error}"))
    }

    /// The same, where there may be none.
    pub async fn try_raw(&self, request: &[u8]) -> io::Result<Response> {
        let exchange = async {
            let mut stream = TcpStream::connect(self.address).await?;
            // A server may refuse before it has read everything.
            let _ = stream.write_all(request).await;
            read(&mut stream).await
        };
        tokio::time::timeout(PATIENCE, exchange).await?
    }

    /// An open connection, for tests that go their own way.
    pub async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap_or_else(|error| panic!("nobody listens: {error}"))
    }
}

/// Starts all of these at once, and waits for what comes of them.
pub async fn at_once<F>(calls: impl IntoIterator<Item = F>) -> Vec<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    let running: Vec<_> = calls.into_iter().map(tokio::spawn).collect();
    let mut outcomes = Vec::new();
    for call in running {
        outcomes.push(call.await.unwrap_or_else(|error| panic!("a call has failed: {error}")));
    }
    outcomes
}

/// Reads one answer from a connection that the server closes after it.
pub async fn read(stream: &mut TcpStream) -> io::Result<Response> {
    let mut bytes = Vec::new();
    if let Err(error) = stream.read_to_end(&mut bytes).await
        && bytes.is_empty()
    {
        return Err(error);
    }
    Response::parse(&bytes)
        .ok_or_else(|| io::Error::other(format!("not an answer: {:?}", String::from_utf8_lossy(&bytes))))
}

impl Response {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let (head, body) = (std::str::from_utf8(bytes.get(..end)?).ok()?, bytes.get(end + 4..)?);
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let is_chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let body = if is_chunked { unchunk(body)? } else { body.to_vec() };
        Some(Self { status, headers, body })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(have, _)| have == name).map(|(_, value)| value.as_str())
    }

    /// All headers with this name.
    pub fn headers<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.headers.iter().filter(move |(have, _)| have == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON; `null` if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub fn data(&self) -> Value {
        self.json().get("data").cloned().unwrap_or_default()
    }

    /// The code of a failure, or nothing.
    pub fn code(&self) -> String {
        self.field("code")
    }

    pub fn message(&self) -> String {
        self.field("message")
    }

    fn field(&self, name: &str) -> String {
        self.json().get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Insists on a status, and shows the answer where it is another.
    #[expect(clippy::return_self_not_must_use, reason = "often only the status matters")]
    pub fn expect(self, status: u16) -> Self {
        assert!(self.status == status, "expected {status}, got {}: {}", self.status, self.text());
        self
    }
}

fn unchunk(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let end = body.windows(2).position(|two| two == b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(body.get(..end)?).ok()?.trim(), 16).ok()?;
        if length == 0 {
            return Some(whole);
        }
        let start = end + 2;
        whole.extend_from_slice(body.get(start..start + length)?);
        body = body.get(start + length + 2..)?;
    }
}
