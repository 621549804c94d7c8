//! The letter about a resubmitted day.

use crate::facts::Facts;
use crate::mail::About;
use chrono::NaiveDate;

/// A rejected day came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayResubmittedLetter {
    /// The name of the person who has resubmitted it.
    pub employee: String,
    pub date: NaiveDate,
}

impl About for DayResubmittedLetter {
    const KIND: &'static str = "day-resubmitted";

    fn facts(&self) -> Facts {
        Facts::default().with("employee", self.employee.as_str()).with("date", self.date)
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self { employee: facts.text("employee")?, date: facts.date("date")? })
    }
}
