//! The people whom rows name.

use crate::ports::{AccountKeys, PersonRecord};
use domain::id::UserId;
use domain::import::{Misnamed, PeopleByKey, PersonKeys};
use std::collections::HashMap;

/// Accounts by what rows name them by.
#[derive(Debug, Default)]
pub(super) struct Subjects {
    accounts: HashMap<UserId, PersonRecord>,
    by_key: PeopleByKey,
}

/// What the accounts are found by that rows name.
pub(super) fn account_keys<'a>(rows: impl Iterator<Item = PersonKeys<'a>>) -> AccountKeys {
    let mut keys = AccountKeys::default();
    for row in rows {
        keys.employee_ids.extend(row.employee_id);
        keys.external_ids.extend(row.external_id.map(str::to_owned));
        keys.emails.extend(row.email.cloned());
    }
    keys
}

impl Subjects {
    pub(super) fn of(accounts: Vec<PersonRecord>) -> Self {
        let mut all = Self::default();
        for account in accounts {
            all.by_key.add(account.id, account.employee_id, account.external_id.as_deref(), &account.email);
            all.accounts.insert(account.id, account);
        }
        all
    }

    pub(super) fn ids(&self) -> Vec<UserId> {
        self.accounts.keys().copied().collect()
    }

    /// Whom a row concerns; otherwise the column of the key that says nobody or somebody else, its cell, and a sentence.
    pub(super) fn named(&self, keys: PersonKeys<'_>) -> Result<&PersonRecord, (&'static str, String, String)> {
        match self.by_key.named(keys) {
            Ok(user) => user.and_then(|user| self.accounts.get(&user)).ok_or_else(|| unknown(keys)),
            Err(Misnamed::EmployeeId) => Err(unknown(keys)),
            Err(two @ Misnamed::TwoPeople { column, .. }) => Err((column, keys.cell(column), two.sentence())),
        }
    }
}

fn unknown(keys: PersonKeys<'_>) -> (&'static str, String, String) {
    let (column, cell) = keys.first();
    (column, cell, "User not found".to_owned())
}
