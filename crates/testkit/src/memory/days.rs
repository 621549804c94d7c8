//! Unlocks and holidays.

use super::state::{State, Unlock, count};
use super::{Memory, Unit};
use application::ports::{
    HolidayReads, HolidayRepository, HolidayView, NewUnlock, StoreError, UniqueKey, UnlockRepository,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::holiday::Holiday;
use domain::id::{HolidayId, TimesheetId, UnlockId, UserId};
use std::collections::BTreeSet;

#[async_trait]
impl UnlockRepository for Unit {
    async fn open_for(&self, user: UserId, date: NaiveDate) -> Result<Option<UnlockId>, StoreError> {
        self.ask("UnlockRepository::open_for", |state| state.open_unlock(user, date).map(|unlock| unlock.made.id))
    }

    async fn insert(&self, unlock: &NewUnlock) -> Result<(), StoreError> {
        self.run("UnlockRepository::insert", |state| {
            if state.open_unlock(unlock.user(), unlock.date).is_some() {
                return Err(StoreError::Conflict(UniqueKey::OpenUnlock));
            }
            state.unlocks.insert(unlock.id, Unlock { made: unlock.clone(), used_at: None });
            Ok(())
        })
    }

    async fn use_up(&self, unlock: UnlockId, at: Instant) -> Result<(), StoreError> {
        self.run("UnlockRepository::use_up", |state| {
            let open = state.unlocks.get_mut(&unlock).filter(|unlock| unlock.used_at.is_none());
            open.ok_or(StoreError::Stale)?.used_at = Some(at);
            Ok(())
        })
    }

    async fn end_those_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32, StoreError> {
        self.ask("UnlockRepository::end_those_of", |state| {
            let days: BTreeSet<(UserId, NaiveDate)> = entries
                .iter()
                .filter_map(|id| state.entries.get(id))
                .map(|entry| (entry.user(), entry.date()))
                .collect();
            let open = state
                .unlocks
                .values_mut()
                .filter(|unlock| unlock.used_at.is_none() && days.contains(&(unlock.made.user(), unlock.made.date)));
            count(open.map(|unlock| unlock.used_at = Some(at)).count())
        })
    }
}

impl State {
    /// No other holiday has its date.
    fn has_free_date(&self, holiday: &Holiday) -> Result<(), StoreError> {
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
    async fn all(&self) -> Result<Vec<Holiday>, StoreError> {
        self.ask("HolidayRepository::all", |state| state.holidays_by_date().into_iter().cloned().collect())
    }

    async fn insert(&self, holiday: &Holiday, at: Instant) -> Result<(), StoreError> {
        self.run("HolidayRepository::insert", |state| {
            state.has_free_date(holiday)?;
            state.holidays.insert(holiday.id, (holiday.clone(), at));
            Ok(())
        })
    }

    async fn update(&self, holiday: &Holiday, at: Instant) -> Result<(), StoreError> {
        self.run("HolidayRepository::update", |state| {
            state.has_free_date(holiday)?;
            let (before, changed_at) = state.holidays.get_mut(&holiday.id).ok_or(StoreError::Stale)?;
            *before = Holiday { created_by: before.created_by, ..holiday.clone() };
            *changed_at = at;
            Ok(())
        })
    }

    async fn delete(&self, holiday: HolidayId) -> Result<bool, StoreError> {
        self.ask("HolidayRepository::delete", |state| state.holidays.remove(&holiday).is_some())
    }
}

#[async_trait]
impl HolidayReads for Memory {
    async fn between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<HolidayView>, StoreError> {
        self.read("HolidayReads::between", |state| {
            let may_fall = |holiday: &&Holiday| holiday.date <= to && (holiday.is_recurring || from <= holiday.date);
            let creator = |user: UserId| state.people.get(&user).map(|account| account.record.name.clone());
            let view = |holiday: &Holiday| HolidayView {
                holiday: holiday.clone(),
                creator: holiday.created_by.and_then(creator),
            };
            state.holidays_by_date().into_iter().filter(may_fall).map(view).collect()
        })
    }
}
