//! The letter about frozen days.

use crate::mail::kept_letter;
use chrono::NaiveDate;

/// Days were frozen, because nothing was recorded on them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DaysFrozenLetter {
    /// The days, oldest first.
    pub dates: Vec<NaiveDate>,
}

kept_letter!(DaysFrozenLetter: "days-frozen" { dates: "dates" });
