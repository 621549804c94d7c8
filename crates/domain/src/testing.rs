//! Things as tests need them.

use crate::holiday::Holiday;
use crate::id::{HolidayId, UserId};
use chrono::NaiveDate;
use uuid::Uuid;

pub(crate) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub(crate) fn user(n: u128) -> UserId {
    UserId::new(Uuid::from_u128(n))
}

pub(crate) fn holiday(date: NaiveDate, is_recurring: bool) -> Holiday {
    Holiday {
        id: HolidayId::new(Uuid::nil()),
        date,
        name: "Day".into(),
        description: None,
        is_recurring,
        end_year: None,
        created_by: None,
    }
}
