//! The letters about unlocked dates and the requests for them.

use crate::mail::kept_letter;
use chrono::NaiveDate;
use domain::person::{FullName, Role};

/// Tells an employee that a day was unlocked.
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

kept_letter!(UnlockRequestedLetter: "unlock-requested" {
    employee: ["firstName", "lastName"],
    date: "date",
    reason: "reason",
    until: "until",
    to: "to",
});

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
