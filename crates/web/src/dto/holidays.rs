//! A holiday, as the calls show it.

use application::holidays::HolidayOn;
use application::ports::HolidayView;
use chrono::NaiveDate;
use domain::time::long_date;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::people::PersonName;

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
    /// Its last year, where it comes back no longer.
    #[schema(required = true)]
    pub end_year: Option<i32>,
    #[schema(required = true)]
    pub created_by: Option<PersonName>,
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
            end_year: holiday.end_year,
            created_by: creator.map(PersonName::from),
        }
    }
}

impl From<HolidayOn> for Holiday {
    fn from(on: HolidayOn) -> Self {
        Self::on(on.date, on.view)
    }
}
