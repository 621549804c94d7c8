//! What is known of accounts, read for many at once: a change of one and a file of thousands go by the same facts.

use super::{Identity, PersonRecord, Result};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::month::{ChangedDays, Concerned, Held};
use domain::person::service::Tenure;
use domain::person::{EmailAddress, EmployeeId, Salaries};
use domain::work_patterns::PatternRows;
use std::collections::HashMap;

/// What accounts are found by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountKeys {
    pub users: Vec<UserId>,
    pub employee_ids: Vec<EmployeeId>,
    pub external_ids: Vec<String>,
    pub emails: Vec<EmailAddress>,
}

port! { Reads, UnitOfWork::accounts =>
    /// Reads accounts. Each call is a fixed number of statements, whatever the number of people; who has nothing of what is asked for
    /// is left out.
    pub trait AccountReads: Send + Sync {
        /// The accounts that have any of these keys, each once, in the order of their ids. An external ID finds its account however
        /// it is written.
        async fn accounts(&self, keys: &AccountKeys) -> Result<Vec<PersonRecord>>;
        /// The administrators that can act.
        async fn admins(&self) -> Result<Vec<UserId>>;
        /// The tenures of these people, those of each oldest first.
        async fn tenures_of(&self, users: &[UserId]) -> Result<HashMap<UserId, Vec<Tenure>>>;
        /// All salaries of these people.
        async fn salaries_of_all(&self, users: &[UserId]) -> Result<HashMap<UserId, Salaries>>;
        /// What the lists of work patterns of these people say.
        async fn patterns_of(&self, users: &[UserId]) -> Result<HashMap<UserId, PatternRows>>;
        /// How many entries of each of these people wait for a decision. In closed months none does.
        async fn pending_of(&self, users: &[UserId]) -> Result<HashMap<UserId, u32>>;
        /// The day of the first entry of each of these people.
        async fn first_entries_of(&self, users: &[UserId]) -> Result<HashMap<UserId, NaiveDate>>;
        /// The accounts at providers of sign-in of these people, in the order in which they were linked.
        async fn identities_of(&self, users: &[UserId]) -> Result<HashMap<UserId, Vec<Identity>>>;
        /// What a write of each of these days would find, in their order; see
        /// [`MonthRepository::hold_open`](super::MonthRepository::hold_open).
        async fn look_all(&self, days: &[(ChangedDays, Concerned)], today: NaiveDate) -> Result<Vec<Held>>;
    }
}
