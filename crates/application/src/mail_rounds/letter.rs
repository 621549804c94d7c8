//! The letters of rounds.

use crate::facts::Facts;
use crate::mail::{About, kept_letter};
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

impl About for WaitingDigestLetter {
    const KIND: &'static str = "waiting-digest";

    fn facts(&self) -> Facts {
        let facts = Facts::default()
            .with("waiting", self.waiting)
            .with("missing", self.missing.clone())
            .with("moreMissing", self.more_missing)
            .with("resubmissions", self.resubmissions)
            .with("requests", self.requests)
            .with("leave", self.leave);
        self.oldest.into_iter().fold(facts, |facts, oldest| facts.with("oldest", oldest))
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self {
            waiting: facts.count("waiting")?,
            oldest: facts.date("oldest"),
            missing: facts.texts("missing")?,
            more_missing: facts.count("moreMissing")?,
            resubmissions: facts.count("resubmissions")?,
            requests: facts.count("requests")?,
            // A mail that was kept before there was leave says nothing of it.
            leave: facts.count("leave").unwrap_or_default(),
        })
    }
}

/// Nothing is recorded yet today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReminderLetter {
    pub date: NaiveDate,
}

kept_letter!(ReminderLetter: "reminder" { date: "date" });
