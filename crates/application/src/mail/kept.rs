//! How what a letter is about is kept: each of its fields as one fact.

use crate::facts::{Confidential, Fact, Facts};
use crate::leave::TeamLeaveNews;
use crate::second_factors::SecondFactorNews;
use chrono::NaiveDate;
use domain::Instant;
use domain::notice::leave::LeaveNews;
use domain::notice::month_reminder::Waiting;
use domain::person::{FullName, Role};
use domain::time::Month;

/// A value that stands in the facts of a letter: under one name, or, where it consists of several facts, under a list of names.
pub(crate) trait Kept<N = &'static str>: Sized {
    /// These facts, and it under this name.
    fn keep(&self, facts: Facts, name: N) -> Facts;

    /// Reads it back; `None` where it is missing.
    fn read(facts: &Facts, name: N) -> Option<Self>;
}

macro_rules! kept {
    ($($value:ty: $read:ident;)+) => {$(
        impl Kept for $value {
            fn keep(&self, facts: Facts, name: &'static str) -> Facts {
                facts.with(name, Fact::from(Clone::clone(self)))
            }

            fn read(facts: &Facts, name: &'static str) -> Option<Self> {
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

            fn read(facts: &Facts, name: &'static str) -> Option<Self> {
                let $read = &facts.text(name)?;
                $value_of
            }
        }
    )+};
    ($($value:ty as $parts:literal: $read:ident = |$kept:ident| $facts:expr, |[$($part:ident),+]| $value_of:expr;)+) => {$(
        impl Kept<[&'static str; $parts]> for $value {
            fn keep(&self, facts: Facts, names: [&'static str; $parts]) -> Facts {
                let $kept = self;
                names.into_iter().zip($facts).fold(facts, |facts, (name, fact)| facts.with(name, fact))
            }

            fn read(facts: &Facts, names: [&'static str; $parts]) -> Option<Self> {
                let [$($part),+] = names.map(|name| facts.$read(name));
                $(let $part = $part?;)+
                Some($value_of)
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
    TeamLeaveNews = |news| news.name(), |text| Self::named(text);
    SecondFactorNews = |news| news.name(), |text| Self::named(text);
}

kept! {
    FullName as 2: text = |name| [name.first.as_str(), name.last.as_str()], |[first, last]| Self { first, last };
    (String, String) as 2: text = |two| [two.0.as_str(), two.1.as_str()], |[one, other]| (one, other);
    Waiting as 3: count = |waiting| [waiting.entries, waiting.leave_requests, waiting.people],
        |[entries, leave_requests, people]| Self { entries, leave_requests, people };
}

impl<N, K: Kept<N>> Kept<N> for Option<K> {
    fn keep(&self, facts: Facts, name: N) -> Facts {
        match self {
            Some(value) => value.keep(facts, name),
            None => facts,
        }
    }

    fn read(facts: &Facts, name: N) -> Option<Self> {
        Some(K::read(facts, name))
    }
}

/// Declares the name under which each field of a letter is kept. `or` gives the value in letters that were kept before the field
/// existed. `until` names the field with the instant from which the letter is useless.
macro_rules! kept_letter {
    ($letter:ident: $kind:literal { $($field:ident: $name:tt $(or $before:expr)?),* $(,)? } $(until $end:ident)?) => {
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
                Some(Self { $($field: $crate::mail::Kept::read(facts, $name)$(.or_else(|| Some($before)))??),* })
            }

            $(fn useless_from(&self) -> Option<domain::Instant> {
                Some(self.$end)
            })?
        }
    };
}
pub(crate) use kept_letter;
