//! Marks of absence.

use super::Unit;
use super::state::{Account, Mark};
use super::work_patterns::is_expected;
use application::ports::{AbsenceRepository, Result, UnmailedAbsences};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::person::Role;
use domain::work_patterns::Expected;

#[async_trait]
impl AbsenceRepository for Unit {
    async fn is_marked(&self, user: UserId, date: NaiveDate) -> Result<bool> {
        self.ask("AbsenceRepository::is_marked", |state| state.marks.contains_key(&(user, date)))
    }

    async fn mark(
        &self,
        day: NaiveDate,
        expected: &Expected,
        created_before: Instant,
        at: Instant,
        limit: u32,
    ) -> Result<Vec<UserId>> {
        self.ask("AbsenceRepository::mark", |state| {
            let is_absent = |account: &&Account| {
                let user = account.record.id;
                account.record.standing.acts_as(Role::Employee)
                    && is_expected(expected, user)
                    && account.has_begun(day)
                    && account.created_at < created_before
                    && state.entry_of(user, day).is_none()
                    && state.open_unlock(user, day).is_none()
                    && !state.is_on_leave(user, day)
                    && !state.marks.contains_key(&(user, day))
            };
            let absent = state.people.values().filter(is_absent).take(limit as usize);
            let absent: Vec<UserId> = absent.map(|account| account.record.id).collect();
            state.marks.extend(absent.iter().map(|user| ((*user, day), Mark { at, mailed_on: None })));
            absent
        })
    }

    async fn mark_freed(&self, user: UserId, days: &[(NaiveDate, Instant)], at: Instant) -> Result<()> {
        self.ask("AbsenceRepository::mark_freed", |state| {
            let is_absent = |(day, ended): &&(NaiveDate, Instant)| {
                state.people.get(&user).is_some_and(|account| {
                    account.record.standing.acts_as(Role::Employee)
                        && account.has_begun(*day)
                        && account.created_at < *ended
                        && state.entry_of(user, *day).is_none()
                        && state.open_unlock(user, *day).is_none()
                        && !state.is_on_leave(user, *day)
                })
            };
            let absent: Vec<NaiveDate> = days.iter().filter(is_absent).map(|(day, _)| *day).collect();
            for day in absent {
                state.marks.entry((user, day)).or_insert(Mark { at, mailed_on: None });
            }
        })
    }

    async fn unmailed(&self, since: NaiveDate, mailed_by: NaiveDate, limit: u32) -> Result<Vec<UnmailedAbsences>> {
        self.ask("AbsenceRepository::unmailed", |state| {
            let mail_of = |user: UserId, day: NaiveDate| state.marks.get(&(user, day)).and_then(|mark| mark.mailed_on);
            let was_mailed_later = |user: UserId| {
                let own = state.marks.iter().filter(|((owner, _), _)| *owner == user);
                own.filter_map(|(_, mark)| mark.mailed_on).any(|on| on > mailed_by)
            };
            let of = |user: UserId| {
                let mut days = state.frozen_days(user, since);
                days.retain(|day| mail_of(user, *day).is_none());
                (!days.is_empty() && !was_mailed_later(user)).then_some(UnmailedAbsences { user, days })
            };
            state.people.keys().filter_map(|user| of(*user)).take(limit as usize).collect()
        })
    }

    async fn mailed(&self, users: &[UserId], on: NaiveDate) -> Result<()> {
        self.ask("AbsenceRepository::mailed", |state| {
            let of_them = state.marks.iter_mut().filter(|((owner, _), _)| users.contains(owner));
            for (_, mark) in of_them {
                mark.mailed_on = mark.mailed_on.or(Some(on));
            }
        })
    }
}
