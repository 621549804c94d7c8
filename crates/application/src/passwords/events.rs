//! What is recorded of passwords: that they were set, and nothing of them.

use crate::events::Record;
use domain::id::UserId;

/// Somebody asked for a link to set a new password. Nothing tells whether the address is known.
pub fn reset_asked() -> Record {
    Record::of("reset-asked")
}

/// A link to set a new password was made.
pub fn reset_link_made(user: UserId) -> Record {
    Record::of("reset-link-made").about([user])
}

/// A password was set with such a link.
pub fn password_reset(user: UserId) -> Record {
    Record::of("password-reset").about([user])
}

/// Somebody changed their own password.
pub fn password_changed(user: UserId) -> Record {
    Record::of("password-changed").about([user])
}
