//! The letters about unlocked dates and the requests for them.

use crate::facts::Facts;
use crate::mail::{About, kept_letter};
use chrono::NaiveDate;
use domain::person::{FullName, Role};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayUnlockedLetter {
    pub date: NaiveDate,
    /// Why; `None` where the reader had asked for it and knows.
    pub reason: Option<String>,
}

kept_letter!(DayUnlockedLetter: "day-unlocked" { date: "date", reason: "reason" });

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

kept_letter!(RequestDeclinedLetter: "unlock-declined" { date: "date", comment: "comment" });

/// Nobody decided on requests of the reader in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestExpiredLetter {
    /// The dates; at least one.
    pub dates: Vec<NaiveDate>,
}

kept_letter!(RequestExpiredLetter: "unlock-expired" { dates: "dates" });
