//! The letter about frozen days.

use crate::facts::Facts;
use crate::mail::About;
use chrono::NaiveDate;

/// Days were frozen, because nothing was recorded on them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DaysFrozenLetter {
    /// The days, oldest first.
    pub dates: Vec<NaiveDate>,
}

impl About for DaysFrozenLetter {
    const KIND: &'static str = "days-frozen";

    fn facts(&self) -> Facts {
        Facts::default().with("dates", self.dates.clone())
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self { dates: facts.dates("dates")? })
    }
}
