//! The letters about changes of an account, to its owner.

use crate::facts::Confidential;
use crate::mail::kept_letter;

/// Tells somebody that their account was blocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockedLetter;

kept_letter!(BlockedLetter: "blocked" {});

/// Tells somebody that their account was unblocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnblockedLetter {
    /// What people call the providers by which they sign in. Where there is one, the person may have no password.
    pub providers: Vec<String>,
}

kept_letter!(UnblockedLetter: "unblocked" { providers: "providers" or Vec::new() });

/// Somebody else reset the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemporaryPasswordLetter {
    /// The temporary password; `None` if the person gets it in another way.
    pub password: Option<Confidential>,
}

kept_letter!(TemporaryPasswordLetter: "temporary-password" { password: "password" });

/// The account has another e-mail address. Sent to both addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressChangedLetter {
    pub before: String,
    pub after: String,
}

kept_letter!(AddressChangedLetter: "address-changed" { before: "before", after: "after" });
