//! The letter about a sign-in by break-glass, to all administrators.

use crate::events::Request;
use crate::mail::kept_letter;
use crate::ports::Credentials;
use domain::Instant;
use domain::person::FullName;

/// Somebody has signed in to a break-glass account with its password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BreakGlassUsedLetter {
    pub owner: FullName,
    pub email: String,
    pub at: Instant,
    /// The IP address from which it was used.
    pub address: String,
}

impl BreakGlassUsedLetter {
    pub(super) fn about(account: &Credentials, request: Request, at: Instant) -> Self {
        let (owner, email) = (account.person.name.clone(), account.email.clone());
        Self { owner, email, at, address: request.address.to_string() }
    }
}

kept_letter!(BreakGlassUsedLetter: "break-glass-used" {
    owner: ["firstName", "lastName"], email: "email", at: "at", address: "address",
});
