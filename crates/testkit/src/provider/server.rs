//! The provider's server: as much of HTTP/1.1 as a client of one needs, by hand, so that it can break off at any place.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// How the server answers at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// With this value.
    Json(Value),
    /// With this status, content type and text.
    Text(u16, &'static str, String),
    /// With so many bytes, whose number it tells first, or not.
    Large { bytes: usize, is_told: bool },
    /// Somewhere else.
    Redirect(String),
    /// After this time.
    Late(Duration, Box<Self>),
    /// A byte at a time, this long after the one before.
    Dripping(Duration),
    /// Closes the connection in the middle of the answer.
    BreakingOff,
    /// Closes the connection without an answer.
    Closing,
    /// Breaks off once, then answers.
    AtTheSecondTry(Box<Self>),
}

/// A request that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub method: String,
    /// With the query.
    pub target: String,
    /// By their names in small letters.
    pub headers: HashMap<String, String>,
    pub body: String,
}

impl Asked {
    /// The address without the query.
    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// A field of the form that was sent.
    pub fn field(&self, name: &str) -> Option<String> {
        let mut fields = form_urlencoded::parse(self.body.as_bytes());
        fields.find(|(field, _)| field == name).map(|(_, value)| value.into_owned())
    }
}

/// Where the answer to a call for the tokens of this code is kept.
pub(super) fn at_code(code: &str) -> String {
    format!("code {code}")
}

/// What the server answers, and what it was asked.
#[derive(Default)]
pub(super) struct Script {
    pub(super) answers: HashMap<String, Answer>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) asked: Vec<Asked>,
}

pub(super) type Shared = Arc<Mutex<Script>>;

pub(super) fn with<T>(script: &Shared, change: impl FnOnce(&mut Script) -> T) -> T {
    change(&mut script.lock().unwrap_or_else(PoisonError::into_inner))
}

pub(super) async fn serve(listener: TcpListener, tls: Option<TlsAcceptor>, script: Shared) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(greet(stream, tls.clone(), Arc::clone(&script)));
    }
}

async fn greet(stream: TcpStream, tls: Option<TlsAcceptor>, script: Shared) {
    stream.set_nodelay(true).ok();
    match tls {
        None => answer(stream, &script).await,
        Some(tls) => {
            if let Ok(stream) = tls.accept(stream).await {
                answer(stream, &script).await;
            }
        }
    }
}

/// Answers one request. Whether the client takes the answer is its own affair.
async fn answer(mut stream: impl AsyncRead + AsyncWrite + Unpin, script: &Shared) {
    let Some(asked) = read(&mut stream).await else { return };
    let (mut answer, headers) = with(script, |script| {
        let (path, code) = (asked.path().to_owned(), asked.field("code"));
        script.asked.push(asked);
        let answer =
            code.and_then(|code| script.answers.get(&at_code(&code))).or_else(|| script.answers.get(&path)).cloned();
        if let Some(Answer::AtTheSecondTry(then)) = &answer {
            script.answers.insert(path, (**then).clone());
        }
        let headers: Vec<String> = script.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        (answer.unwrap_or_else(|| Answer::Text(404, "text/plain", "nothing here".to_owned())), headers.concat())
    });
    if let Answer::Late(time, then) = answer {
        tokio::time::sleep(time).await;
        answer = *then;
    }
    let whole = |status: u16, kind: &str, body: &str| {
        let length = body.len();
        format!("HTTP/1.1 {status} So\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
    };
    let _ = match answer {
        Answer::Json(value) => stream.write_all(whole(200, "application/json", &value.to_string()).as_bytes()).await,
        Answer::Text(status, kind, text) => stream.write_all(whole(status, kind, &text).as_bytes()).await,
        Answer::Large { bytes, is_told } => {
            let length = if is_told { format!("Content-Length: {bytes}\r\n") } else { String::new() };
            let head = format!("HTTP/1.1 200 So\r\nContent-Type: application/json\r\n{length}\r\n");
            match stream.write_all(head.as_bytes()).await {
                Ok(()) => stream.write_all(&vec![b' '; bytes]).await,
                failed => failed,
            }
        }
        Answer::Redirect(to) => {
            let moved = format!("HTTP/1.1 302 So\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
            stream.write_all(moved.as_bytes()).await
        }
        Answer::Dripping(pause) => drip(&mut stream, pause).await,
        Answer::BreakingOff | Answer::AtTheSecondTry(_) => {
            stream.write_all(b"HTTP/1.1 200 So\r\nContent-Length: 100\r\n\r\n{\"half").await
        }
        Answer::Closing | Answer::Late(..) => Ok(()),
    };
    stream.shutdown().await.ok();
}

async fn drip(stream: &mut (impl AsyncWrite + Unpin), pause: Duration) -> std::io::Result<()> {
    stream.write_all(b"HTTP/1.1 200 So\r\nContent-Type: application/json\r\n\r\n").await?;
    loop {
        stream.write_all(b" ").await?;
        tokio::time::sleep(pause).await;
    }
}

async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Option<Asked> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let mut body = bytes.split_off(end + 4);
    let head = String::from_utf8(bytes).ok()?;
    let mut lines = head.trim_end().split("\r\n");
    let mut first = lines.next()?.split(' ');
    let (method, target) = (first.next()?.to_owned(), first.next()?.to_owned());
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    while body.len() < length {
        if stream.read_buf(&mut body).await.ok()? == 0 {
            return None;
        }
    }
    Some(Asked { method, target, headers, body: String::from_utf8(body).ok()? })
}
