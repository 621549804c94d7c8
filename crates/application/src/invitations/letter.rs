//! The letter with an invitation.

use crate::facts::Confidential;
use crate::mail::kept_letter;
use domain::Instant;

/// Brings a link for the first password of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationLetter {
    /// What its reader signs in with.
    pub email: String,
    pub token: Confidential,
    pub expires_at: Instant,
    /// What people call the providers with which its reader can sign in as well.
    pub providers: Vec<String>,
}

kept_letter!(InvitationLetter: "invitation" {
    email: "email", token: "token", expires_at: "expiresAt", providers: "providers",
} until expires_at);
