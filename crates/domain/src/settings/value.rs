//! What a setting may be.

use crate::text::{self, TextError};
use chrono::{NaiveTime, Timelike};
use iso_currency::{Currency, IntoEnumIterator};
use std::fmt;
use std::sync::LazyLock;

/// What a setting may be.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Integer {
        min: u32,
        max: u32,
    },
    /// One line of text.
    Text {
        /// The most code points.
        max: usize,
    },
    /// A time of day, in quarter hours.
    Time,
    Boolean,
    Choice(fn() -> &'static [&'static str]),
}

/// What a setting is. As text it is what the store keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Integer(u32),
    /// One line of text, or one of the codes.
    Text(String),
    Time(NaiveTime),
    Boolean(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::Time(time) => time.format("%H:%M").fmt(f),
            Self::Boolean(is_so) => is_so.fmt(f),
        }
    }
}

/// A value as somebody typed it, before it is known to fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    Number(u32),
    Text(String),
    Boolean(bool),
    /// Anything else, or nothing.
    Other,
}

/// Why a value does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueError {
    /// It is no whole number between these.
    NoInteger(u32, u32),
    /// It is no time in quarter hours.
    NoTime,
    NoBoolean,
    NoChoice,
    Text(TextError),
}

impl ValueError {
    /// The sentence for a person, about a setting that is called `label` (settings.md 7).
    pub fn sentence(self, label: &str) -> String {
        match self {
            Self::NoInteger(min, max) => format!("{label} must be a whole number from {min} to {max}"),
            Self::NoTime => format!("{label} must be a time in quarter hours, such as 17:30"),
            Self::NoBoolean => format!("{label} must be true or false"),
            Self::NoChoice => format!("{label} must be one of the codes offered"),
            Self::Text(why) => why.sentence(label),
        }
    }
}

impl Kind {
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integer { .. } => "integer",
            Self::Text { .. } => "text",
            Self::Time => "time",
            Self::Boolean => "boolean",
            Self::Choice(_) => "choice",
        }
    }

    /// Takes what was typed, where it fits.
    pub fn take(self, typed: &Typed) -> Result<Value, ValueError> {
        match (self, typed) {
            (Self::Integer { min, max }, Typed::Number(number)) if (min..=max).contains(number) => {
                Ok(Value::Integer(*number))
            }
            (Self::Integer { min, max }, _) => Err(ValueError::NoInteger(min, max)),
            (Self::Text { max }, Typed::Text(text)) => text::line(text, max).map(Value::Text).map_err(ValueError::Text),
            (Self::Text { .. }, Typed::Other) => Err(ValueError::Text(TextError::Blank)),
            (Self::Text { .. }, _) => Err(ValueError::Text(TextError::NotAllowed)),
            (Self::Time, Typed::Text(text)) => quarter_hour(text).map(Value::Time).ok_or(ValueError::NoTime),
            (Self::Time, _) => Err(ValueError::NoTime),
            (Self::Boolean, Typed::Boolean(is_so)) => Ok(Value::Boolean(*is_so)),
            (Self::Boolean, _) => Err(ValueError::NoBoolean),
            (Self::Choice(codes), Typed::Text(text)) if codes().contains(&text.as_str()) => {
                Ok(Value::Text(text.clone()))
            }
            (Self::Choice(_), _) => Err(ValueError::NoChoice),
        }
    }

    /// Reads a value as it is written, where it is one.
    pub fn read(self, written: &str) -> Option<Value> {
        let typed = match self {
            Self::Integer { .. } => Typed::Number(written.parse().ok()?),
            Self::Boolean => Typed::Boolean(written.parse().ok()?),
            Self::Text { .. } | Self::Time | Self::Choice(_) => Typed::Text(written.to_owned()),
        };
        self.take(&typed).ok()
    }
}

/// A time written exactly as `HH:MM`, in quarter hours.
fn quarter_hour(text: &str) -> Option<NaiveTime> {
    let time = NaiveTime::parse_from_str(text, "%H:%M").ok().filter(|time| time.minute() % 15 == 0)?;
    // One time has one spelling.
    (time.format("%H:%M").to_string() == text).then_some(time)
}

/// The codes of ISO 4217 that are in use and have two decimals, sorted.
pub(super) fn currencies() -> &'static [&'static str] {
    static CODES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let in_use =
            Currency::iter().filter(|currency| currency.exponent() == Some(2) && currency.is_superseded().is_none());
        let mut codes: Vec<_> = in_use.map(|currency| currency.code()).collect();
        codes.sort_unstable();
        codes
    });
    &CODES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(typed: &str) -> Typed {
        Typed::Text(typed.to_owned())
    }

    #[test]
    fn a_setting_takes_what_fits_and_says_what_would() {
        let (number, line) = (Kind::Integer { min: 6, max: 64 }, Kind::Text { max: 5 });
        let time = |hour, minute| Value::Time(NaiveTime::from_hms_opt(hour, minute, 0).unwrap());
        for (kind, typed, value) in [
            (number, Typed::Number(6), Value::Integer(6)),
            (number, Typed::Number(64), Value::Integer(64)),
            (Kind::Time, text("00:00"), time(0, 0)),
            (Kind::Time, text("08:30"), time(8, 30)),
            (Kind::Time, text("23:45"), time(23, 45)),
            (Kind::Boolean, Typed::Boolean(true), Value::Boolean(true)),
            (line, text(" Acme "), Value::Text("Acme".into())),
            (Kind::Choice(currencies), text("CHF"), Value::Text("CHF".into())),
            (Kind::Choice(currencies), text("USD"), Value::Text("USD".into())),
        ] {
            assert_eq!(kind.take(&typed), Ok(value), "{typed:?}");
        }
        let texts = |all: &[&str]| all.iter().copied().map(text).collect::<Vec<_>>();
        let no_times = ["08:20", "8:30", "24:00", "23:59", "08:30:00", " 08:30", "0830", "", "+8:30", "midnight"];
        for (kind, wrong, sentence) in [
            (number, vec![Typed::Number(5), Typed::Number(65), text("7")], "It must be a whole number from 6 to 64"),
            (number, vec![Typed::Other], "It must be a whole number from 6 to 64"),
            (Kind::Time, texts(&no_times), "It must be a time in quarter hours, such as 17:30"),
            (
                Kind::Time,
                vec![Typed::Number(830), Typed::Boolean(true), Typed::Other],
                "It must be a time in quarter hours, such as 17:30",
            ),
            (Kind::Boolean, vec![text("true"), Typed::Number(1), Typed::Other], "It must be true or false"),
            (line, vec![text(" "), Typed::Other], "It is required"),
            (line, vec![text("Northwind")], "It must be at most 5 characters"),
            (line, vec![text("a\nb"), Typed::Number(5)], "It contains characters that are not allowed"),
            (
                Kind::Choice(currencies),
                [texts(&["JPY", "KWD", "DEM", "eur", ""]), vec![Typed::Other]].concat(),
                "It must be one of the codes offered",
            ),
        ] {
            for typed in wrong {
                assert_eq!(kind.take(&typed).map_err(|why| why.sentence("It")), Err(sentence.to_owned()), "{typed:?}");
            }
        }
        assert!(currencies().is_sorted() && currencies().len() > 120);
    }

    #[test]
    fn a_value_is_read_as_it_is_written() {
        for (kind, name, value) in [
            (Kind::Integer { min: 1, max: 31 }, "integer", Value::Integer(31)),
            (Kind::Text { max: 100 }, "text", Value::Text("Łódź & Söhne".into())),
            (Kind::Time, "time", Value::Time(NaiveTime::from_hms_opt(8, 30, 0).unwrap())),
            (Kind::Boolean, "boolean", Value::Boolean(false)),
            (Kind::Choice(currencies), "choice", Value::Text("EUR".into())),
        ] {
            assert_eq!(kind.read(&value.to_string()), Some(value));
            assert_eq!((kind.name(), kind.read("")), (name, None));
        }
    }
}
