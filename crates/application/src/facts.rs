//! Named values: what something is about, in a form that can be kept and read back without knowing what it is.

use chrono::NaiveDate;
use domain::Instant;
use domain::id::{HolidayId, LeaveRequestId, LeaveTypeId, SessionId, UnlockId, UserId};
use domain::leave::LeaveDays;
use domain::person::Role;
use domain::timesheet::{Hours, Status};
use std::borrow::Cow;
use std::collections::BTreeMap;
use uuid::Uuid;

/// A text that opens an account: a generated password, the token of a link. Never shown in `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Confidential(pub String);

impl std::fmt::Debug for Confidential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Confidential(…)")
    }
}

/// One value.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// Words, or the name of one of several choices.
    Text(String),
    /// A text that opens an account.
    Secret(Confidential),
    /// A number: of days, of hours, of things.
    Number(f64),
    Bool(bool),
    Date(NaiveDate),
    Instant(Instant),
    /// Somebody or something with an id.
    Id(Uuid),
    List(Vec<Self>),
}

/// How the values of each type become facts.
macro_rules! facts {
    ($($($from:ty),+: $fact:expr;)+) => {$($(
        impl From<$from> for Fact {
            fn from(value: $from) -> Self {
                let fact: fn($from) -> Self = $fact;
                fact(value)
            }
        }
    )+)+};
}
facts! {
    &str: |text| Self::Text(text.to_owned());
    String: Self::Text;
    Confidential: Self::Secret;
    bool: Self::Bool;
    u32: |number| Self::Number(number.into());
    Hours: |hours| Self::Number(hours.as_f64());
    LeaveDays: |days| Self::Number(days.as_f64());
    NaiveDate: Self::Date;
    Instant: Self::Instant;
    Role: |role| role.name().into();
    Status: |status| status.name().into();
    UserId, SessionId, UnlockId, HolidayId, LeaveTypeId, LeaveRequestId: |id| Self::Id(id.uuid());
}

impl<F: Into<Self>> From<Vec<F>> for Fact {
    fn from(facts: Vec<F>) -> Self {
        Self::List(facts.into_iter().map(Into::into).collect())
    }
}

impl Fact {
    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The day; what was read back from a store may still be a text.
    fn date(&self) -> Option<NaiveDate> {
        match self {
            Self::Date(day) => Some(*day),
            other => other.text()?.parse().ok(),
        }
    }
}

/// Values by their names.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts(BTreeMap<Cow<'static, str>, Fact>);

impl Facts {
    /// These and one more.
    #[must_use]
    pub fn with(mut self, name: &'static str, fact: impl Into<Fact>) -> Self {
        self.0.insert(name.into(), fact.into());
        self
    }

    /// The names and values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Fact)> {
        self.0.iter().map(|(name, fact)| (name.as_ref(), fact))
    }

    pub fn text(&self, name: &str) -> Option<String> {
        self.0.get(name)?.text().map(str::to_owned)
    }

    pub fn texts(&self, name: &str) -> Option<Vec<String>> {
        match self.0.get(name)? {
            Fact::List(texts) => texts.iter().map(|text| text.text().map(str::to_owned)).collect(),
            _ => None,
        }
    }

    /// The whole number of this name, if it is not negative.
    pub fn count(&self, name: &str) -> Option<u32> {
        match self.0.get(name)? {
            Fact::Number(number) => number.to_string().parse().ok(),
            _ => None,
        }
    }

    pub fn secret(&self, name: &str) -> Option<Confidential> {
        match self.0.get(name)? {
            Fact::Secret(secret) => Some(secret.clone()),
            other => other.text().map(|text| Confidential(text.to_owned())),
        }
    }

    pub fn date(&self, name: &str) -> Option<NaiveDate> {
        self.0.get(name)?.date()
    }

    pub fn dates(&self, name: &str) -> Option<Vec<NaiveDate>> {
        match self.0.get(name)? {
            Fact::List(days) => days.iter().map(Fact::date).collect(),
            _ => None,
        }
    }

    pub fn instant(&self, name: &str) -> Option<Instant> {
        match self.0.get(name)? {
            Fact::Instant(at) => Some(*at),
            other => other.text()?.parse().ok(),
        }
    }
}

impl FromIterator<(String, Fact)> for Facts {
    fn from_iter<T: IntoIterator<Item = (String, Fact)>>(facts: T) -> Self {
        Self(facts.into_iter().map(|(name, fact)| (name.into(), fact)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_what_it_is_or_from_its_text() {
        let (day, at) = ("2026-06-08", "2026-06-10T09:30:00.123456Z");
        let typed = Facts::default()
            .with("days", vec![day.parse::<NaiveDate>().unwrap()])
            .with("day", day.parse::<NaiveDate>().unwrap())
            .with("at", at.parse::<Instant>().unwrap())
            .with("secret", Confidential("s3cret".to_owned()));
        let stored = Facts::default().with("days", vec![day]).with("day", day).with("at", at).with("secret", "s3cret");
        for facts in [&typed, &stored] {
            assert_eq!(facts.dates("days"), Some(vec![day.parse().unwrap()]));
            assert_eq!(facts.date("day"), day.parse().ok());
            assert_eq!(facts.instant("at"), at.parse().ok());
            assert_eq!(facts.secret("secret"), Some(Confidential("s3cret".to_owned())));
        }
        assert!(!format!("{typed:?}").contains("s3cret"));
    }

    #[test]
    fn what_is_missing_or_of_another_form_is_none() {
        let facts = Facts::default()
            .with("number", Fact::Number(7.0))
            .with("text", "no day")
            .with("half", Fact::Number(0.5))
            .with("list", vec![Fact::Bool(true)]);
        for name in ["none", "number", "list"] {
            assert_eq!(facts.texts(name), None, "{name}");
            assert_eq!((facts.text(name), facts.secret(name), facts.instant(name)), (None, None, None), "{name}");
        }
        assert_eq!(facts.count("number"), Some(7));
        for name in ["none", "half", "text", "list"] {
            assert_eq!(facts.count(name), None, "{name}");
        }
        for name in ["none", "number", "text", "list"] {
            assert_eq!((facts.dates(name), facts.date(name), facts.instant(name)), (None, None, None), "{name}");
        }
    }
}
