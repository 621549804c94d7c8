//! The letters about days that were decided.

use crate::mail::kept_letter;
use chrono::NaiveDate;
use domain::rules::Rules;

/// Tells an employee that days were rejected.
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

kept_letter!(DaysRejectedLetter: "days-rejected" {
    dates: "dates",
    reason: "reason",
    // A letter of a program that did not say it yet was written by the rules that held by default.
    correct_within: "correctWithin" or Rules::default().resubmission_days,
    stand_in: ["substitute", "manager"],
});

/// Tells an employee that days were approved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DaysApprovedLetter {
    /// The days, oldest first.
    pub dates: Vec<NaiveDate>,
}

kept_letter!(DaysApprovedLetter: "days-approved" { dates: "dates" });
