//! A WebSocket client for tests: frames by hand, so that a test can also send what no browser would.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::SOON;
use crate::client::{Client, Response, read};

#[derive(Debug)]
pub struct Socket {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// The next thing that a socket receives.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame {
    /// A text message, as JSON.
    Message(Value),
    /// The server closed, with this code.
    Closed(u16),
    /// The connection ended without a word.
    Gone,
    Silence,
}

impl Socket {
    /// Opens `/ws/session` with this token from this origin, or gives the refusal.
    pub async fn open(client: &Client, token: Option<&str>, origin: Option<&str>) -> Result<Self, Response> {
        let query = token.map(|token| format!("?token={token}")).unwrap_or_default();
        let mut head = format!(
            "GET /ws/session{query} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
            client.address()
        );
        if let Some(origin) = origin {
            let _ = write!(head, "Origin: {origin}\r\n");
        }
        head.push_str("\r\n");
        let mut stream = client.connect().await;
        stream.write_all(head.as_bytes()).await.unwrap_or_else(|error| panic!("the upgrade cannot be sent: {error}"));
        let mut status = [0; 12];
        stream.peek(&mut status).await.unwrap_or_else(|error| panic!("no answer to the upgrade: {error}"));
        if status.starts_with(b"HTTP/1.1 101") {
            let mut socket = Self { stream, buffer: Vec::new() };
            socket.skip_head().await;
            return Ok(socket);
        }
        // The refusal keeps its connection open for another request; half a close ends it.
        stream.shutdown().await.ok();
        Err(read(&mut stream).await.unwrap_or_else(|error| panic!("no answer to the upgrade: {error}")))
    }

    /// Opens the socket of a signed-in client, from the portal's own page.
    pub async fn of(client: &Client) -> Self {
        let origin = format!("http://{}", client.address());
        match Self::open(client, client.token(), Some(&origin)).await {
            Ok(socket) => socket,
            Err(refusal) => panic!("refused: {}", refusal.text()),
        }
    }

    /// The same as soon as there is a place: that of a socket that has gone is free a moment later.
    pub async fn in_its_place(client: &Client) -> Self {
        let origin = format!("http://{}", client.address());
        let until = Instant::now() + SOON;
        loop {
            match Self::open(client, client.token(), Some(&origin)).await {
                Ok(socket) => return socket,
                Err(refusal) => assert!(refusal.status == 429 && Instant::now() < until, "refused: {}", refusal.text()),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn skip_head(&mut self) {
        loop {
            if let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                self.buffer.drain(..end + 4);
                return;
            }
            if !self.more().await {
                return;
            }
        }
    }

    async fn more(&mut self) -> bool {
        let mut bytes = [0; 4096];
        match self.stream.read(&mut bytes).await {
            Ok(length @ 1..) => {
                self.buffer.extend_from_slice(bytes.get(..length).unwrap_or_default());
                true
            }
            _ => false,
        }
    }

    pub async fn say(&mut self, text: &str) {
        self.send(0x1, text.as_bytes()).await;
    }

    /// Sends a frame of any kind, masked as clients must.
    pub async fn send(&mut self, kind: u8, payload: &[u8]) {
        let mut frame = vec![0x80 | kind];
        match payload.len() {
            short @ 0..126 => frame.push(0x80 | u8::try_from(short).unwrap_or(0)),
            long => {
                frame.push(0x80 | 0x7E);
                frame.extend_from_slice(&u16::try_from(long).unwrap_or(u16::MAX).to_be_bytes());
            }
        }
        let mask = [7, 1, 9, 4];
        frame.extend_from_slice(&mask);
        frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        // The server may have closed already; what it said is read later.
        self.stream.write_all(&frame).await.ok();
    }

    /// The next thing that the server sends, within `patience`.
    pub async fn next(&mut self, patience: Duration) -> Frame {
        tokio::time::timeout(patience, self.frame()).await.unwrap_or(Frame::Silence)
    }

    /// The same, past what is said of leave: soon after a start, and at the turn of a day, the portal sees to everybody's.
    pub async fn next_but_leave(&mut self, patience: Duration) -> Frame {
        loop {
            match self.next(patience).await {
                Frame::Message(message) if message.get("topic").is_some_and(|topic| topic == "leave") => {}
                other => return other,
            }
        }
    }

    async fn frame(&mut self) -> Frame {
        loop {
            if let Some(frame) = self.buffered() {
                return frame;
            }
            if !self.more().await {
                return Frame::Gone;
            }
        }
    }

    fn buffered(&mut self) -> Option<Frame> {
        let (kind, short) = (*self.buffer.first()? & 0x0F, *self.buffer.get(1)? & 0x7F);
        let (start, length) = match short {
            126 => (4, usize::from(u16::from_be_bytes([*self.buffer.get(2)?, *self.buffer.get(3)?]))),
            short => (2, usize::from(short)),
        };
        let payload = self.buffer.get(start..start + length)?.to_vec();
        self.buffer.drain(..start + length);
        Some(match kind {
            0x8 => Frame::Closed(match payload.as_slice() {
                [high, low, ..] => u16::from_be_bytes([*high, *low]),
                _ => 1005,
            }),
            _ => Frame::Message(serde_json::from_slice(&payload).unwrap_or_default()),
        })
    }
}
