//! What is known of accounts, read for many at once.

use super::state::{Account, State, count};
use super::{Memory, Unit};
use application::ports::{
    AccountKeys, AccountReads, Identity, NewPerson, PersonRecord, Result, StoreError, UniqueKey, salaries,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::month::{ChangedDays, Concerned, Held};
use domain::person::service::{ServiceHistory, Tenure};
use domain::person::{Role, Salaries};
use domain::text::folded;
use domain::timesheet::Status;
use domain::work_patterns::{PatternOwner, PatternRows};
use std::collections::HashMap;

impl State {
    pub(super) fn create(&mut self, person: &NewPerson) -> Result<()> {
        let record = PersonRecord::from(person);
        self.is_free(&record)?;
        if self.people.values().any(|other| other.record.employee_id == person.employee_id) {
            return Err(StoreError::Conflict(UniqueKey::EmployeeId));
        }
        let tenures = person.service.map(Tenure::original).into_iter().collect();
        let history = ServiceHistory::new(tenures, person.beginning());
        let account = Account {
            record,
            service: history.periods(),
            tenures: Some(history.tenures().to_vec()),
            hash: person.hash.clone(),
            is_first_login: person.is_first_login,
            created_at: person.created_at,
            temporary_since: None,
            role_since: None,
            is_break_glass: false,
        };
        self.people.insert(person.id, account);
        Ok(())
    }

    pub(super) fn change_account(&mut self, person: &PersonRecord, at: Instant) -> Result<()> {
        self.is_free(person)?;
        let account = self.account(person.id)?;
        if account.record.standing.role != person.standing.role {
            account.role_since = Some(at);
        }
        account.record = PersonRecord { updated_at: at, ..person.clone() };
        Ok(())
    }
}

fn is_meant(keys: &AccountKeys, record: &PersonRecord) -> bool {
    let external = record.external_id.as_deref().map(folded);
    keys.users.contains(&record.id)
        || keys.employee_ids.contains(&record.employee_id)
        || keys.emails.contains(&record.email)
        || external.is_some_and(|external| keys.external_ids.iter().any(|key| folded(key) == external))
}

macro_rules! account_reads {
    ($($store:ident::$ask:ident),+) => {$(
        #[async_trait]
        impl AccountReads for $store {
            async fn accounts(&self, keys: &AccountKeys) -> Result<Vec<PersonRecord>> {
                self.$ask("AccountReads::accounts", |state| {
                    let records = state.people.values().map(|account| &account.record);
                    records.filter(|record| is_meant(keys, record)).cloned().collect()
                })
            }

            async fn admins(&self) -> Result<Vec<UserId>> {
                self.$ask("AccountReads::admins", |state| {
                    let acting = |account: &&Account| account.record.standing.acts_as(Role::Admin);
                    state.people.values().filter(acting).map(|account| account.record.id).collect()
                })
            }

            async fn tenures_of(&self, users: &[UserId]) -> Result<HashMap<UserId, Vec<Tenure>>> {
                self.$ask("AccountReads::tenures_of", |state| {
                    let of = |user: &UserId| Some((*user, state.people.get(user).map(Account::all_tenures)?));
                    users.iter().filter_map(of).filter(|(_, tenures)| !tenures.is_empty()).collect()
                })
            }

            async fn salaries_of_all(&self, users: &[UserId]) -> Result<HashMap<UserId, Salaries>> {
                self.$ask("AccountReads::salaries_of_all", |state| {
                    let of = |user: &UserId| Some((*user, state.salaries_of(*user))).filter(|(_, rows)| !rows.is_empty());
                    users.iter().filter_map(of).map(|(user, rows)| (user, salaries(&rows))).collect()
                })
            }

            async fn patterns_of(&self, users: &[UserId]) -> Result<HashMap<UserId, PatternRows>> {
                self.$ask("AccountReads::patterns_of", |state| {
                    let of = |user: &UserId| {
                        let owner = PatternOwner::Person(*user);
                        let stored = state.patterns_of(owner);
                        (!stored.rows.is_empty()).then(|| (*user, stored.history(owner)))
                    };
                    users.iter().filter_map(of).collect()
                })
            }

            async fn pending_of(&self, users: &[UserId]) -> Result<HashMap<UserId, u32>> {
                self.$ask("AccountReads::pending_of", |state| {
                    let waiting = |user: UserId| {
                        let own = state.entries.values().filter(|entry| entry.user() == user);
                        own.filter(|entry| entry.status() == Status::Pending && !state.is_closed(entry.date())).count()
                    };
                    let all = users.iter().map(|user| (*user, count(waiting(*user))));
                    all.filter(|(_, pending)| *pending > 0).collect()
                })
            }

            async fn first_entries_of(&self, users: &[UserId]) -> Result<HashMap<UserId, NaiveDate>> {
                self.$ask("AccountReads::first_entries_of", |state| {
                    let first = |user: UserId| {
                        let own = state.entries.values().filter(|entry| entry.user() == user);
                        own.map(|entry| entry.date()).min()
                    };
                    users.iter().filter_map(|user| Some((*user, first(*user)?))).collect()
                })
            }

            async fn identities_of(&self, users: &[UserId]) -> Result<HashMap<UserId, Vec<Identity>>> {
                self.$ask("AccountReads::identities_of", |state| {
                    let all = users.iter().map(|user| (*user, state.identities_of(*user)));
                    all.filter(|(_, links)| !links.is_empty()).collect()
                })
            }

            async fn look_all(&self, days: &[(ChangedDays, Concerned)], today: NaiveDate) -> Result<Vec<Held>> {
                self.$ask("AccountReads::look_all", |state| {
                    days.iter().map(|(days, concerned)| state.held(days, *concerned, today)).collect()
                })
            }
        }
    )+};
}
account_reads!(Unit::ask, Memory::read);
