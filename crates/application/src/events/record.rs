//! The one form that every event takes before it is stored, and in which it is read back.

use crate::facts::{Fact, Facts};
use domain::id::UserId;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The name of an event kind or of a field: one of ours when it is written, any when it is read back.
pub type Name = Cow<'static, str>;

/// A field before and after a change.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Both values are told.
    Told {
        /// The field's name on the wire.
        field: Name,
        /// What it was; `None` where it had no value.
        before: Option<Fact>,
        /// What it is; `None` where it has no value any more.
        after: Option<Fact>,
    },
    /// Only that it changed, because its values are nobody else's business (oversight.md 1.1).
    Masked {
        /// The field's name on the wire.
        field: Name,
    },
}

/// What happened, described by the area in which it did.
#[must_use]
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The event kind: its name in the store, which never changes.
    pub kind: Name,
    pub subjects: BTreeSet<UserId>,
    /// What else there is to know. None of them is called `changes`.
    pub details: Facts,
    pub changes: Vec<Change>,
}

impl Record {
    /// An event of this kind, with nothing else told yet.
    pub fn of(kind: &'static str) -> Self {
        Self { kind: Name::Borrowed(kind), subjects: BTreeSet::new(), details: Facts::default(), changes: Vec::new() }
    }

    /// Whom it is about.
    pub fn about(mut self, subjects: impl IntoIterator<Item = UserId>) -> Self {
        self.subjects.extend(subjects);
        self
    }

    /// A detail.
    pub fn detail(mut self, name: &'static str, fact: impl Into<Fact>) -> Self {
        self.details = self.details.with(name, fact);
        self
    }

    /// An optional detail.
    pub fn optional(self, name: &'static str, fact: Option<impl Into<Fact>>) -> Self {
        match fact {
            Some(fact) => self.detail(name, fact),
            None => self,
        }
    }

    /// A field with its values before and after. One that stayed as it was is left out.
    pub fn change<F: Into<Fact>>(mut self, field: &'static str, before: Option<F>, after: Option<F>) -> Self {
        let (before, after) = (before.map(Into::into), after.map(Into::into));
        if before != after {
            self.changes.push(Change::Told { field: Name::Borrowed(field), before, after });
        }
        self
    }

    /// A field that is only told to have changed, without its values.
    pub fn masked<T: PartialEq>(mut self, field: &'static str, before: &T, after: &T) -> Self {
        if before != after {
            self.changes.push(Change::Masked { field: Name::Borrowed(field) });
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::user;

    #[test]
    fn a_field_that_stayed_as_it_was_is_left_out() {
        let record = Record::of("tested")
            .change("name", Some("May Day"), Some("May Day"))
            .change("department", Some("Works"), None)
            .masked("phoneNumber", &Some(1), &Some(1))
            .masked("salary", &None, &Some(1));
        let department =
            Change::Told { field: "department".into(), before: Some(Fact::Text("Works".into())), after: None };
        assert_eq!(record.changes, [department, Change::Masked { field: "salary".into() }]);
    }

    #[test]
    fn somebody_it_is_about_twice_is_named_once() {
        let record = Record::of("tested").about([user(2), user(1)]).about([user(2)]);
        assert_eq!(record.subjects, BTreeSet::from([user(1), user(2)]));
    }
}
