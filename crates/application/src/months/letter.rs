//! The letters about months. None of them has an amount.

use crate::mail::kept_letter;
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

kept_letter!(TeamMonthLetter: "team-month" {
    month: "month",
    waiting: ["entries", "leaveRequests", "people"],
    to: "to",
});

/// A closed month no longer agrees with what it was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthDriftedLetter {
    pub month: Month,
    pub differences: u32,
}

kept_letter!(MonthDriftedLetter: "month-drifted" { month: "month", differences: "differences" });
