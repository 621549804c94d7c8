//! What passes over `/ws/session`.

use serde::Serialize;
use utoipa::ToSchema;

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

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Topic {
    Timesheets,
    Notifications,
    Holidays,
    Users,
    Settings,
    Leave,
    Months,
}

impl From<application::events::Topic> for Topic {
    fn from(topic: application::events::Topic) -> Self {
        use application::events::Topic as Inner;
        match topic {
            Inner::Timesheets => Self::Timesheets,
            Inner::Notifications => Self::Notifications,
            Inner::Holidays => Self::Holidays,
            Inner::Users => Self::Users,
            Inner::Settings => Self::Settings,
            Inner::Leave => Self::Leave,
            Inner::Months => Self::Months,
        }
    }
}
