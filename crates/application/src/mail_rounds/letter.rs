//! The letters of rounds.

use crate::mail::kept_letter;
use chrono::NaiveDate;

/// What happened to an Employee's own days since the last digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsDigestLetter {
    /// The headlines of the notices, newest first.
    pub titles: Vec<String>,
    pub bodies: Vec<String>,
}

kept_letter!(NewsDigestLetter: "news-digest" { titles: "titles", bodies: "bodies" });

/// What waits for somebody who leads a team.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WaitingDigestLetter {
    pub waiting: u32,
    /// The day of the oldest of them, where any waits.
    pub oldest: Option<NaiveDate>,
    /// The names of the first people with a missing day.
    pub missing: Vec<String>,
    /// How many people more have one.
    pub more_missing: u32,
    pub resubmissions: u32,
    /// How many requests to unlock a day wait.
    pub requests: u32,
    pub leave: u32,
}

impl WaitingDigestLetter {
    /// Whether it has nothing to say.
    pub fn is_empty(&self) -> bool {
        self.waiting == 0 && self.missing.is_empty() && self.resubmissions == 0 && self.requests == 0 && self.leave == 0
    }
}

kept_letter!(WaitingDigestLetter: "waiting-digest" {
    waiting: "waiting",
    oldest: "oldest",
    missing: "missing",
    more_missing: "moreMissing",
    resubmissions: "resubmissions",
    requests: "requests",
    // A mail that was kept before there was leave says nothing of it.
    leave: "leave" or 0,
});

/// Nothing is recorded yet today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReminderLetter {
    pub date: NaiveDate,
}

kept_letter!(ReminderLetter: "reminder" { date: "date" });
