//! A field that does not fit, and what is wrong with it.

use serde::de::{Error, Expected, Unexpected};
use std::fmt;

/// A field that does not fit, and what is wrong with it.
#[derive(Debug)]
pub(super) struct Misfit {
    /// Its path from the body, such as `pattern.workingDays`.
    pub(super) field: String,
    /// Where the field stands among those of its type.
    pub(super) place: usize,
    pub(super) what: String,
}

impl Misfit {
    pub(super) fn of(field: &str, what: impl Into<String>) -> Self {
        Self { field: field.to_owned(), place: 0, what: what.into() }
    }

    /// A value that does not fit, of a field that the caller names.
    pub(super) fn wanting(expected: &dyn Expected) -> Self {
        let expected = expected.to_string();
        let words = match expected.as_str() {
            "a string" => "text",
            "f64" => "a number",
            "a boolean" => "true or false",
            "u32" => "a whole number, not negative",
            "a nonzero u32" => "a whole number from 1 on",
            other => other,
        };
        Self::of("", format!("must be {words}"))
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.field, self.what)
    }
}

impl std::error::Error for Misfit {}

impl Error for Misfit {
    /// In the words of a parser, which are not for people. The types of [`super::wire`] say what they take instead.
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::of("", "does not fit")
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::wanting(expected)
    }

    /// A list in the place of an object.
    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::wanting(expected)
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::wanting(expected)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::of(field, "is required")
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::of(field, "is given twice")
    }
}
