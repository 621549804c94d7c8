//! What is recorded of signing in and out.

use crate::events::Record;
use domain::id::{SessionId, UserId};

/// Somebody signed in.
#[derive(Debug, Clone, Copy)]
pub struct SignedIn {
    pub user: UserId,
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
    pub user: UserId,
    pub session: SessionId,
}

impl From<SignedOut> for Record {
    fn from(event: SignedOut) -> Self {
        Self::of("signed-out").about([event.user]).detail("session", event.session)
    }
}

domain::names! {
    /// Why a sign-in failed (oversight.md 1.2).
    pub enum Outcome {
        /// The password is not that of the account.
        WrongPassword = "wrong-password",
        /// There is no account with this address.
        UnknownAddress = "unknown-address",
        /// The password was right, and the account is blocked.
        Blocked = "blocked",
        /// The password was right, and the account is inactive.
        Inactive = "inactive",
    }
}

/// Somebody tried to sign in and was refused. What was typed is not told.
#[derive(Debug, Clone, Copy)]
pub struct SignInFailed {
    /// Whose account it is, where the address is known.
    pub user: Option<UserId>,
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
    pub user: UserId,
}

impl From<FirstPasswordSet> for Record {
    fn from(event: FirstPasswordSet) -> Self {
        Self::of("first-password-set").about([event.user])
    }
}
