//! Unlocks, and requests for them.

use super::records::Unlock;
use super::state::{Account, State, count};
use super::{Memory, Unit};
use application::ports::{
    DecidedRequest, DecisionView, ExpiredRequest, NewRequest, NewUnlock, RequestView, Result, StoreError,
    StoredRequest, UndecidedRequest, UniqueKey, UnlockReads, UnlockRepository, UnlockView,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::{TimesheetId, UnlockId, UserId};
use domain::person::{FullName, Role};
use domain::unlock::RequestStatus;
use std::cmp::Reverse;
use std::collections::BTreeSet;

impl State {
    pub(super) fn open_unlock(&self, user: UserId, date: NaiveDate) -> Option<&Unlock> {
        self.unlocks.values().find(|unlock| unlock.made.user == user && unlock.made.date == date && unlock.is_open())
    }

    fn decide(&mut self, decided: &DecidedRequest, status: RequestStatus) -> Result<()> {
        let NewRequest { id, user, date, .. } = decided.request;
        let is_open = self.open_unlock(user, date).is_some();
        let request = self.unlocks.get_mut(&id).filter(|request| request.is_undecided()).ok_or(StoreError::Stale)?;
        if is_open && status == RequestStatus::Approved {
            return Err(StoreError::Conflict(UniqueKey::OpenUnlock));
        }
        request.status = status;
        request.decided = Some((decided.by(), decided.on_behalf_of(), decided.at));
        request.comment.clone_from(&decided.comment);
        Ok(())
    }

    /// The undecided requests that `keep` lets through, oldest first.
    fn undecided(&self, keep: impl Fn(&Unlock) -> bool) -> Vec<&Unlock> {
        let mut found: Vec<&Unlock> =
            self.unlocks.values().filter(|unlock| unlock.is_undecided() && keep(unlock)).collect();
        found.sort_by_key(|unlock| (unlock.made.created_at, unlock.made.id));
        found
    }

    fn name_and_role(&self, user: UserId) -> Option<(FullName, Role)> {
        let record = &self.people.get(&user)?.record;
        Some((record.name.clone(), record.standing.role))
    }

    fn unlock_view(&self, unlock: &Unlock) -> Option<UnlockView> {
        let (creator, creator_role) = self.name_and_role(unlock.made_by)?;
        let decision = |(by, on_behalf_of, at): (UserId, Option<UserId>, Instant)| {
            let (name, role) = self.name_and_role(by)?;
            let on_behalf_of = on_behalf_of.and_then(|manager| self.name_of(manager));
            Some(DecisionView { at, by: name, role, on_behalf_of })
        };
        Some(UnlockView {
            id: unlock.made.id,
            date: unlock.made.date,
            reason: unlock.made.reason.clone(),
            status: unlock.status,
            is_asked: unlock.made_by == unlock.made.user,
            is_used: unlock.used_at.is_some(),
            created_at: unlock.made.created_at,
            creator,
            creator_role,
            decision: unlock.decided.and_then(decision),
            comment: unlock.comment.clone(),
            entry: self.entry_of(unlock.made.user, unlock.made.date).map(domain::timesheet::Entry::status),
            is_closed: self.is_closed(unlock.made.date),
        })
    }
}

#[async_trait]
impl UnlockRepository for Unit {
    async fn open_for(&self, user: UserId, date: NaiveDate) -> Result<Option<UnlockId>> {
        self.ask("UnlockRepository::open_for", |state| state.open_unlock(user, date).map(|unlock| unlock.made.id))
    }

    async fn insert(&self, unlock: &NewUnlock) -> Result<()> {
        self.run("UnlockRepository::insert", |state| {
            if state.open_unlock(unlock.user(), unlock.date).is_some() {
                return Err(StoreError::Conflict(UniqueKey::OpenUnlock));
            }
            state.unlocks.insert(unlock.id, unlock.into());
            Ok(())
        })
    }

    async fn use_up(&self, unlock: UnlockId, at: Instant) -> Result<()> {
        self.run("UnlockRepository::use_up", |state| {
            let open = state.unlocks.get_mut(&unlock).filter(|unlock| unlock.used_at.is_none());
            open.ok_or(StoreError::Stale)?.used_at = Some(at);
            Ok(())
        })
    }

    async fn end_those_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32> {
        self.ask("UnlockRepository::end_those_of", |state| {
            let days: BTreeSet<(UserId, NaiveDate)> = entries
                .iter()
                .filter_map(|id| state.entries.get(id))
                .map(|entry| (entry.user(), entry.date()))
                .collect();
            let open = state
                .unlocks
                .values_mut()
                .filter(|unlock| unlock.is_open() && days.contains(&(unlock.made.user, unlock.made.date)));
            count(open.map(|unlock| unlock.used_at = Some(at)).count())
        })
    }

    async fn owner(&self, id: UnlockId) -> Result<Option<UserId>> {
        self.ask("UnlockRepository::owner", |state| state.unlocks.get(&id).map(|unlock| unlock.made.user))
    }

    async fn for_decision(&self, id: UnlockId) -> Result<Option<StoredRequest>> {
        self.ask("UnlockRepository::for_decision", |state| {
            let stored = |unlock: &Unlock| StoredRequest { made: unlock.made.clone(), status: unlock.status };
            state.unlocks.get(&id).map(stored)
        })
    }

    async fn undecided(&self, user: UserId) -> Result<Vec<NewRequest>> {
        self.ask("UnlockRepository::undecided", |state| {
            state.undecided(|unlock| unlock.made.user == user).into_iter().map(|unlock| unlock.made.clone()).collect()
        })
    }

    async fn ask(&self, request: &NewRequest) -> Result<()> {
        self.run("UnlockRepository::ask", |state| {
            let is_same = |other: &Unlock| other.made.user == request.user && other.made.date == request.date;
            if !state.undecided(is_same).is_empty() {
                return Err(StoreError::Conflict(UniqueKey::WaitingRequest));
            }
            state.unlocks.insert(request.id, request.into());
            Ok(())
        })
    }

    async fn approve(&self, decided: &DecidedRequest) -> Result<()> {
        self.run("UnlockRepository::approve", |state| state.decide(decided, RequestStatus::Approved))
    }

    async fn decline(&self, decided: &DecidedRequest) -> Result<()> {
        self.run("UnlockRepository::decline", |state| state.decide(decided, RequestStatus::Declined))
    }

    async fn expire(&self, before: Instant, user: Option<UserId>, limit: u32) -> Result<Vec<ExpiredRequest>> {
        self.ask("UnlockRepository::expire", |state| {
            let is_due =
                |unlock: &Unlock| unlock.made.created_at < before && user.is_none_or(|user| user == unlock.made.user);
            let due = state.undecided(is_due).into_iter().take(limit as usize).map(|unlock| ExpiredRequest {
                id: unlock.made.id,
                user: unlock.made.user,
                manager: state.manager_of(unlock.made.user),
                date: unlock.made.date,
                reason: unlock.made.reason.clone(),
            });
            let due: Vec<ExpiredRequest> = due.collect();
            for expired in &due {
                if let Some(unlock) = state.unlocks.get_mut(&expired.id) {
                    unlock.status = RequestStatus::Expired;
                }
            }
            due
        })
    }

    async fn view(&self, id: UnlockId) -> Result<Option<UnlockView>> {
        self.ask("UnlockRepository::view", |state| state.unlocks.get(&id).and_then(|unlock| state.unlock_view(unlock)))
    }
}

#[async_trait]
impl UnlockReads for Memory {
    async fn of_person(&self, user: UserId, limit: u32) -> Result<Vec<UnlockView>> {
        self.read("UnlockReads::of_person", |state| {
            let mut own: Vec<&Unlock> = state.unlocks.values().filter(|unlock| unlock.made.user == user).collect();
            own.sort_by_key(|unlock| Reverse((unlock.made.created_at, unlock.made.id)));
            own.into_iter().filter_map(|unlock| state.unlock_view(unlock)).take(limit as usize).collect()
        })
    }

    async fn undecided_of(&self, user: UserId) -> Result<Vec<UnlockView>> {
        self.read("UnlockReads::undecided_of", |state| {
            let mut own = state.undecided(|unlock| unlock.made.user == user);
            own.sort_by_key(|unlock| unlock.made.date);
            own.into_iter().filter_map(|unlock| state.unlock_view(unlock)).collect()
        })
    }

    async fn undecided(&self, scope: Scope, since: Instant, today: NaiveDate) -> Result<Vec<UndecidedRequest>> {
        self.read("UnlockReads::undecided", |state| {
            let acts = |account: &Account| account.record.standing.acts_as(Role::Employee);
            let keep = |unlock: &Unlock| {
                let user = unlock.made.user;
                unlock.made.created_at >= since
                    && state.is_in(&scope, user)
                    && state.people.get(&user).is_some_and(acts)
            };
            let found = state.undecided(keep).into_iter().filter_map(|unlock| {
                Some(UndecidedRequest {
                    id: unlock.made.id,
                    date: unlock.made.date,
                    created_at: unlock.made.created_at,
                    entry: state.entry_of(unlock.made.user, unlock.made.date).map(domain::timesheet::Entry::status),
                    is_closed: state.is_closed(unlock.made.date),
                    person: state.employment(unlock.made.user, today)?,
                })
            });
            found.collect()
        })
    }

    async fn requests(&self, ids: &[UnlockId]) -> Result<Vec<RequestView>> {
        self.read("UnlockReads::requests", |state| {
            let mut found: Vec<&Unlock> = ids.iter().filter_map(|id| state.unlocks.get(id)).collect();
            found.sort_by_key(|unlock| (unlock.made.created_at, unlock.made.id));
            let view = |unlock: &Unlock| {
                let account = state.people.get(&unlock.made.user)?;
                Some(RequestView {
                    request: state.unlock_view(unlock)?,
                    employee: account.name(),
                    manager: account.record.manager.and_then(|manager| state.named(manager)),
                })
            };
            found.into_iter().filter_map(view).collect()
        })
    }
}
