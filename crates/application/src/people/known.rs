//! What is known of accounts before they are changed.

use crate::ports::{AccountReads, PersonRecord};
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::person::Salaries;
use domain::person::service::ServiceHistory;
use domain::time::History;
use std::collections::HashMap;

/// An account with all that decides about a change of it.
#[derive(Debug, Clone)]
pub(crate) struct KnownAccount {
    pub(crate) account: PersonRecord,
    pub(crate) service: ServiceHistory,
    pub(crate) salaries: Salaries,
    pub(crate) first_entry: Option<NaiveDate>,
    /// How many entries wait for a decision.
    pub(crate) pending: u32,
    /// What the provider is called whose groups decide the role, where they do.
    pub(crate) role_set_by: Option<String>,
}

impl KnownAccount {
    /// What is known of these accounts, in their order. A fixed number of statements. In a unit of work that changes them they are locked.
    pub(crate) async fn all(ports: &Ports, reads: &dyn AccountReads, accounts: Vec<PersonRecord>) -> Result<Vec<Self>> {
        let users: Vec<UserId> = accounts.iter().map(|account| account.id).collect();
        let mut tenures = reads.tenures_of(&users).await?;
        let mut salaries = reads.salaries_of_all(&users).await?;
        let pending = reads.pending_of(&users).await?;
        let first_entries = reads.first_entries_of(&users).await?;
        let links = if ports.providers.is_empty() { HashMap::new() } else { reads.identities_of(&users).await? };
        let known = |account: PersonRecord| {
            let user = account.id;
            Self {
                service: ServiceHistory::new(tenures.remove(&user).unwrap_or_default(), account.beginning()),
                salaries: salaries.remove(&user).unwrap_or_else(|| History::always(None)),
                first_entry: first_entries.get(&user).copied(),
                pending: pending.get(&user).copied().unwrap_or_default(),
                role_set_by: links.get(&user).and_then(|own| ports.providers.label_of_role(own)).map(str::to_owned),
                account,
            }
        };
        Ok(accounts.into_iter().map(known).collect())
    }
}
