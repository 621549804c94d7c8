//! Many holidays at once.

use super::Holiday;
use chrono::{Datelike, NaiveDate};
use std::collections::HashMap;

/// Holidays by their day and month, to be asked about many dates.
#[derive(Debug, Clone, Default)]
pub struct HolidaysByDay(HashMap<(u32, u32), Vec<Holiday>>);

impl FromIterator<Holiday> for HolidaysByDay {
    fn from_iter<T: IntoIterator<Item = Holiday>>(holidays: T) -> Self {
        let mut all: HashMap<(u32, u32), Vec<Holiday>> = HashMap::new();
        for holiday in holidays {
            all.entry((holiday.date.month(), holiday.date.day())).or_default().push(holiday);
        }
        Self(all)
    }
}

impl HolidaysByDay {
    /// The one that falls on the date.
    pub fn on(&self, date: NaiveDate) -> Option<&Holiday> {
        self.like(date).find(|holiday| holiday.falls_on(date))
    }

    /// Whether none of the others ever stands on a date of this one (decisions.md 6).
    pub fn are_free_for(&self, holiday: &Holiday) -> bool {
        !self.like(holiday.date).any(|other| other.id != holiday.id && other.collides_with(holiday))
    }

    /// Those on the same day and month: no others can ever stand on one date.
    fn like(&self, date: NaiveDate) -> impl Iterator<Item = &Holiday> {
        self.0.get(&(date.month(), date.day())).into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::HolidayId;
    use crate::testing::day;
    use uuid::Uuid;

    fn holiday(date: &str, is_recurring: bool) -> Holiday {
        let id = HolidayId::new(Uuid::from_u128(date.bytes().map(u128::from).fold(0, |id, byte| id * 251 + byte)));
        Holiday { id, ..crate::testing::holiday(day(date), is_recurring) }
    }

    #[test]
    fn a_date_finds_its_holiday_and_another_one_finds_no_room_there() {
        let (christmas, leap) = (holiday("2020-12-25", true), holiday("2028-02-29", false));
        let all: HolidaysByDay = [christmas.clone(), leap.clone(), holiday("2026-06-19", false)].into_iter().collect();
        let on = |date: &str| all.on(day(date)).map(|holiday| holiday.date.to_string());
        assert_eq!(on("2026-12-25").as_deref(), Some("2020-12-25"));
        assert_eq!(on("2028-02-29").as_deref(), Some("2028-02-29"));
        assert_eq!([on("2019-12-25"), on("2027-06-19"), on("2026-01-01")], [None, None, None]);
        assert!(!all.are_free_for(&holiday("2027-12-25", false)));
        assert!(!all.are_free_for(&holiday("2025-06-19", true)), "2026 has one");
        assert!(all.are_free_for(&christmas) && all.are_free_for(&leap), "none is in its own way");
        assert!(all.are_free_for(&holiday("2027-06-19", true)));
    }
}
