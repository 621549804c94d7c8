//! Why a command stopped, as one sentence for the person who ran it.

use std::fmt;
use std::io;

/// A sentence that says what went wrong and, where there is one, what to do about it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// For an operation of the system that failed: what was tried, and the system's own word.
    pub(crate) fn io(tried: impl fmt::Display, error: &io::Error) -> Self {
        Self(format!("{tried}: {error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
