//! The letters about days that were decided.

use crate::facts::{Fact, Facts};
use crate::mail::{About, kept_letter};
use chrono::NaiveDate;
use domain::rules::Rules;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DaysRejectedLetter {
    /// The days, oldest first.
    pub dates: Vec<NaiveDate>,
    pub reason: String,
    /// For how many days after the rejection the days can be corrected without an unlock.
    pub correct_within: u32,
    /// The names of a substitute who rejected them, and of the manager for whom they stood in; `None` where the manager did.
    pub stand_in: Option<(String, String)>,
}

impl About for DaysRejectedLetter {
    const KIND: &'static str = "days-rejected";

    fn facts(&self) -> Facts {
        let facts = Facts::default()
            .with("dates", self.dates.clone())
            .with("reason", self.reason.as_str())
            .with("correctWithin", Fact::Number(self.correct_within.into()));
        match &self.stand_in {
            Some((substitute, manager)) => {
                facts.with("substitute", substitute.as_str()).with("manager", manager.as_str())
            }
            None => facts,
        }
    }

    fn read(facts: &Facts) -> Option<Self> {
        // A letter of a program that did not say it yet was written by the rules that held by default.
        let correct_within = facts.count("correctWithin").unwrap_or_else(|| Rules::default().resubmission_days);
        let stand_in = facts.text("substitute").zip(facts.text("manager"));
        Some(Self { dates: facts.dates("dates")?, reason: facts.text("reason")?, correct_within, stand_in })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DaysApprovedLetter {
    /// The days, oldest first.
    pub dates: Vec<NaiveDate>,
}

kept_letter!(DaysApprovedLetter: "days-approved" { dates: "dates" });
