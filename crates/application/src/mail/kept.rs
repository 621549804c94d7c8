//! How what a letter is about is kept: each of its fields as one fact.

use crate::facts::{Confidential, Fact, Facts};
use chrono::NaiveDate;
use domain::Instant;
use domain::notice::leave::LeaveNews;
use domain::person::Role;
use domain::time::Month;

/// A value that is one fact of a letter.
pub(crate) trait Kept: Sized {
    /// These facts, and it under this name.
    fn keep(&self, facts: Facts, name: &'static str) -> Facts;

    /// Reads it back; `None` where it is missing.
    fn read(facts: &Facts, name: &str) -> Option<Self>;
}

macro_rules! kept {
    ($($value:ty: $read:ident;)+) => {$(
        impl Kept for $value {
            fn keep(&self, facts: Facts, name: &'static str) -> Facts {
                facts.with(name, Fact::from(Clone::clone(self)))
            }

            fn read(facts: &Facts, name: &str) -> Option<Self> {
                facts.$read(name)
            }
        }
    )+};
    ($($value:ty = |$kept:ident| $text:expr, |$read:ident| $value_of:expr;)+) => {$(
        impl Kept for $value {
            fn keep(&self, facts: Facts, name: &'static str) -> Facts {
                let $kept = self;
                facts.with(name, $text)
            }

            fn read(facts: &Facts, name: &str) -> Option<Self> {
                let $read = &facts.text(name)?;
                $value_of
            }
        }
    )+};
}

kept! {
    String: text;
    Vec<String>: texts;
    u32: count;
    Confidential: secret;
    NaiveDate: date;
    Vec<NaiveDate>: dates;
    Instant: instant;
}

kept! {
    i64 = |number| number.to_string(), |text| text.parse().ok();
    Role = |role| *role, |text| text.parse().ok();
    Month = |month| month.to_string(), |text| Month::parse(text);
    LeaveNews = |news| news.name(), |text| Self::named(text);
}

impl<K: Kept> Kept for Option<K> {
    fn keep(&self, facts: Facts, name: &'static str) -> Facts {
        match self {
            Some(value) => value.keep(facts, name),
            None => facts,
        }
    }

    fn read(facts: &Facts, name: &str) -> Option<Self> {
        Some(K::read(facts, name))
    }
}

/// Says under which name each field of a letter is kept, and after which of them it is of no use to anybody.
macro_rules! kept_letter {
    ($letter:ident: $kind:literal { $($field:ident: $name:literal),* $(,)? } $(until $end:ident)?) => {
        impl $crate::mail::About for $letter {
            const KIND: &'static str = $kind;

            fn facts(&self) -> $crate::facts::Facts {
                let facts = $crate::facts::Facts::default();
                $(let facts = $crate::mail::Kept::keep(&self.$field, facts, $name);)*
                facts
            }

            fn read(facts: &$crate::facts::Facts) -> Option<Self> {
                // A letter without a field reads no fact.
                let _ = facts;
                Some(Self { $($field: $crate::mail::Kept::read(facts, $name)?),* })
            }

            $(fn useless_from(&self) -> Option<domain::Instant> {
                Some(self.$end)
            })?
        }
    };
}
pub(crate) use kept_letter;
