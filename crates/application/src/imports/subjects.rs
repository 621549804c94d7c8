//! The people whom rows name, by any of their numbers.

use crate::ports::{AccountKeys, PersonRecord};
use domain::id::UserId;
use domain::person::{EmailAddress, EmployeeId};
use domain::text::folded;
use std::collections::HashMap;

/// What a row names a person by.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PersonKeys<'a> {
    pub(super) employee_id: Option<EmployeeId>,
    pub(super) external_id: Option<&'a str>,
    pub(super) email: Option<&'a EmailAddress>,
}

/// Why it is not known whom a row names: the column of the key that misleads, its cell, and a sentence.
pub(super) type Unclear = (&'static str, String, String);

/// Accounts by what rows name them by.
#[derive(Debug, Default)]
pub(super) struct Subjects {
    accounts: HashMap<UserId, PersonRecord>,
    by_employee_id: HashMap<EmployeeId, UserId>,
    by_external_id: HashMap<String, UserId>,
    by_email: HashMap<EmailAddress, UserId>,
}

impl PersonKeys<'_> {
    pub(super) fn all<'a>(rows: impl Iterator<Item = PersonKeys<'a>>) -> AccountKeys {
        let mut keys = AccountKeys::default();
        for row in rows {
            keys.employee_ids.extend(row.employee_id);
            keys.external_ids.extend(row.external_id.map(str::to_owned));
            keys.emails.extend(row.email.cloned());
        }
        keys
    }

    /// The columns with their cells, in the order in which they count.
    fn cells(&self) -> [Option<(&'static str, String)>; 3] {
        [
            self.employee_id.map(|id| ("Employee ID", id.to_string())),
            self.external_id.map(|id| ("External ID", id.to_owned())),
            self.email.map(|email| ("Email", email.to_string())),
        ]
    }

    /// The first of the columns that has something.
    pub(super) fn first(&self) -> (&'static str, String) {
        self.cells().into_iter().flatten().next().unwrap_or_default()
    }
}

impl Subjects {
    pub(super) fn of(accounts: Vec<PersonRecord>) -> Self {
        let mut all = Self::default();
        for account in accounts {
            all.by_employee_id.insert(account.employee_id, account.id);
            all.by_email.insert(account.email.clone(), account.id);
            if let Some(external) = &account.external_id {
                all.by_external_id.insert(folded(external), account.id);
            }
            all.accounts.insert(account.id, account);
        }
        all
    }

    pub(super) fn ids(&self) -> Vec<UserId> {
        self.accounts.keys().copied().collect()
    }

    /// Whom a row names, where all of its keys that are known mean the same person.
    pub(super) fn named(&self, keys: PersonKeys<'_>) -> Result<&PersonRecord, Unclear> {
        let by_id = keys.employee_id.map(|id| self.by_employee_id.get(&id).copied());
        let by_external = keys.external_id.and_then(|id| self.by_external_id.get(&folded(id)).copied());
        let by_email = keys.email.and_then(|email| self.by_email.get(email).copied());
        let found = [by_id.flatten(), by_external, by_email];
        let first = if by_id == Some(None) { None } else { found.into_iter().flatten().next() };
        let Some(account) = first.and_then(|user| self.accounts.get(&user)) else {
            let (column, cell) = keys.first();
            return Err((column, cell, "User not found".to_owned()));
        };
        let misleads = |(_, other): &(usize, Option<UserId>)| other.is_some_and(|other| other != account.id);
        let Some((place, Some(other))) = found.into_iter().enumerate().find(misleads) else { return Ok(account) };
        let (column, cell) = keys.cells().into_iter().nth(place).flatten().unwrap_or_default();
        let other = self.accounts.get(&other).map(|account| account.employee_id.to_string()).unwrap_or_default();
        Err((column, cell, format!("This row means two people, {} and {other}", account.employee_id)))
    }
}
