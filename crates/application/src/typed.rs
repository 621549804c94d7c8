//! Words that people type: a reason, a comment.

use crate::Invalid;
use domain::text::{self, TextError};
use domain::timesheet::REASON_MAX;

/// A comment that has to be there; `blank` is the sentence where it is not.
pub(crate) fn comment(typed: &str, label: &str, blank: &str) -> Result<String, Invalid> {
    text::prose(typed, REASON_MAX).map_err(|why| {
        let sentence = if why == TextError::Blank { blank.to_owned() } else { why.sentence(label) };
        Invalid::field("comment", sentence)
    })
}

/// The reason of a rejection.
pub(crate) fn rejection_reason(typed: &str) -> Result<String, Invalid> {
    comment(typed, "The rejection reason", "A rejection reason is required")
}
