//! Substitutions.

use super::state::{State, page_of};
use super::{Memory, Unit};
use application::ports::{
    PartOf, Party, Result, StoodInFor, StoreError, Substitution, SubstitutionReads, SubstitutionRepository,
    SubstitutionView,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::{SubstitutionId, UserId};
use domain::substitution::{Days, SubstitutionStatus};
use std::cmp::Reverse;

impl State {
    /// The substitutions that run on `today`.
    pub(super) fn running(&self, today: NaiveDate) -> impl Iterator<Item = &Substitution> {
        let all = self.substitutions.values().map(|(substitution, _)| substitution);
        all.filter(move |substitution| substitution.status(today) == SubstitutionStatus::Running)
    }

    /// Whether somebody who can act stands in for the manager.
    pub(super) fn is_stood_in_for(&self, manager: UserId, today: NaiveDate) -> bool {
        !self.substitutes_of(manager, today).is_empty()
    }

    /// Those who can act and stand in for the manager.
    pub(super) fn substitutes_of(&self, manager: UserId, today: NaiveDate) -> Vec<UserId> {
        let running = self.running(today).filter(|substitution| substitution.manager == manager);
        let acting = running.filter(|substitution| {
            self.people.get(&substitution.substitute).is_some_and(|found| found.record.standing.can_act())
        });
        acting.map(|substitution| substitution.substitute).collect()
    }

    /// The managers for whom somebody stands in.
    pub(super) fn managers_of(&self, substitute: UserId, today: NaiveDate) -> Vec<&Substitution> {
        self.running(today).filter(|substitution| substitution.substitute == substitute).collect()
    }

    fn party(&self, user: UserId) -> Option<Party> {
        let record = &self.people.get(&user)?.record;
        Some(Party { id: user, name: record.name.clone(), role: record.standing.role })
    }

    fn substitution_view(&self, (kept, ended_by): &(Substitution, Option<UserId>)) -> Option<SubstitutionView> {
        Some(SubstitutionView {
            id: kept.id,
            manager: self.party(kept.manager)?,
            substitute: self.party(kept.substitute)?,
            days: kept.days,
            reason: kept.reason.clone(),
            created_at: kept.created_at,
            created_by: self.party(kept.created_by)?,
            ended_at: kept.ended_at,
            ended_by: ended_by.and_then(|user| self.party(user)),
        })
    }
}

#[async_trait]
impl SubstitutionRepository for Unit {
    async fn days_of(&self, manager: UserId, today: NaiveDate) -> Result<Vec<Days>> {
        self.ask("SubstitutionRepository::days_of", |state| {
            let all = state.substitutions.values().map(|(kept, _)| kept);
            let theirs = all.filter(|kept| kept.manager == manager && kept.status(today).can_end());
            theirs.map(|kept| kept.days).collect()
        })
    }

    async fn insert(&self, substitution: &Substitution) -> Result<()> {
        self.ask("SubstitutionRepository::insert", |state| {
            state.substitutions.insert(substitution.id, (substitution.clone(), None));
        })
    }

    async fn for_change(&self, id: SubstitutionId) -> Result<Option<Substitution>> {
        self.ask("SubstitutionRepository::for_change", |state| {
            state.substitutions.get(&id).map(|(kept, _)| kept.clone())
        })
    }

    async fn end(&self, id: SubstitutionId, by: UserId, at: Instant) -> Result<()> {
        self.ask("SubstitutionRepository::end", |state| match state.substitutions.get_mut(&id) {
            Some((kept, ended_by)) if kept.ended_at.is_none() => {
                (kept.ended_at, *ended_by) = (Some(at), Some(by));
                Ok(())
            }
            _ => Err(StoreError::Stale),
        })?
    }

    async fn end_those_of(
        &self,
        user: UserId,
        part: PartOf,
        today: NaiveDate,
        at: Instant,
    ) -> Result<Vec<Substitution>> {
        self.ask("SubstitutionRepository::end_those_of", |state| {
            let is_theirs = |kept: &Substitution| match part {
                PartOf::Any => kept.manager == user || kept.substitute == user,
                PartOf::Manager => kept.manager == user,
                PartOf::Substitute => kept.substitute == user,
            };
            let all = state.substitutions.values_mut().map(|(kept, _)| kept);
            let open = all.filter(|kept| is_theirs(kept) && kept.status(today).can_end());
            open.map(|kept| {
                let before = kept.clone();
                kept.ended_at = Some(at);
                before
            })
            .collect()
        })
    }
}

#[async_trait]
impl SubstitutionReads for Memory {
    async fn substitutions(
        &self,
        scope: &Scope,
        status: Option<SubstitutionStatus>,
        today: NaiveDate,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<SubstitutionView>, u32)> {
        self.read("SubstitutionReads::substitutions", |state| {
            let is_in_scope = |kept: &Substitution| match scope {
                Scope::Own(user) => kept.manager == *user || kept.substitute == *user,
                Scope::Team(_) => false,
                Scope::Everyone => true,
            };
            let fits = |kept: &Substitution| status.is_none_or(|status| kept.status(today) == status);
            let mut found: Vec<_> =
                state.substitutions.values().filter(|(kept, _)| is_in_scope(kept) && fits(kept)).collect();
            found.sort_by_key(|(kept, _)| {
                let rank = match kept.status(today) {
                    SubstitutionStatus::Running => 0,
                    SubstitutionStatus::Planned => 1,
                    SubstitutionStatus::Over | SubstitutionStatus::Ended => 2,
                };
                (rank, Reverse((kept.days.from, kept.id)))
            });
            let views = found.into_iter().filter_map(|kept| state.substitution_view(kept)).collect();
            page_of(views, page, limit)
        })
    }

    async fn substitution(&self, id: SubstitutionId) -> Result<Option<SubstitutionView>> {
        self.read("SubstitutionReads::substitution", |state| state.substitution_view(state.substitutions.get(&id)?))
    }

    async fn stood_in_for(&self, substitute: UserId, today: NaiveDate) -> Result<Vec<StoodInFor>> {
        self.read("SubstitutionReads::stood_in_for", |state| {
            let mut managers: Vec<_> = state
                .managers_of(substitute, today)
                .into_iter()
                .filter_map(|kept| Some((state.people.get(&kept.manager)?, kept.days.to)))
                .collect();
            managers.sort_by_cached_key(|(account, _)| account.order());
            let told = |(account, to): (&super::Account, NaiveDate)| StoodInFor {
                manager: account.record.id,
                name: account.record.name.clone(),
                to,
            };
            managers.into_iter().map(told).collect()
        })
    }
}
