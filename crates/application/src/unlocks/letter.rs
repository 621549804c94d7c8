//! The letter about an unlocked date.

use crate::facts::Facts;
use crate::mail::About;
use chrono::NaiveDate;

/// A date was unlocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayUnlockedLetter {
    /// The date.
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
