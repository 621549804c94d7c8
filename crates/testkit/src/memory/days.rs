//! Holidays.

use super::state::State;
use super::{Memory, Unit};
use application::ports::{HolidayReads, HolidayRepository, HolidayView, Result, StoreError, UniqueKey};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::holiday::Holiday;
use domain::id::HolidayId;

impl State {
    /// No other holiday has its date.
    fn has_free_date(&self, holiday: &Holiday) -> Result<()> {
        let is_taken = self.holidays.values().any(|(other, _)| other.date == holiday.date && other.id != holiday.id);
        if is_taken { Err(StoreError::Conflict(UniqueKey::HolidayDate)) } else { Ok(()) }
    }

    /// Holidays by date.
    fn holidays_by_date(&self) -> Vec<&Holiday> {
        let mut all: Vec<&Holiday> = self.holidays.values().map(|(holiday, _)| holiday).collect();
        all.sort_by_key(|holiday| holiday.date);
        all
    }
}

#[async_trait]
impl HolidayRepository for Unit {
    async fn all(&self) -> Result<Vec<Holiday>> {
        self.ask("HolidayRepository::all", |state| state.holidays_by_date().into_iter().cloned().collect())
    }

    async fn hold(&self) -> Result<Vec<Holiday>> {
        self.ask("HolidayRepository::hold", |state| state.holidays_by_date().into_iter().cloned().collect())
    }

    async fn insert(&self, holidays: &[Holiday], at: Instant) -> Result<()> {
        self.run("HolidayRepository::insert", |state| {
            for holiday in holidays {
                state.has_free_date(holiday)?;
                state.holidays.insert(holiday.id, (holiday.clone(), at));
            }
            Ok(())
        })
    }

    async fn update(&self, holidays: &[Holiday], at: Instant) -> Result<()> {
        self.run("HolidayRepository::update", |state| {
            for holiday in holidays {
                state.has_free_date(holiday)?;
                let (before, changed_at) = state.holidays.get_mut(&holiday.id).ok_or(StoreError::Stale)?;
                *before = Holiday { created_by: before.created_by, ..holiday.clone() };
                *changed_at = at;
            }
            Ok(())
        })
    }

    async fn delete(&self, holiday: HolidayId) -> Result<bool> {
        self.ask("HolidayRepository::delete", |state| state.holidays.remove(&holiday).is_some())
    }
}

#[async_trait]
impl HolidayReads for Memory {
    async fn between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<HolidayView>> {
        self.read("HolidayReads::between", |state| {
            let may_fall = |holiday: &&Holiday| holiday.date <= to && (holiday.is_recurring || from <= holiday.date);
            let view = |holiday: &Holiday| HolidayView {
                holiday: holiday.clone(),
                creator: holiday.created_by.and_then(|user| state.name_of(user)),
            };
            state.holidays_by_date().into_iter().filter(may_fall).map(view).collect()
        })
    }
}
