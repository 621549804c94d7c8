//! The letter with a reset link.

use crate::facts::Confidential;
use crate::mail::kept_letter;
use domain::Instant;

/// Brings a link for a new password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasswordResetLetter {
    pub token: Confidential,
    pub expires_at: Instant,
}

kept_letter!(PasswordResetLetter: "password-reset" { token: "token", expires_at: "expiresAt" } until expires_at);
