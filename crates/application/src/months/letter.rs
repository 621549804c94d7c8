//! The letters about months. None of them has an amount.

use crate::facts::Facts;
use crate::mail::{About, kept_letter};
use chrono::NaiveDate;
use domain::notice::month_reminder::Waiting;
use domain::person::Role;
use domain::time::Month;

/// The reader's own month is not complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnMonthLetter {
    pub month: Month,
    /// The rejected days, oldest first.
    pub rejected: Vec<NaiveDate>,
    /// The frozen days, oldest first.
    pub frozen: Vec<NaiveDate>,
}

kept_letter!(OwnMonthLetter: "own-month" { month: "month", rejected: "rejected", frozen: "frozen" });

/// Months of the reader's team wait for decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamMonthLetter {
    pub month: Month,
    pub waiting: Waiting,
    /// The reader's role, which says where it is decided.
    pub to: Role,
}

impl About for TeamMonthLetter {
    const KIND: &'static str = "team-month";

    fn facts(&self) -> Facts {
        Facts::default()
            .with("month", self.month.to_string())
            .with("entries", self.waiting.entries)
            .with("leaveRequests", self.waiting.leave_requests)
            .with("people", self.waiting.people)
            .with("to", self.to)
    }

    fn read(facts: &Facts) -> Option<Self> {
        let waiting = Waiting {
            entries: facts.count("entries")?,
            leave_requests: facts.count("leaveRequests")?,
            people: facts.count("people")?,
        };
        Some(Self { month: month(facts)?, waiting, to: facts.text("to")?.parse().ok()? })
    }
}

/// A closed month no longer agrees with what it was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthDriftedLetter {
    pub month: Month,
    pub differences: u32,
}

kept_letter!(MonthDriftedLetter: "month-drifted" { month: "month", differences: "differences" });

fn month(facts: &Facts) -> Option<Month> {
    Month::parse(&facts.text("month")?)
}
