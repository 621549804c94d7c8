//! The letter with a reset link.

use crate::facts::{Confidential, Facts};
use crate::mail::About;
use domain::Instant;

/// A link to set a new password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasswordResetLetter {
    pub token: Confidential,
    pub expires_at: Instant,
}

impl About for PasswordResetLetter {
    const KIND: &'static str = "password-reset";

    fn facts(&self) -> Facts {
        Facts::default().with("token", self.token.clone()).with("expiresAt", self.expires_at)
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self { token: facts.secret("token")?, expires_at: facts.instant("expiresAt")? })
    }

    fn useless_from(&self) -> Option<Instant> {
        Some(self.expires_at)
    }
}
