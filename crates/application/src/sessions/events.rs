//! What is recorded of signing in and out.

use crate::events::Record;
use domain::id::{SessionId, UserId};

/// Somebody signed in. `by`: with a password or by which provider, where there are providers.
pub fn signed_in(user: UserId, session: SessionId, by: Option<&str>) -> Record {
    Record::of("signed-in").about([user]).detail("session", session).optional("by", by)
}

/// Somebody signed out. `by`: at which provider, where it was there.
pub fn signed_out(user: UserId, session: SessionId, by: Option<&str>) -> Record {
    Record::of("signed-out").about([user]).detail("session", session).optional("by", by)
}

domain::names! {
    /// Why a sign-in failed (oversight.md 1.2).
    pub enum Outcome {
        /// The password is not that of the account.
        WrongPassword = "wrong-password",
        /// The password was right, and the code of the second step is not.
        WrongCode = "wrong-code",
        /// There is no account with this address.
        UnknownAddress = "unknown-address",
        /// A provider vouched for the address, and there is no account with it.
        NoAccount = "no-account",
        /// The provider did not vouch for the address, or gave none.
        UnverifiedEmail = "unverified-email",
        /// The account with the address is linked to another account at a provider.
        LinkedElsewhere = "linked-elsewhere",
        /// The provider was away, or what it sent did not count.
        ProviderError = "provider-error",
        /// The password was right, and the account is blocked.
        Blocked = "blocked",
        /// The password was right, and the account is inactive.
        Inactive = "inactive",
        /// The password was right, and opens only break-glass accounts, of which this is none.
        PasswordsOff = "passwords-off",
    }
}

/// Somebody tried to sign in and was refused. What was typed is not told. `user`: whose account it is, where the address is known.
pub fn sign_in_failed(user: Option<UserId>, outcome: Outcome) -> Record {
    Record::of("sign-in-failed").about(user).detail("outcome", outcome.name())
}

/// Somebody signed in to a break-glass account with its password.
pub fn break_glass_used(user: UserId, session: SessionId) -> Record {
    Record::of("break-glass-used").about([user]).detail("session", session)
}

/// The generated password was replaced at the first sign-in.
pub fn first_password_set(user: UserId) -> Record {
    Record::of("first-password-set").about([user])
}
