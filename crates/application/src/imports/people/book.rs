//! The people whom the rows of a file concern, as they are known.

use crate::imports::FileRow;
use crate::people::KnownAccount;
use crate::ports::{AccountKeys, AccountReads, PersonRecord};
use crate::{Ports, Result};
use domain::id::UserId;
use domain::import::Given;
use domain::import::people::{ManagerKey, PeopleRow};
use domain::person::{EmailAddress, EmployeeId};
use domain::text::folded;
use domain::time::History;
use domain::work_patterns::PatternRows;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Whom a row concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Known(UserId),
    New,
}

/// Why it is not known whom a row concerns: the column of the key that misleads, and a sentence.
pub(super) type Unclear = (&'static str, String);

#[derive(Debug, Default)]
pub(super) struct Book {
    known: HashMap<UserId, KnownAccount>,
    patterns: HashMap<UserId, PatternRows>,
    by_employee_id: HashMap<EmployeeId, UserId>,
    by_external_id: HashMap<String, UserId>,
    by_email: HashMap<EmailAddress, UserId>,
    /// The administrators that can act.
    pub(super) admins: Vec<UserId>,
}

/// By what the rows name people: those whom they concern, and managers.
pub(super) fn keys<'a>(rows: impl Iterator<Item = &'a PeopleRow>) -> AccountKeys {
    let mut keys = AccountKeys::default();
    for row in rows {
        keys.employee_ids.extend(row.employee_id);
        keys.external_ids.extend(external_id(row).map(str::to_owned));
        keys.emails.extend(row.email.clone());
        match &row.manager {
            Given::Value(ManagerKey::EmployeeId(id)) => keys.employee_ids.push(*id),
            Given::Value(ManagerKey::Email(email)) => keys.emails.push(email.clone()),
            Given::Absent | Given::Cleared => {}
        }
    }
    keys
}

pub(super) fn external_id(row: &PeopleRow) -> Option<&str> {
    match &row.external_id {
        Given::Value(id) => Some(id),
        Given::Absent | Given::Cleared => None,
    }
}

impl Book {
    /// What is known of these accounts. A fixed number of statements.
    pub(super) async fn of(ports: &Ports, reads: &dyn AccountReads, accounts: Vec<PersonRecord>) -> Result<Self> {
        let users: Vec<UserId> = accounts.iter().map(|account| account.id).collect();
        let patterns = reads.patterns_of(&users).await?;
        let mut book = Self { patterns, ..Self::default() };
        for known in KnownAccount::all(ports, reads, accounts).await? {
            let account = &known.account;
            book.by_employee_id.insert(account.employee_id, account.id);
            book.by_email.insert(account.email.clone(), account.id);
            if let Some(external) = &account.external_id {
                book.by_external_id.insert(folded(external), account.id);
            }
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

    pub(super) fn with_email(&self, email: &EmailAddress) -> Option<UserId> {
        self.by_email.get(email).copied()
    }

    /// The account that a row names as that of a manager.
    pub(super) fn manager(&self, key: &ManagerKey) -> Option<UserId> {
        match key {
            ManagerKey::EmployeeId(id) => self.by_employee_id.get(id).copied(),
            ManagerKey::Email(email) => self.with_email(email),
        }
    }

    /// Whom a row concerns: the person with any of its keys, where all that are known mean the same one.
    pub(super) fn subject(&self, row: &PeopleRow) -> Result<Subject, Unclear> {
        let by_id = row.employee_id.map(|id| self.by_employee_id.get(&id).copied());
        if by_id == Some(None) {
            let sentence = "Nobody has this employee ID. Leave the cell empty for a new person.";
            return Err(("Employee ID", sentence.to_owned()));
        }
        let by_external = external_id(row).and_then(|id| self.by_external_id.get(&folded(id)).copied());
        let by_email = row.email.as_ref().and_then(|email| self.with_email(email));
        let found = [by_id.flatten(), by_external, by_email];
        let Some(user) = found.into_iter().flatten().next() else { return Ok(Subject::New) };
        let columns = ["Employee ID", "External ID", "Email"];
        match columns.into_iter().zip(found).find(|(_, other)| other.is_some_and(|other| other != user)) {
            Some((column, other)) => Err((column, self.mean_two(user, other))),
            None => Ok(Subject::Known(user)),
        }
    }

    fn mean_two(&self, user: UserId, other: Option<UserId>) -> String {
        let id = |user: UserId| self.known(user).map(|known| known.account.employee_id.to_string()).unwrap_or_default();
        let other = other.map(id).unwrap_or_default();
        format!("This row means two people, {} and {other}", id(user))
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
