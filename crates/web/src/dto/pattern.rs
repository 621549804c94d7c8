//! Work patterns.

use chrono::NaiveDate;
use domain::time::WorkPattern;
use serde::Serialize;
use utoipa::ToSchema;

/// When somebody works, and how long a full and half a day are.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pattern {
    /// ISO weekdays, 1 for Monday to 7 for Sunday.
    #[schema(min_items = 1, max_items = 7)]
    pub working_days: Vec<u8>,
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub full_day_hours: f64,
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub half_day_hours: f64,
}

impl From<WorkPattern> for Pattern {
    fn from(pattern: WorkPattern) -> Self {
        Self {
            working_days: pattern.weekdays().iso_numbers().collect(),
            full_day_hours: pattern.full_day().as_f64(),
            half_day_hours: pattern.half_day().as_f64(),
        }
    }
}

/// A pattern and the days of a month on which it holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct PatternPeriod {
    pub from: NaiveDate,
    /// The last of the days.
    pub to: NaiveDate,
    pub pattern: Pattern,
}
