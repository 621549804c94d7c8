//! Days in the unit of work of a ledger: entries, unlocks, marks of absence, notices and holidays.

use super::work::LedgerWork;
use super::{Days, HolidayWrite, Writes};
use crate::ports::{
    AbsenceRepository, DecidedEntry, HolidayRepository, InboxRepository, NewNotice, NewResubmission, NewUnlock,
    StoreError, TimesheetRepository, UniqueKey, UnlockRepository, UnmailedAbsences,
};
use crate::testing::{at, number};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::holiday::Holiday;
use domain::id::{HolidayId, NoticeId, ResubmissionId, TimesheetId, UnlockId, UserId};
use domain::person::Role;
use domain::timesheet::Entry;
use uuid::Uuid;

impl Days {
    fn has_entry(&self, user: UserId, day: NaiveDate) -> bool {
        self.entries.iter().any(|entry| entry.user == user && entry.date == day)
    }

    /// What was written is how things stand.
    pub(super) fn keep(&mut self, writes: &Writes) {
        self.open.extend(writes.unlocks.iter().map(|unlock| (unlock.user, unlock.date)));
        self.marks.extend(writes.marks.iter().map(|(user, day, _)| (*user, *day, None)));
        for (user, on) in &writes.mailed {
            let unmailed = self.marks.iter_mut().filter(|(owner, _, mailed)| owner == user && mailed.is_none());
            unmailed.for_each(|(.., mailed)| *mailed = Some(*on));
        }
        for write in &writes.holidays {
            let id = match write {
                HolidayWrite::Added(holiday, _) | HolidayWrite::Changed(holiday, _) => holiday.id,
                HolidayWrite::Deleted(id) => *id,
            };
            self.holidays.retain(|holiday| holiday.id != id);
            if let HolidayWrite::Added(holiday, _) | HolidayWrite::Changed(holiday, _) = write {
                self.holidays.push(holiday.clone());
            }
        }
    }
}

#[async_trait]
impl TimesheetRepository for LedgerWork {
    async fn of_day(&self, user: UserId, date: NaiveDate) -> Result<Option<Entry>, StoreError> {
        self.ledger.step(format!("entry of {} on {date}", number(user)))?;
        Ok(self.book(|book| book.days.entries.iter().find(|e| e.user == user && e.date == date).cloned()))
    }
    async fn for_decision(&self, _: &[TimesheetId]) -> Result<Vec<DecidedEntry>, StoreError> {
        panic!("nothing is decided here")
    }
    async fn insert(&self, _: &Entry, _: UserId) -> Result<(), StoreError> {
        panic!("no day is recorded here")
    }
    async fn update(&self, _: &[Entry], _: UserId) -> Result<(), StoreError> {
        panic!("no day is recorded here")
    }
}

#[async_trait]
impl UnlockRepository for LedgerWork {
    async fn open_for(&self, user: UserId, date: NaiveDate) -> Result<Option<UnlockId>, StoreError> {
        self.ledger.step(format!("unlock of {} on {date}", number(user)))?;
        let is_open = self.book(|book| book.days.open.contains(&(user, date)));
        Ok(is_open.then(|| UnlockId::new(Uuid::from_u128(60))))
    }
    async fn insert(&self, unlock: &NewUnlock) -> Result<(), StoreError> {
        if self.book(|book| book.days.open.contains(&(unlock.user, unlock.date))) {
            return Err(StoreError::Conflict(UniqueKey::OpenUnlock));
        }
        self.write("open", |writes| writes.unlocks.push(unlock.clone()))
    }
    async fn use_up(&self, _: UnlockId, _: Instant) -> Result<(), StoreError> {
        panic!("no day is recorded here")
    }
}

#[async_trait]
impl AbsenceRepository for LedgerWork {
    async fn is_marked(&self, _: UserId, _: NaiveDate) -> Result<bool, StoreError> {
        panic!("no day is recorded here")
    }
    async fn mark(
        &self,
        day: NaiveDate,
        created_before: Instant,
        now: Instant,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        let long_ago = at("2025-01-01T00:00:00Z");
        let found: Vec<UserId> = self.book(|book| {
            let is_absent = |user: UserId| {
                book.days.joined.get(&user).is_none_or(|joined| *joined <= day)
                    && book.days.created.get(&user).copied().unwrap_or(long_ago) < created_before
                    && !book.days.has_entry(user, day)
                    && !book.days.open.contains(&(user, day))
                    && !book.days.marks.iter().any(|(owner, marked, _)| *owner == user && *marked == day)
            };
            let acting = book.people.iter().filter(|person| person.standing.acts_as(Role::Employee));
            acting.map(|person| person.id).filter(|user| is_absent(*user)).take(limit as usize).collect()
        });
        let said = format!("mark {day}, accounts from before {created_before}");
        self.write(said, |writes| writes.marks.extend(found.iter().map(|user| (*user, day, now))))?;
        Ok(found)
    }
    async fn unmailed(
        &self,
        since: NaiveDate,
        mailed_by: NaiveDate,
        limit: u32,
    ) -> Result<Vec<UnmailedAbsences>, StoreError> {
        self.ledger.step(format!("unmailed since {since}, mailed by {mailed_by}"))?;
        Ok(self.book(|book| {
            let of = |user: UserId| {
                let own = || book.days.marks.iter().filter(|(owner, ..)| *owner == user);
                let is_due = own().filter_map(|(.., mailed)| *mailed).all(|mailed| mailed <= mailed_by);
                let is_frozen =
                    |day: &NaiveDate| !book.days.has_entry(user, *day) && !book.days.open.contains(&(user, *day));
                let mut days: Vec<NaiveDate> = own()
                    .filter(|(_, day, mailed)| *day >= since && mailed.is_none())
                    .map(|(_, day, _)| *day)
                    .filter(is_frozen)
                    .collect();
                days.sort_unstable();
                (is_due && !days.is_empty()).then_some(UnmailedAbsences { user, days })
            };
            let acting = book.people.iter().filter(|person| person.standing.acts_as(Role::Employee));
            acting.filter_map(|person| of(person.id)).take(limit as usize).collect()
        }))
    }
    async fn mailed(&self, users: &[UserId], on: NaiveDate) -> Result<(), StoreError> {
        self.write("mailed", |writes| writes.mailed.extend(users.iter().map(|user| (*user, on))))
    }
}

#[async_trait]
impl InboxRepository for LedgerWork {
    async fn notify_resubmission(&self, _: &NewResubmission) -> Result<(), StoreError> {
        panic!("nothing comes back here")
    }
    async fn view_resubmissions_of(&self, _: &[TimesheetId], _: Instant) -> Result<u32, StoreError> {
        panic!("nothing comes back here")
    }
    async fn resubmission_managers(
        &self,
        _: &[ResubmissionId],
    ) -> Result<Vec<(ResubmissionId, Option<UserId>)>, StoreError> {
        panic!("nothing comes back here")
    }
    async fn view_resubmissions(&self, _: &[ResubmissionId], _: Instant) -> Result<u32, StoreError> {
        panic!("nothing comes back here")
    }
    async fn notify(&self, notices: &[NewNotice]) -> Result<(), StoreError> {
        self.write("notify", |writes| writes.notices.extend_from_slice(notices))
    }
    async fn notice_owners(&self, _: &[NoticeId]) -> Result<Vec<(NoticeId, UserId)>, StoreError> {
        panic!("no notice is read here")
    }
    async fn read_notices(&self, _: &[NoticeId], _: Instant) -> Result<u32, StoreError> {
        panic!("no notice is read here")
    }
}

#[async_trait]
impl HolidayRepository for LedgerWork {
    async fn all(&self) -> Result<Vec<Holiday>, StoreError> {
        self.ledger.step("lock the holidays")?;
        Ok(self.book(|book| book.days.holidays.clone()))
    }
    async fn insert(&self, holiday: &Holiday, now: Instant) -> Result<(), StoreError> {
        self.write("add holiday", |writes| writes.holidays.push(HolidayWrite::Added(holiday.clone(), now)))
    }
    async fn update(&self, holiday: &Holiday, now: Instant) -> Result<(), StoreError> {
        self.write("change holiday", |writes| writes.holidays.push(HolidayWrite::Changed(holiday.clone(), now)))
    }
    async fn delete(&self, holiday: HolidayId) -> Result<bool, StoreError> {
        let is_there = self.book(|book| book.days.holidays.iter().any(|known| known.id == holiday));
        self.write("delete holiday", |writes| writes.holidays.push(HolidayWrite::Deleted(holiday)))?;
        Ok(is_there)
    }
}
