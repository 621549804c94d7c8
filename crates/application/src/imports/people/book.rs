//! The people whom the rows of a file concern, as they are known.

use crate::imports::FileRow;
use crate::imports::subjects::account_keys;
use crate::people::KnownAccount;
use crate::ports::{AccountKeys, AccountReads, PersonRecord};
use crate::{Ports, Result};
use domain::id::UserId;
use domain::import::people::{ManagerKey, PeopleRow};
use domain::import::{Given, Misnamed, PeopleByKey};
use domain::time::History;
use domain::work_patterns::PatternRows;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Whom a row concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Known(UserId),
    New,
}

#[derive(Debug, Default)]
pub(super) struct Book {
    known: HashMap<UserId, KnownAccount>,
    patterns: HashMap<UserId, PatternRows>,
    by_key: PeopleByKey,
    /// The administrators that can act.
    pub(super) admins: Vec<UserId>,
}

/// By what the rows name people: those whom they concern, and managers.
pub(super) fn keys<'a>(rows: impl Iterator<Item = &'a PeopleRow>) -> AccountKeys {
    let rows: Vec<&PeopleRow> = rows.collect();
    let mut keys = account_keys(rows.iter().map(|row| row.keys()));
    for row in rows {
        match &row.manager {
            Given::Value(ManagerKey::EmployeeId(id)) => keys.employee_ids.push(*id),
            Given::Value(ManagerKey::Email(email)) => keys.emails.push(email.clone()),
            Given::Absent | Given::Cleared => {}
        }
    }
    keys
}

impl Book {
    /// What is known of these accounts. A fixed number of statements.
    pub(super) async fn of(ports: &Ports, reads: &dyn AccountReads, accounts: Vec<PersonRecord>) -> Result<Self> {
        let users: Vec<UserId> = accounts.iter().map(|account| account.id).collect();
        let patterns = reads.patterns_of(&users).await?;
        let mut book = Self { patterns, ..Self::default() };
        for known in KnownAccount::all(ports, reads, accounts).await? {
            let account = &known.account;
            let external_id = account.external_id.as_deref();
            book.by_key.add(account.id, account.employee_id, external_id, &account.email);
            book.known.insert(account.id, known);
        }
        Ok(book)
    }

    pub(super) fn known(&self, user: UserId) -> Option<&KnownAccount> {
        self.known.get(&user)
    }

    /// The person's own list of patterns.
    pub(super) fn patterns(&self, user: UserId) -> PatternRows {
        self.patterns.get(&user).cloned().unwrap_or_else(|| History::always(None))
    }

    /// The account that a row names as that of a manager.
    pub(super) fn manager(&self, key: &ManagerKey) -> Option<UserId> {
        match key {
            ManagerKey::EmployeeId(id) => self.by_key.with_employee_id(*id),
            ManagerKey::Email(email) => self.by_key.with_email(email),
        }
    }

    /// Whom a row concerns.
    pub(super) fn subject(&self, row: &PeopleRow) -> Result<Subject, Misnamed> {
        Ok(self.by_key.named(row.keys())?.map_or(Subject::New, Subject::Known))
    }
}

/// Everybody whom the rows name, and the present managers of those.
pub(super) async fn load(ports: &Ports, rows: &[FileRow<PeopleRow>]) -> Result<Book> {
    let reads: &dyn AccountReads = ports.reads.accounts();
    let mut accounts = reads.accounts(&keys(rows.iter().map(|row| &row.value))).await?;
    let found: HashSet<UserId> = accounts.iter().map(|account| account.id).collect();
    let managers: BTreeSet<UserId> =
        accounts.iter().filter_map(|account| account.manager).filter(|manager| !found.contains(manager)).collect();
    if !managers.is_empty() {
        let keys = AccountKeys { users: managers.into_iter().collect(), ..AccountKeys::default() };
        accounts.extend(reads.accounts(&keys).await?);
    }
    let mut book = Book::of(ports, reads, accounts).await?;
    book.admins = reads.admins().await?;
    Ok(book)
}
