//! Just enough of an HTTP/1.1 client to load a server: one connection, kept alive, one request at a time.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::failure::{Failure, Outcome};

/// No usual answer takes longer; a server that is silent for so long has failed.
const PATIENCE: Duration = Duration::from_secs(10);
const LONGEST_HEAD: usize = 16 * 1024;

/// An answer: its status, and how long its body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: usize,
}

/// One connection.
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Outcome<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request as it stands and reads the whole answer.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> Outcome<Answer> {
        self.ask_within(PATIENCE, request).await
    }

    /// The same of a request whose answer may take so long.
    pub(crate) async fn ask_within(&mut self, patience: Duration, request: &[u8]) -> Outcome<Answer> {
        match timeout(patience, self.exchange(request)).await {
            Ok(answer) => answer,
            Err(_) => Err(Failure::new(format!("the server did not answer within {patience:?}"))),
        }
    }

    /// Asks, and fails where the answer has another status.
    pub(crate) async fn expect(&mut self, request: &[u8], status: u16) -> Outcome<Answer> {
        let answer = self.ask(request).await?;
        if answer.status == status { Ok(answer) } else { Err(self.unexpected(request, answer, status)) }
    }

    /// What the last answer said, where it should have had another status.
    pub(crate) fn unexpected(&self, request: &[u8], answer: Answer, status: u16) -> Failure {
        let asked = String::from_utf8_lossy(request);
        let line = asked.lines().next().unwrap_or_default();
        let said = String::from_utf8_lossy(self.body(answer));
        Failure::new(format!("{line} was answered with {} and not {status}: {said}", answer.status))
    }

    async fn exchange(&mut self, request: &[u8]) -> Outcome<Answer> {
        self.buffer.clear();
        self.stream.write_all(request).await?;
        let head = loop {
            if let Some(head) = Head::parse(&self.buffer)? {
                break head;
            }
            if self.buffer.len() > LONGEST_HEAD {
                return Err(Failure::new("the head of an answer never ended"));
            }
            self.receive().await?;
        };
        let body = match head.body {
            Body::Long(body) => {
                while self.buffer.len() < head.length + body {
                    self.receive().await?;
                }
                body
            }
            Body::InChunks => {
                let mut chunks = Chunks::default();
                while !chunks.take(self.buffer.get(head.length..).unwrap_or_default())? {
                    self.receive().await?;
                }
                self.buffer.extend_from_slice(&chunks.whole);
                chunks.whole.len()
            }
        };
        Ok(Answer { status: head.status, body })
    }

    async fn receive(&mut self) -> Outcome<()> {
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err(Failure::new("the server closed a connection in the middle of an answer")),
            _ => Ok(()),
        }
    }

    /// The body of the last answer.
    pub(crate) fn body(&self, answer: Answer) -> &[u8] {
        let start = self.buffer.len().saturating_sub(answer.body);
        self.buffer.get(start..).unwrap_or_default()
    }
}

/// What stands before the body.
#[derive(Debug, PartialEq, Eq)]
struct Head {
    status: u16,
    /// Its own length.
    length: usize,
    body: Body,
}

/// How the body comes.
#[derive(Debug, PartialEq, Eq)]
enum Body {
    /// In one piece, with its length in bytes.
    Long(usize),
    /// Piece by piece, each with its length before it.
    InChunks,
}

/// What has come of a body in chunks. Each chunk is looked at once, however many pieces the body comes in.
#[derive(Debug, Default)]
struct Chunks {
    /// The body, without what stands between the chunks.
    whole: Vec<u8>,
    /// How much of what has come is in it.
    read: usize,
}

impl Chunks {
    /// Takes the complete chunks among all that has come, and says whether the body is complete.
    fn take(&mut self, come: &[u8]) -> Outcome<bool> {
        loop {
            let rest = come.get(self.read..).unwrap_or_default();
            let Some(end) = rest.windows(2).position(|window| window == b"\r\n") else { return Ok(false) };
            let (length, rest) = (rest.get(..end).unwrap_or_default(), rest.get(end + 2..).unwrap_or_default());
            let length = std::str::from_utf8(length).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
            let length = length.ok_or_else(|| Failure::new("a chunk of an answer did not say how long it is"))?;
            let Some((chunk, after)) = rest.split_at_checked(length) else { return Ok(false) };
            match after.get(..2) {
                None => return Ok(false),
                Some(b"\r\n") if length == 0 => return Ok(true),
                Some(b"\r\n") => {
                    self.whole.extend_from_slice(chunk);
                    self.read += end + 2 + length + 2;
                }
                Some(_) => return Err(Failure::new("a chunk of an answer was longer than it said")),
            }
        }
    }
}

impl Head {
    /// `None` while it is not complete.
    fn parse(bytes: &[u8]) -> Outcome<Option<Self>> {
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
            return Ok(None);
        };
        let text = std::str::from_utf8(bytes.get(..end).unwrap_or_default());
        let mut lines = text.map_err(|_| Failure::new("the head of an answer is no text"))?.split("\r\n");
        let status_line = lines.next().unwrap_or_default();
        let status =
            status_line.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)).and_then(|code| code.parse().ok());
        let Some(status) = status else {
            return Err(Failure::new(format!("an answer began with “{status_line}”")));
        };
        let mut headers = lines.filter_map(|line| line.split_once(':')).map(|(name, value)| (name, value.trim()));
        let body = headers.find_map(|(name, value)| {
            if name.eq_ignore_ascii_case("content-length") {
                value.parse().ok().map(Body::Long)
            } else {
                let is_chunked =
                    name.eq_ignore_ascii_case("transfer-encoding") && value.eq_ignore_ascii_case("chunked");
                is_chunked.then_some(Body::InChunks)
            }
        });
        match body {
            Some(body) => Ok(Some(Self { status, length: end + 4, body })),
            None => Err(Failure::new(format!("an answer with status {status} did not say how long it is"))),
        }
    }
}

/// A request without a body.
pub(crate) fn get(path: &str, token: Option<&str>) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{}\r\n", authorization(token)).into_bytes()
}

/// The same request by a client that takes a compressed answer, as browsers do.
pub(crate) fn squeezed(request: &[u8]) -> Vec<u8> {
    let head = request.strip_suffix(b"\r\n").unwrap_or(request);
    [head, b"Accept-Encoding: gzip\r\n\r\n"].concat()
}

/// A request with a JSON body.
pub(crate) fn post(path: &str, token: Option<&str>, body: &serde_json::Value) -> Vec<u8> {
    with_body("POST", path, &authorization(token), body)
}

/// A new state with a JSON body.
pub(crate) fn put(path: &str, token: Option<&str>, body: &serde_json::Value) -> Vec<u8> {
    with_body("PUT", path, &authorization(token), body)
}

/// A change with a JSON body.
pub(crate) fn patch(path: &str, token: Option<&str>, body: &serde_json::Value) -> Vec<u8> {
    with_body("PATCH", path, &authorization(token), body)
}

/// A request with a JSON body by somebody at `address`, for whom a proxy speaks.
pub(crate) fn post_from(address: Ipv4Addr, path: &str, body: &serde_json::Value) -> Vec<u8> {
    with_body("POST", path, &format!("X-Forwarded-For: {address}\r\n"), body)
}

fn with_body(method: &str, path: &str, headers: &str, body: &serde_json::Value) -> Vec<u8> {
    let body = body.to_string();
    let length = body.len();
    format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}")
        .into_bytes()
}

fn authorization(token: Option<&str>) -> String {
    token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
    use super::*;
    use tokio::net::TcpListener;

    #[test]
    fn a_head_is_read_when_it_is_complete() {
        let whole = b"HTTP/1.1 201 Created\r\nX-A: b\r\ncontent-LENGTH: 12\r\n\r\nhello";
        assert_eq!(Head::parse(whole).unwrap(), Some(Head { status: 201, length: 52, body: Body::Long(12) }));
        assert_eq!(Head::parse(&whole[..51]).unwrap(), None);
        assert_eq!(Head::parse(b"").unwrap(), None);
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        assert!(Head::parse(b"SSH-2.0\r\n\r\n").is_err());
        assert!(Head::parse(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n").is_err());
        assert!(Chunks::default().take(b"five\r\nhello\r\n").is_err());
        assert!(Chunks::default().take(b"5\r\nhello!\r\n").is_err());
    }

    #[test]
    fn chunks_are_joined_when_all_are_there() {
        let whole = b"5\r\nhello\r\n10\r\n, world\r\n 2026\r\n\r\n0\r\n\r\n";
        let mut bit_by_bit = Chunks::default();
        for end in 0..whole.len() {
            assert!(!bit_by_bit.take(&whole[..end]).unwrap(), "{end}");
        }
        for mut chunks in [bit_by_bit, Chunks::default()] {
            assert!(chunks.take(whole).unwrap());
            assert_eq!(chunks.whole, b"hello, world\r\n 2026\r\n");
        }
    }

    #[test]
    fn a_request_says_who_asks_and_how_long_it_is() {
        assert_eq!(
            get("/a?b=c", Some("t")),
            b"GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer t\r\n\r\n"
        );
        let text = String::from_utf8(post("/a", None, &serde_json::json!({"b": 1}))).unwrap();
        assert!(text.ends_with("Content-Length: 7\r\n\r\n{\"b\":1}"), "{text}");
        let text = String::from_utf8(post_from(Ipv4Addr::new(10, 0, 2, 7), "/a", &serde_json::json!({}))).unwrap();
        assert!(text.contains("\r\nX-Forwarded-For: 10.0.2.7\r\n"), "{text}");
    }

    #[tokio::test]
    async fn answers_that_come_in_pieces_are_put_together() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 64];
            let at_once = ["HTTP/1.1 200 OK\r\nContent-", "Length: 5\r\n\r\nhe", "llo"];
            let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nh";
            let in_chunks = [chunked, "e\r\n3\r", "\nllo\r\n0\r\n\r\n"];
            for pieces in [at_once, at_once, in_chunks, in_chunks, at_once] {
                assert!(stream.read(&mut request).await.unwrap() > 0);
                for piece in pieces {
                    stream.write_all(piece.as_bytes()).await.unwrap();
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
        });
        let mut connection = Connection::open(address).await.unwrap();
        for _ in 0..5 {
            let answer = connection.ask(&get("/", None)).await.unwrap();
            assert_eq!(answer, Answer { status: 200, body: 5 });
            assert_eq!(connection.body(answer), b"hello");
        }
        server.await.unwrap();
        assert!(connection.ask(&get("/", None)).await.is_err(), "the server is gone");
    }
}
