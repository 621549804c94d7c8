//! Just enough of an HTTP/1.1 client to load a server: one connection, kept alive, one request at a time. A client for general use
//! would take more of the processors that the servers need.

use std::net::SocketAddr;
use std::ops::Range;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::failure::{Outcome, because};

/// A server that is silent for so long has failed; the slowest report takes seconds.
const PATIENCE: Duration = Duration::from_mins(1);
/// As `ask` gives every status of a success.
pub(crate) const SUCCESS: u16 = 200;
/// Service Unavailable.
pub(crate) const BUSY: u16 = 503;

pub(crate) struct Connection {
    pub(crate) stream: TcpStream,
    pub(crate) buffer: Vec<u8>,
    /// The body of the last answer.
    pub(crate) body: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Outcome<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024), body: Vec::new() })
    }

    /// Sends a request as it stands, reads the whole answer, and gives its status.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> Outcome<u16> {
        self.buffer.clear();
        self.stream.write_all(request).await?;
        let Answer { status, pieces, length } = timeout(PATIENCE, self.answer()).await??;
        self.body.clear();
        for piece in pieces {
            self.body.extend_from_slice(self.buffer.get(piece).unwrap_or_default());
        }
        self.buffer.drain(..length);
        Ok(if (200..300).contains(&status) { SUCCESS } else { status })
    }

    /// Asks, and fails where the answer has another status than that of a success.
    pub(crate) async fn expect(&mut self, request: &[u8]) -> Outcome<()> {
        match self.ask(request).await? {
            SUCCESS => Ok(()),
            status => self.unexpected(request, status),
        }
    }

    /// What is answered then.
    pub(crate) async fn json(&mut self, request: &[u8]) -> Outcome<Value> {
        self.expect(request).await?;
        serde_json::from_slice(&self.body).map_err(because("an answer is no JSON"))
    }

    async fn answer(&mut self) -> Outcome<Answer> {
        loop {
            if let Some(answer) = parse(&self.buffer)? {
                return Ok(answer);
            }
            self.receive().await?;
        }
    }

    /// What the last answer said, where it should have had another status.
    pub(crate) fn unexpected<T>(&self, request: &[u8], status: u16) -> Outcome<T> {
        let asked = String::from_utf8_lossy(request);
        let (line, said) = (asked.lines().next().unwrap_or_default(), String::from_utf8_lossy(&self.body));
        Err(format!("{line} was answered with {status}: {said}").into())
    }

    pub(crate) async fn receive(&mut self) -> Outcome<()> {
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err("the server closed a connection in the middle of an answer".into()),
            _ => Ok(()),
        }
    }
}

/// A whole answer: where the pieces of its body lie, and where it ends.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    status: u16,
    pieces: Vec<Range<usize>>,
    length: usize,
}

/// `None` while the answer is not complete.
fn parse(bytes: &[u8]) -> Outcome<Option<Answer>> {
    let mut headers = [httparse::EMPTY_HEADER; 48];
    let mut head = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(start) = head.parse(bytes)? else { return Ok(None) };
    let status = head.code.unwrap_or_default();
    let header = |name| head.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name)).map(|one| one.value);
    if let Some(length) = header("content-length") {
        let end = start + std::str::from_utf8(length)?.parse::<usize>()?;
        return Ok((bytes.len() >= end).then(|| Answer {
            status,
            pieces: std::iter::once(start..end).collect(),
            length: end,
        }));
    }
    if status == 101 {
        return Ok(Some(Answer { status, pieces: Vec::new(), length: start }));
    }
    if header("transfer-encoding") != Some(b"chunked") {
        return Err(format!("an answer with status {status} did not say how long it is").into());
    }
    let (mut pieces, mut at) = (Vec::new(), start);
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let size = httparse::parse_chunk_size(rest).map_err(|_| "a chunk did not say how long it is")?;
        let httparse::Status::Complete((before, size)) = size else { return Ok(None) };
        let (from, size) = (at + before, usize::try_from(size)?);
        at = from + size + 2;
        match bytes.get(from + size..at) {
            None => return Ok(None),
            Some(b"\r\n") if size == 0 => return Ok(Some(Answer { status, pieces, length: at })),
            Some(b"\r\n") => pieces.push(from..from + size),
            Some(_) => return Err("a chunk of an answer was longer than it said".into()),
        }
    }
}

/// A request without a body, with these lines of headers.
pub(crate) fn get(path: &str, headers: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n").into_bytes()
}

/// A request with a JSON body.
pub(crate) fn send(method: &str, path: &str, headers: &str, body: &Value) -> Vec<u8> {
    send_as("application/json", method, path, headers, &body.to_string())
}

/// One with a body of this type.
pub(crate) fn send_as(mime: &str, method: &str, path: &str, headers: &str, body: &str) -> Vec<u8> {
    let headers = format!("{headers}Content-Type: {mime}\r\nContent-Length: {}\r\n", body.len());
    format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n{body}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_when_it_is_complete() {
        let whole = b"HTTP/1.1 201 Created\r\nX-A: b\r\ncontent-LENGTH: 5\r\n\r\nhello";
        let answer = Answer { status: 201, pieces: std::iter::once(51..56).collect(), length: 56 };
        assert_eq!(parse(whole).unwrap(), Some(answer));
        let chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n10\r\n, world\r\n 2026\r\n\r\n0\r\n\r\n";
        let found = parse(chunked).unwrap().unwrap();
        let body: Vec<&[u8]> = found.pieces.into_iter().map(|piece| &chunked[piece]).collect();
        assert_eq!((found.status, body.concat()), (200, b"hello, world\r\n 2026\r\n".to_vec()));
        for whole in [&whole[..], chunked] {
            assert!((0..whole.len()).all(|end| parse(&whole[..end]).unwrap().is_none()));
        }
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        assert!(parse(b"SSH-2.0\r\n\r\n").is_err());
        assert!(parse(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n").is_err());
        assert!(parse(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfive\r\nhello\r\n").is_err());
        assert!(parse(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n").is_err());
    }
}
