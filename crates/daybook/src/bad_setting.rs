//! The message for an invalid setting.

/// An invalid setting, with the message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BadSetting {
    variable: String,
    sentence: String,
}

impl std::fmt::Display for BadSetting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.variable, self.sentence)
    }
}

impl std::error::Error for BadSetting {}

/// The setting of `variable` makes no sense, for the reason in `sentence`.
pub(crate) fn bad(variable: &str, sentence: impl Into<String>) -> BadSetting {
    BadSetting { variable: variable.to_owned(), sentence: sentence.into() }
}
