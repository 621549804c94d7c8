//! What is recorded of passwords: that they were set, and nothing of them.

use crate::events::Record;
use domain::id::UserId;

/// Somebody asked for a link to set a new password. Nothing tells whether the address is known.
#[derive(Debug, Clone, Copy)]
pub struct ResetAsked;

impl From<ResetAsked> for Record {
    fn from(_: ResetAsked) -> Self {
        Self::of("reset-asked")
    }
}

/// A link to set a new password was made.
#[derive(Debug, Clone, Copy)]
pub struct ResetLinkMade {
    pub user: UserId,
}

impl From<ResetLinkMade> for Record {
    fn from(event: ResetLinkMade) -> Self {
        Self::of("reset-link-made").about([event.user])
    }
}

/// A password was set with such a link.
#[derive(Debug, Clone, Copy)]
pub struct PasswordReset {
    pub user: UserId,
}

impl From<PasswordReset> for Record {
    fn from(event: PasswordReset) -> Self {
        Self::of("password-reset").about([event.user])
    }
}

/// Somebody changed their own password.
#[derive(Debug, Clone, Copy)]
pub struct PasswordChanged {
    pub user: UserId,
}

impl From<PasswordChanged> for Record {
    fn from(event: PasswordChanged) -> Self {
        Self::of("password-changed").about([event.user])
    }
}
