//! One socket, from its upgrade to its end.

use std::time::Duration;

use actix_ws::{AggregatedMessage, CloseCode, CloseReason, MessageStream, ProtocolError, Session};
use domain::session::SessionEnd;
use tokio::time::{Instant, sleep_until, timeout};

use super::Place;
use super::mailbox::Leave;
use crate::dto::socket::ServerMessage;

/// The largest message that a client has reason to send is 40 bytes.
const LARGEST_FRAME: usize = 4 * 1024;
/// How long one message may wait for a client that does not read.
const SENDING: Duration = Duration::from_secs(5);
/// More messages than this in a minute come from no client of ours.
const MESSAGES_A_MINUTE: u32 = 240;

/// The code that closes the socket of an ended session.
const SESSION_ENDED: u16 = 4401;

/// What a live socket knows of its session.
#[derive(Debug)]
pub struct Live {
    pub place: Place,
    /// How long the session has still to run.
    pub expires_in: Duration,
    /// Whether the session had ended already, found out after the place was taken: an end in between reaches
    /// nobody's mailbox.
    pub ended: Option<SessionEnd>,
}

/// Serves the socket until either side has enough.
pub async fn run(live: Live, session: Session, messages: MessageStream) {
    let mut socket = Socket { session: session.clone(), heard: Instant::now(), minute: Instant::now(), messages: 0 };
    let reason = match live.ended {
        Some(end) => socket.end(end).await,
        None => socket.serve(&live, messages).await,
    };
    let _ = timeout(SENDING, session.close(reason)).await;
    drop(live);
}

struct Socket {
    session: Session,
    heard: Instant,
    minute: Instant,
    messages: u32,
}

/// The socket is over, and so it closes.
struct Over(Option<CloseReason>);

impl Socket {
    async fn serve(&mut self, live: &Live, messages: MessageStream) -> Option<CloseReason> {
        let mut messages =
            messages.max_frame_size(LARGEST_FRAME).aggregate_continuations().max_continuation_size(LARGEST_FRAME);
        let expiry = Instant::now() + live.expires_in;
        loop {
            let step = tokio::select! {
                message = messages.recv() => self.heard(message).await,
                () = live.place.mailbox.rung() => self.deliver(live).await,
                () = sleep_until(self.heard + live.place.hub.silence) => Err(Over(Some(away("silent for too long")))),
                () = sleep_until(expiry) => Err(Over(self.end(SessionEnd::Expired).await)),
            };
            if let Err(Over(reason)) = step {
                return reason;
            }
        }
    }

    async fn heard(&mut self, message: Option<Result<AggregatedMessage, ProtocolError>>) -> Result<(), Over> {
        let message = match message {
            Some(Ok(message)) => message,
            Some(Err(ProtocolError::Overflow)) => return Err(close(CloseCode::Size)),
            Some(Err(_)) => return Err(close(CloseCode::Protocol)),
            None => return Err(Over(None)),
        };
        self.heard = Instant::now();
        self.count()?;
        match message {
            AggregatedMessage::Text(text) if is(&text, "PING") => self.send(&ServerMessage::Pong).await,
            // A heartbeat has done its work by being heard. Words that a later client may send are not an error.
            AggregatedMessage::Text(_) | AggregatedMessage::Pong(_) => Ok(()),
            AggregatedMessage::Ping(bytes) => {
                let sent = timeout(SENDING, self.session.pong(&bytes)).await;
                sent.ok().and_then(Result::ok).ok_or(Over(None))
            }
            AggregatedMessage::Binary(_) => Err(close(CloseCode::Unsupported)),
            AggregatedMessage::Close(reason) => Err(Over(reason)),
        }
    }

    fn count(&mut self) -> Result<(), Over> {
        if self.minute.elapsed() > Duration::from_mins(1) {
            self.minute = Instant::now();
            self.messages = 0;
        }
        self.messages += 1;
        if self.messages > MESSAGES_A_MINUTE {
            return Err(close(CloseCode::Policy));
        }
        Ok(())
    }

    async fn deliver(&mut self, live: &Live) -> Result<(), Over> {
        let waiting = live.place.mailbox.take();
        match waiting.leave {
            Some(Leave::Ended(end)) => return Err(Over(self.end(end).await)),
            Some(Leave::Shutdown) => return Err(Over(Some(away("the portal is being stopped")))),
            None => {}
        }
        for topic in waiting.topics {
            let topic = topic.into();
            self.send(&ServerMessage::Changed { topic }).await?;
        }
        Ok(())
    }

    /// Says that the session is over.
    async fn end(&mut self, end: SessionEnd) -> Option<CloseReason> {
        let message = end.sentence().to_owned();
        // A client that cannot be told any more is closed all the same.
        let _ = self.send(&ServerMessage::SessionInvalid { message }).await;
        Some(CloseReason { code: CloseCode::Other(SESSION_ENDED), description: Some(end.sentence().to_owned()) })
    }

    async fn send(&mut self, message: &ServerMessage) -> Result<(), Over> {
        let text = serde_json::to_string(message).map_err(|_| Over(None))?;
        match timeout(SENDING, self.session.text(text)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Over(None)),
        }
    }
}

/// Whether the text is this word, bare or as the type of a JSON object.
fn is(text: &str, word: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Typed<'a> {
        #[serde(rename = "type", borrow)]
        kind: std::borrow::Cow<'a, str>,
    }
    text.trim() == word || serde_json::from_str::<Typed<'_>>(text).is_ok_and(|it| it.kind == word)
}

fn close(code: CloseCode) -> Over {
    Over(Some(code.into()))
}

fn away(why: &str) -> CloseReason {
    CloseReason { code: CloseCode::Away, description: Some(why.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_bare_or_typed() {
        for text in ["PING", " PING\n", r#"{"type":"PING"}"#, r#"{"at":1,"type":"PING"}"#] {
            assert!(is(text, "PING"), "{text}");
        }
        for text in ["PONG", "ping", "{}", "[]", r#"{"type":1}"#, r#"{"type":"HEARTBEAT"}"#] {
            assert!(!is(text, "PING"), "{text}");
        }
    }
}
