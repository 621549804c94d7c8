//! Why the store failed, in words for the log.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// Why the store failed: the adapter's words, and the error that it met, where there was one. It is for the log alone, and
/// written there whole.
///
/// Two causes are equal where the words are: an error of a database cannot be compared.
#[derive(Debug, Clone)]
pub struct Cause {
    words: Cow<'static, str>,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl Cause {
    /// The words, and the error behind them. That names the constraint, the table or the column, where the database knows it.
    pub fn of(words: impl Into<Cow<'static, str>>, source: impl Error + Send + Sync + 'static) -> Self {
        Self { words: words.into(), source: Some(Arc::new(source)) }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.words)?;
        match &self.source {
            Some(source) => write!(out, ": {source}"),
            None => Ok(()),
        }
    }
}

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl Eq for Cause {}

impl<T: Into<Cow<'static, str>>> From<T> for Cause {
    fn from(words: T) -> Self {
        Self { words: words.into(), source: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::StoreError;

    #[test]
    fn the_log_is_told_the_words_and_what_is_behind_them() {
        let source = std::io::Error::other("null value in column \"role\" of relation \"users\"");
        let cause = Cause::of("a row does not fit", source);
        assert_eq!(
            StoreError::Backend(cause.clone()).to_string(),
            "the database failed: a row does not fit: null value in column \"role\" of relation \"users\""
        );
        assert_eq!(cause, Cause::from("a row does not fit"));
        assert_ne!(cause, Cause::from("another reason"));
    }
}
