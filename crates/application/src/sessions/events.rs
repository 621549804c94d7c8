//! What is recorded of signing in and out.

use crate::events::Record;
use domain::id::{SessionId, UserId};

/// Somebody signed in.
#[derive(Debug, Clone, Copy)]
pub struct SignedIn {
    /// Who.
    pub user: UserId,
    /// The new session.
    pub session: SessionId,
}

impl From<SignedIn> for Record {
    fn from(event: SignedIn) -> Self {
        Self::of("signed-in").about([event.user]).detail("session", event.session)
    }
}

/// Somebody signed out.
#[derive(Debug, Clone, Copy)]
pub struct SignedOut {
    /// Who.
    pub user: UserId,
    /// The session that ended.
    pub session: SessionId,
}

impl From<SignedOut> for Record {
    fn from(event: SignedOut) -> Self {
        Self::of("signed-out").about([event.user]).detail("session", event.session)
    }
}

/// Why a sign-in failed (oversight.md 1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The password is not that of the account.
    WrongPassword,
    /// There is no account with this address.
    UnknownAddress,
    /// The password was right, and the account is blocked.
    Blocked,
    /// The password was right, and the account is inactive.
    Inactive,
}

impl Outcome {
    /// Its name in the event.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WrongPassword => "wrong-password",
            Self::UnknownAddress => "unknown-address",
            Self::Blocked => "blocked",
            Self::Inactive => "inactive",
        }
    }
}

/// Somebody tried to sign in and was refused. What was typed is not told.
#[derive(Debug, Clone, Copy)]
pub struct SignInFailed {
    /// Whose account it is, where the address is known.
    pub user: Option<UserId>,
    /// Why.
    pub outcome: Outcome,
}

impl From<SignInFailed> for Record {
    fn from(event: SignInFailed) -> Self {
        Self::of("sign-in-failed").about(event.user).detail("outcome", event.outcome.name())
    }
}

/// The generated password was replaced at the first sign-in.
#[derive(Debug, Clone, Copy)]
pub struct FirstPasswordSet {
    /// Whose.
    pub user: UserId,
}

impl From<FirstPasswordSet> for Record {
    fn from(event: FirstPasswordSet) -> Self {
        Self::of("first-password-set").about([event.user])
    }
}
