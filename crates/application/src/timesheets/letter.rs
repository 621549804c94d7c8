//! The letter about a resubmitted day.

use crate::mail::kept_letter;
use chrono::NaiveDate;

/// A rejected day came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayResubmittedLetter {
    pub employee: String,
    pub date: NaiveDate,
}

kept_letter!(DayResubmittedLetter: "day-resubmitted" { employee: "employee", date: "date" });
