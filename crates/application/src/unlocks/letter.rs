//! The letters about unlocked dates and the requests for them.

use crate::facts::Facts;
use crate::mail::About;
use chrono::NaiveDate;
use domain::person::{FullName, Role};

/// A date was unlocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayUnlockedLetter {
    pub date: NaiveDate,
    /// Why; `None` where the reader had asked for it and knows.
    pub reason: Option<String>,
}

impl About for DayUnlockedLetter {
    const KIND: &'static str = "day-unlocked";

    fn facts(&self) -> Facts {
        let facts = Facts::default().with("date", self.date);
        match &self.reason {
            Some(reason) => facts.with("reason", reason.as_str()),
            None => facts,
        }
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self { date: facts.date("date")?, reason: facts.text("reason") })
    }
}

/// Somebody asks to have a date unlocked, and that waits for the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnlockRequestedLetter {
    pub employee: FullName,
    pub date: NaiveDate,
    pub reason: String,
    /// The last day on which it can be decided.
    pub until: NaiveDate,
    /// The reader's role, which says where it is decided.
    pub to: Role,
}

impl About for UnlockRequestedLetter {
    const KIND: &'static str = "unlock-requested";

    fn facts(&self) -> Facts {
        Facts::default()
            .with("firstName", self.employee.first.as_str())
            .with("lastName", self.employee.last.as_str())
            .with("date", self.date)
            .with("reason", self.reason.as_str())
            .with("until", self.until)
            .with("to", self.to)
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self {
            employee: FullName { first: facts.text("firstName")?, last: facts.text("lastName")? },
            date: facts.date("date")?,
            reason: facts.text("reason")?,
            until: facts.date("until")?,
            to: facts.text("to")?.parse().ok()?,
        })
    }
}

/// The reader's request was declined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestDeclinedLetter {
    pub date: NaiveDate,
    pub comment: String,
}

impl About for RequestDeclinedLetter {
    const KIND: &'static str = "unlock-declined";

    fn facts(&self) -> Facts {
        Facts::default().with("date", self.date).with("comment", self.comment.as_str())
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self { date: facts.date("date")?, comment: facts.text("comment")? })
    }
}

/// Nobody decided on requests of the reader in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestExpiredLetter {
    /// The dates; at least one.
    pub dates: Vec<NaiveDate>,
}

impl About for RequestExpiredLetter {
    const KIND: &'static str = "unlock-expired";

    fn facts(&self) -> Facts {
        Facts::default().with("dates", self.dates.clone())
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self { dates: facts.dates("dates")? })
    }
}
