//! Signing in, and what the shell asks for afterwards.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::people::SessionUser;

/// A successful login.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginData {
    pub user: SessionUser,
    /// To be sent as `Authorization: Bearer …` from now on.
    pub token: String,
    /// True while the generated password has to be changed before anything else.
    pub is_first_login: bool,
}

/// What anybody may know of this portal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortalData {
    /// The organisation's name.
    pub organisation: String,
    /// The IANA time zone that decides what day it is.
    #[schema(value_type = String)]
    pub timezone: &'static str,
    /// Whether a visitor may register himself.
    pub self_registration: bool,
}

/// The running session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionData {
    pub user: SessionUser,
    /// The organisation's day. The browser's clock decides nothing.
    pub today: NaiveDate,
    #[schema(value_type = String)]
    pub timezone: &'static str,
    pub expires_at: DateTime<Utc>,
    pub badges: Badges,
}

/// The counts that the sidebar shows.
#[derive(Debug, Serialize, ToSchema)]
pub struct Badges {
    /// An employee's unread notices, a manager's pending resubmissions, and nothing for other roles.
    pub notifications: u64,
}
