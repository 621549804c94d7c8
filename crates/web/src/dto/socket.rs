//! What passes over `/ws/session`.

use serde::Serialize;
use utoipa::ToSchema;

use super::names::wire_names;

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ServerMessage {
    /// The answer to a `PING`.
    Pong,
    /// The session has ended; the socket closes with 4401 after it.
    SessionInvalid {
        /// The sentence to show.
        message: String,
    },
    /// Data that the signed-in user may see has changed: refetch the topic.
    Changed { topic: Topic },
}

/// What the client sends, as a JSON object or bare: `HEARTBEAT` or `PING`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ClientMessage {
    Heartbeat,
    Ping,
}

wire_names! {
    /// What has changed.
    pub struct Topic(application::events::Topic);
}
