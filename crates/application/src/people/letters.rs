//! The letters about changes of an account, to its owner.

use crate::facts::Facts;
use crate::mail::About;

/// The account was blocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockedLetter;

impl About for BlockedLetter {
    const KIND: &'static str = "blocked";

    fn facts(&self) -> Facts {
        Facts::default()
    }

    fn read(_: &Facts) -> Option<Self> {
        Some(Self)
    }
}

/// The account was unblocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnblockedLetter;

impl About for UnblockedLetter {
    const KIND: &'static str = "unblocked";

    fn facts(&self) -> Facts {
        Facts::default()
    }

    fn read(_: &Facts) -> Option<Self> {
        Some(Self)
    }
}

/// The account has another e-mail address. Sent to both addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressChangedLetter {
    pub before: String,
    pub after: String,
}

impl About for AddressChangedLetter {
    const KIND: &'static str = "address-changed";

    fn facts(&self) -> Facts {
        Facts::default().with("before", self.before.as_str()).with("after", self.after.as_str())
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self { before: facts.text("before")?, after: facts.text("after")? })
    }
}
