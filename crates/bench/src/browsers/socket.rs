//! Just enough of a WebSocket client to hear what has changed.

use std::net::SocketAddr;

use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::failure::{Failure, Outcome};

/// What the server says has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Topic {
    Timesheets,
    Notifications,
    Holidays,
    Users,
}

/// The one message that a session which does not end is sent.
#[derive(Deserialize)]
struct Changed {
    topic: Topic,
}

/// A final frame with a text, not masked, of at most 125 bytes: any message of the server's that is not a farewell.
const TEXT: u8 = 0x81;
const LONGEST: u8 = 125;
/// `HEARTBEAT`, masked with zeros, which leave it as it is.
const HEARTBEAT: &[u8] = b"\x81\x89\0\0\0\0HEARTBEAT";

/// The open socket of a session.
pub(crate) struct Socket {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Socket {
    pub(crate) async fn open(address: SocketAddr, token: &str) -> Outcome<Self> {
        let mut stream = TcpStream::connect(address).await?;
        let upgrade = format!(
            "GET /ws/session?token={token} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(upgrade.as_bytes()).await?;
        let mut socket = Self { stream, buffer: Vec::new() };
        let end = loop {
            if let Some(end) = socket.buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                break end;
            }
            socket.receive().await?;
        };
        if !socket.buffer.starts_with(b"HTTP/1.1 101 ") {
            let said = String::from_utf8_lossy(&socket.buffer);
            return Err(Failure::new(format!("a socket was refused: {said}")));
        }
        socket.buffer.drain(..end + 4);
        Ok(socket)
    }

    /// The next topic that has changed. Nothing is lost where it is no longer waited for.
    pub(crate) async fn topic(&mut self) -> Outcome<Topic> {
        loop {
            if let Some((topic, length)) = parse(&self.buffer)? {
                self.buffer.drain(..length);
                return Ok(topic);
            }
            self.receive().await?;
        }
    }

    /// Says that the browser is still there.
    pub(crate) async fn beat(&mut self) -> Outcome<()> {
        Ok(self.stream.write_all(HEARTBEAT).await?)
    }

    async fn receive(&mut self) -> Outcome<()> {
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err(Failure::new("the server closed a socket")),
            _ => Ok(()),
        }
    }
}

/// The first message in these bytes, and how long its frame is; `None` while it is not complete.
fn parse(bytes: &[u8]) -> Outcome<Option<(Topic, usize)>> {
    let [first, length, rest @ ..] = bytes else { return Ok(None) };
    if *first != TEXT || *length > LONGEST {
        return Err(Failure::new("a socket said something else than what has changed"));
    }
    let Some(text) = rest.get(..usize::from(*length)) else { return Ok(None) };
    let changed: Changed = serde_json::from_slice(text).map_err(Failure::because("a socket said"))?;
    Ok(Some((changed.topic, text.len() + 2)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
    use super::*;

    #[test]
    fn a_message_is_heard_when_it_is_complete() {
        let message = br#"{"type":"CHANGED","topic":"holidays"}"#;
        let frame = [&[TEXT, u8::try_from(message.len()).unwrap()], &message[..]].concat();
        for end in 0..frame.len() {
            assert_eq!(parse(&frame[..end]).unwrap(), None, "{end}");
        }
        let two = [&frame[..], &frame[..5]].concat();
        assert_eq!(parse(&two).unwrap(), Some((Topic::Holidays, frame.len())));
    }

    #[test]
    fn a_farewell_is_a_failure() {
        assert!(parse(&[0x88, 2, 0x11, 0x31]).is_err());
        let ended = br#"{"type":"SESSION_INVALID","message":"Over"}"#;
        assert!(parse(&[&[TEXT, u8::try_from(ended.len()).unwrap()], &ended[..]].concat()).is_err());
    }
}
