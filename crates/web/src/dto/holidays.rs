//! Holidays.

use application::holidays::{Draft, HolidayOn};
use application::ports::HolidayView;
use chrono::NaiveDate;
use domain::time::long_date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::people::PersonName;
use crate::input::wire;

/// One holiday, in the year that was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Holiday {
    pub id: Uuid,
    /// The day in the year asked for.
    pub date: NaiveDate,
    /// The day in its first year.
    pub start_date: NaiveDate,
    /// `Friday, December 25, 2026`
    pub formatted_date: String,
    pub name: String,
    #[schema(required = true)]
    pub description: Option<String>,
    /// Whether it comes back every year.
    pub is_recurring: bool,
    #[schema(required = true)]
    pub created_by: Option<PersonName>,
}

/// A holiday as typed.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HolidayRequest {
    /// Of one that comes back every year and goes on to, the day in any year: it moves day and month, and its first year stays.
    #[serde(default, deserialize_with = "wire::date_or_empty")]
    #[schema(value_type = NaiveDate, required = true)]
    pub date: Option<NaiveDate>,
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100, required = true)]
    pub name: String,
    /// None where it is left out.
    #[schema(max_length = 500)]
    pub description: Option<String>,
    /// Whether it comes back every year. False where it is left out.
    #[serde(default)]
    pub is_recurring: bool,
}

impl From<HolidayRequest> for Draft {
    fn from(typed: HolidayRequest) -> Self {
        let HolidayRequest { date, name, description, is_recurring } = typed;
        Self { date, name, description, is_recurring }
    }
}

/// The holidays of the year ahead, soonest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpcomingHolidays {
    pub holidays: Vec<Holiday>,
}

impl Holiday {
    /// The holiday on one of its dates.
    pub fn on(date: NaiveDate, view: HolidayView) -> Self {
        let HolidayView { holiday, creator } = view;
        Self {
            id: holiday.id.uuid(),
            date,
            start_date: holiday.date,
            formatted_date: long_date(date),
            name: holiday.name,
            description: holiday.description,
            is_recurring: holiday.is_recurring,
            created_by: creator.map(PersonName::from),
        }
    }
}

impl From<HolidayOn> for Holiday {
    fn from(on: HolidayOn) -> Self {
        Self::on(on.date, on.view)
    }
}
